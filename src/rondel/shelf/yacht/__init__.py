"""Yacht: five dice, up to three rolls, and a line of the score sheet for each turn.

`Yacht`      the game with advice for bots                    advice.py
`turns`      the best way to roll on, and what it is worth    turns.py
             the turn: rolling and writing                    rules.py
`SHEETS`     the score sheets and what five dice make         scoring.py
"""

from rondel.shelf.yacht.advice import Yacht
from rondel.shelf.yacht.scoring import SHEETS, points

__all__ = ["SHEETS", "Yacht", "points"]
