"""Skat: bid for the right to play alone against the two others, and say what the trumps are.

`Skat`   the game with advice for bots                     advice.py
         the deal, the auction, the tricks and the points  rules.py
         the cards, and what games are worth               values.py
"""

from rondel.shelf.skat.advice import Skat

__all__ = ["Skat"]
