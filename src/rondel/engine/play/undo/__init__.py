"""Undo: taking back a player's own answers."""
