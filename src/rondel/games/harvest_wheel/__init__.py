"""Harvest Wheel: a game of drafting and sowing in secret, for two to five.

`HarvestWheel`   the game, its turn and what is harvested   rules.py
                 crops, cards and the wheel                 seeds.py
                 what a farmer remembers of the hands       memory.py
"""

from rondel.games.harvest_wheel.rules import ALONE, COPIES, PLOTS, ROOM, SET, HarvestWheel, worth
from rondel.games.harvest_wheel.seeds import CROPS, STEPS, WHEEL

__all__ = ["ALONE", "COPIES", "CROPS", "PLOTS", "ROOM", "SET", "STEPS", "WHEEL", "HarvestWheel", "worth"]
