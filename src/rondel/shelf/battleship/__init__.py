"""Battleship: hide your fleet, then hunt the other's, shot by shot.

`Battleship`   the game with advice for bots                       advice.py
               the fleets, the placing and the shooting            rules.py
               the ships and the fleets, and how they look         ships.py
               where ships may lie, and how that fits              places.py
"""

from rondel.shelf.battleship.advice import Battleship

__all__ = ["Battleship"]
