"""Turnbase's state format: states in it, and positions of our games written in it and read from it."""
