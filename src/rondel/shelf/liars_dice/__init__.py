"""Liar's dice: bid on everybody's dice, seeing only your own; whoever goes too far loses a die.

`LiarsDice`   the game with advice for bots             advice.py
              the dice, the bids and the doubts         rules.py
"""

from rondel.shelf.liars_dice.advice import LiarsDice

__all__ = ["LiarsDice"]
