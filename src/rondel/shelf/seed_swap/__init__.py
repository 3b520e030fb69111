"""Seed Swap: a game of drafting and sowing in secret, for two to five.

`SeedSwap`   the game with advice for bots              advice.py
             the rules: turns, harvests, seasons        rules.py
             crops, cards and the wheel                 seeds.py
             the hands that a farmer remembers          memory.py
"""

from rondel.shelf.seed_swap.advice import SeedSwap
from rondel.shelf.seed_swap.rules import ALONE, PLOTS, ROOM
from rondel.shelf.seed_swap.seeds import COPIES, CROPS, SET, STEPS, WHEEL, worth

__all__ = ["ALONE", "COPIES", "CROPS", "PLOTS", "ROOM", "SET", "STEPS", "WHEEL", "SeedSwap", "worth"]
