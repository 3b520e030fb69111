"""Hearts: take no hearts, and not the queen of spades; or take them all.

`Hearts`   the game with advice for bots                      advice.py
           the deal, the passing, the tricks and the points   rules.py
           the cards that a player knows                      memory.py
"""

from rondel.shelf.hearts.advice import Hearts

__all__ = ["Hearts"]
