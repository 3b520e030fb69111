"""Can't Stop: roll on, or keep what you have; three columns win.

`CantStop`   the game with advice for bots              advice.py
             the dice, the columns and the runners      rules.py
"""

from rondel.shelf.cant_stop.advice import CantStop

__all__ = ["CantStop"]
