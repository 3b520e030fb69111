"""``rondel perft``: counts the sequences of the first answers."""

import json
import time
from typing import Annotated

import typer

from rondel.cli.arguments import GameName, Json, Options, Seats
from rondel.cli.named import explicit, named


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help="How many answers deep to count.")],
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Count the ways to play the first answers of a game, chance's outcomes included."""
    from rondel.search.perft import perft as count

    kind = named(game)
    begun = explicit(kind, option, seats)
    rows = []
    for each in range(1, depth + 1):
        began = time.perf_counter()
        leaves = count(begun, each)
        rows.append({"depth": each, "leaves": leaves, "seconds": round(time.perf_counter() - began, 3)})
        if not as_json:
            print(f"{each:>3} {leaves:>15,} {rows[-1]['seconds']:>9.3f} s", flush=True)
    if as_json:
        print(json.dumps({"game": kind.name, "options": dict(begun.scene()["options"]), "perft": rows}))
