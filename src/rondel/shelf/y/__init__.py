"""Y: join the three sides of a triangle with a chain."""

from rondel.shelf.y.rules import Y

__all__ = ["Y"]
