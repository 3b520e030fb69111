"""Liar's dice: bid on everybody's dice, seeing only your own; whoever goes too far loses a die.

`LiarsDice`   the game as bots play it too              advice.py
              the dice, the bids and the doubts         rules.py
"""

from rondel.shelf.liars_dice.advice import LiarsDice

__all__ = ["LiarsDice"]
