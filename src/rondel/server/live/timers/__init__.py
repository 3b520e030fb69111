"""Time at open tables: flags, absence, timers, and the heartbeat that detects when the server was down."""
