"""Hearts: take no hearts, and not the queen of spades; or take them all.

`Hearts`   the deal, the passing, the tricks and the points   rules.py
           what a player knows of the cards                   memory.py
"""

from rondel.shelf.hearts.rules import Hearts

__all__ = ["Hearts"]
