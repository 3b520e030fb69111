"""Xiangqi, Chinese chess: take the other general where it cannot be defended.

``rules`` holds the game, ``pieces`` how the pieces move, ``steps`` which moves are legal.
"""

from rondel.shelf.xiangqi.rules import Xiangqi

__all__ = ["Xiangqi"]
