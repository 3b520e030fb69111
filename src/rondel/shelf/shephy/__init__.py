"""Shephy: a game for one, in which a flock must grow to a sheep of a thousand.

`Shephy`    the game and its turn     rules.py
            what each card does       effects.py
            the sheep and the cards   cards.py
"""

from rondel.shelf.shephy.rules import Shephy

__all__ = ["Shephy"]
