"""Turnbase's state format: states in it, and conversion of positions to it (`write`) and from it.

Importing this package lets every game start from a position in that format.
"""

from rondel.turnbase.position import write
from rondel.turnbase.state import TurnbaseState
from rondel.turnbase.tokens import TokenSet

__all__ = ["TokenSet", "TurnbaseState", "write"]
