"""Open tables in memory: commands, broadcasts, seats, timers and bots."""
