"""Shephy: a game for one, in which a flock must grow to a sheep of a thousand.

`Shephy`    the game with advice for bots             advice.py
            the game and its turn                     rules.py
            the table, and how sheep come and go      flock.py
            what each card does                       effects.py
            the sheep and the cards                   cards.py
            how likely it is to win                   prospects.py
"""

from rondel.shelf.shephy.advice import Shephy

__all__ = ["Shephy"]
