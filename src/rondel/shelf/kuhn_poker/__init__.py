"""Kuhn poker: three cards, one chip to bet, and every reason to bluff.

`KuhnPoker`   the game with advice for bots             advice.py
              the deal, the bets and the showdown       rules.py
"""

from rondel.shelf.kuhn_poker.advice import KuhnPoker

__all__ = ["KuhnPoker"]
