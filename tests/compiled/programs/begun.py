"""Counts what a new game is made of: one of each, however many times its class is initialised."""

from __future__ import annotations

import gc
import json
from collections import Counter

from tests.compiled.programs.sources import FILES, SHIPPED, start

GAMES = 10


def made(source: str) -> dict[str, float]:
    """How many machines, journals and boards there are for each new game."""
    start(source, 0)
    gc.collect()
    gc.disable()
    before = Counter(type(each).__name__ for each in gc.get_objects())
    kept = [start(source, seed) for seed in range(GAMES)]
    after = Counter(type(each).__name__ for each in gc.get_objects())
    gc.enable()
    return {name: (after[name] - before[name]) / len(kept) for name in ("Machine", "Journal", "Log", "Grid")}


print(json.dumps({source: made(source) for source in (*SHIPPED, *FILES)}))
