"""Hearts: take no hearts, and not the queen of spades; or take them all.

`Hearts`   the game as bots play it too                       advice.py
           the deal, the passing, the tricks and the points   rules.py
           what a player knows of the cards                   memory.py
"""

from rondel.shelf.hearts.advice import Hearts

__all__ = ["Hearts"]
