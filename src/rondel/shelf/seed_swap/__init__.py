"""Seed Swap: a game of drafting and sowing in secret, for two to five.

`SeedSwap`   the game, its turn and what is harvested   rules.py
                 crops, cards and the wheel                 seeds.py
                 what a farmer remembers of the hands       memory.py
                 what a position is worth, for bots         advice.py
"""

from rondel.shelf.seed_swap.advice import SeedSwap
from rondel.shelf.seed_swap.rules import ALONE, PLOTS, ROOM
from rondel.shelf.seed_swap.seeds import COPIES, CROPS, SET, STEPS, WHEEL, worth

__all__ = ["ALONE", "COPIES", "CROPS", "PLOTS", "ROOM", "SET", "STEPS", "WHEEL", "SeedSwap", "worth"]
