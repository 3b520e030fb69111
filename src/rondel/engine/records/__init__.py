"""Games as plain data: records, snapshots, positions, other notations, and the register of games."""
