"""Gin Rummy: draw and discard until your cards lie in sets and runs; then knock.

`GinRummy`   the game with advice for bots                      advice.py
             the deal, the turns, the knock and the points      rules.py
             sets, runs, and the cards that are left over       melds.py
"""

from rondel.shelf.gin_rummy.advice import GinRummy

__all__ = ["GinRummy"]
