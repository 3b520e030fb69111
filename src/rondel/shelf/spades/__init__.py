"""Spades: bid how many tricks you will take, and take them together with your partner; spades are trumps.

`Spades`   the game with advice for bots                     advice.py
           the deal, the bids, the tricks and the points     rules.py
"""

from rondel.shelf.spades.advice import Spades

__all__ = ["Spades"]
