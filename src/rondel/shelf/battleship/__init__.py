"""Battleship: hide your fleet, then hunt the other's, shot by shot.

`Battleship`   the fleets, the placing and the shooting            rules.py
               where ships may lie, and how that fits              places.py
"""

from rondel.shelf.battleship.rules import Battleship

__all__ = ["Battleship"]
