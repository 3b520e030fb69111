"""Turnbase's state format: states in it, and positions of our games written in it (`write`) and read from it.

Importing this package lets every game start from a position in that format.
"""

from rondel.turnbase.position import write
from rondel.turnbase.state import TurnbaseState
from rondel.turnbase.tokens import TokenSet

__all__ = ["TokenSet", "TurnbaseState", "write"]
