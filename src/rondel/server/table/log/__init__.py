"""Values made from a table's append-only log: rounds, event streams and snapshots."""
