"""Networks as players: policies that were learned, read from a file and played with NumPy alone."""
