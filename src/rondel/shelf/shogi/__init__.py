"""Shogi: take the other king where it cannot be defended; what you take fights for you.

``rules`` holds the game, ``pieces`` how pieces move and are drawn, ``steps`` which moves and drops are legal.
"""

from rondel.shelf.shogi.rules import Shogi

__all__ = ["Shogi"]
