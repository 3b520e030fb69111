"""The lazy game tree, its drawings and its form as plain data."""
