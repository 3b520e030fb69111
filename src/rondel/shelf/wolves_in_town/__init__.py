"""Wolves in Town: wolves among the citizens strike by night, and by day the town votes who has to leave.

`WolvesInTown`   the game with advice for bots                           advice.py
                 nights, votes and who has won                           rules.py
                 the characters, and the tokens that name a player       characters.py
"""

from rondel.shelf.wolves_in_town.advice import WolvesInTown

__all__ = ["WolvesInTown"]
