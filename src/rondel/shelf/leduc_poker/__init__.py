"""Leduc poker: six cards, two rounds of bets, and a card on the table that may make a pair.

`LeducPoker`   the game with advice for bots            advice.py
               the deal, the bets and the showdown      rules.py
"""

from rondel.shelf.leduc_poker.advice import LeducPoker

__all__ = ["LeducPoker"]
