"""PHP for the reader: syntax trees, values, operators and functions."""
