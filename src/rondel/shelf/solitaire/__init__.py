"""Solitaire: Klondike, the patience of seven columns, for one player.

`Solitaire`  the game with advice for bots   advice.py
             the rules                       rules.py
"""

from rondel.shelf.solitaire.advice import Solitaire

__all__ = ["Solitaire"]
