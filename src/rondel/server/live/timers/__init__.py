"""Time at open tables: flags, absence, timers, and the heartbeat that detects outages of the server."""
