"""Crazy Eights: play a card of the same suit or rank, and be the first without cards; eights are wild.

`CrazyEights`   the game with advice for bots                       advice.py
                the deal, the turns, the special cards, the points  rules.py
                the cards that a player has seen of a deal          memory.py
"""

from rondel.shelf.crazy_eights.advice import CrazyEights

__all__ = ["CrazyEights"]
