"""``rondel perft``: how many ways there are to play the first answers."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import rondel
from rondel.cli.named import named, settled
from rondel.search.perft import perft as count


def perft(name: str, *, depth: int, options: Sequence[str], seats: int | None, as_json: bool) -> None:
    """Count and print for every depth up to ``depth``."""
    kind = named(name)
    game = rondel.new(kind, seats=seats, options=settled(kind, options), chance="explicit")
    rows = []
    for each in range(1, depth + 1):
        began = time.perf_counter()
        leaves = count(game, each)
        rows.append({"depth": each, "leaves": leaves, "seconds": round(time.perf_counter() - began, 3)})
        if not as_json:
            print(f"{each:>3} {leaves:>15,} {rows[-1]['seconds']:>9.3f} s", flush=True)
    if as_json:
        print(json.dumps({"game": kind.name, "options": dict(game.scene()["options"]), "perft": rows}))
