"""Texas hold'em without a limit: two cards in your hand, five on the table, and as many chips as you dare.

`TexasHoldem`   the game with advice for bots                          advice.py
                the blinds, the bets, the pots and the showdown        rules.py
"""

from rondel.shelf.texas_holdem.advice import TexasHoldem

__all__ = ["TexasHoldem"]
