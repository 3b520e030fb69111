"""Fireworks: build five rows of fireworks together; everybody sees your cards but you.

`Fireworks`   the game with advice for bots                     advice.py
              the hints, the plays and the end                  rules.py
              how the cards look                                faces.py
"""

from rondel.shelf.fireworks.advice import Fireworks

__all__ = ["Fireworks"]
