"""Games as plain data: records, snapshots, positions, migrations of them, and other notations."""
