"""Seed Swap: a game of drafting and sowing in secret, for two to five.

`SeedSwap`   the game, its turn and what is harvested   rules.py
                 crops, cards and the wheel                 seeds.py
                 what a farmer remembers of the hands       memory.py
"""

from rondel.shelf.seed_swap.rules import ALONE, PLOTS, ROOM, SET, SeedSwap, worth
from rondel.shelf.seed_swap.seeds import COPIES, CROPS, STEPS, WHEEL

__all__ = ["ALONE", "COPIES", "CROPS", "PLOTS", "ROOM", "SET", "STEPS", "WHEEL", "SeedSwap", "worth"]
