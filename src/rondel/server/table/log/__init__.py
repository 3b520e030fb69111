"""A table's append-only log: its rows, its rounds, the events told in a round, and snapshots."""
