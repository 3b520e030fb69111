"""Backgammon: bring your checkers home by the dice and bear them off first.

``rules`` holds the game, ``running`` where the dice let checkers go, ``advice`` the estimate for bots.
"""

from rondel.shelf.backgammon.advice import Backgammon

__all__ = ["Backgammon"]
