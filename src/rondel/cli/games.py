"""``rondel games``: the games there are."""

from __future__ import annotations

import json
import sys

from rich.cells import cell_len, set_cell_size

import rondel
from rondel.engine.text import ENGLISH, _, plural, say, translate

PLAYERS = plural("{number} player", "{number} players", "number")
FROM_TO = _("{fewest} to {most} players")


def games(*, lang: str = ENGLISH, as_json: bool) -> None:
    """Print every game with its seats and what it is about; as data, in the words of its rules whatever the language."""
    kinds = [rondel.find(name) for name in rondel.games()]
    if as_json:
        listed = [
            {
                "name": kind.name,
                "title": kind.title,
                "summary": kind.summary,
                "seats": list(kind.seats),
                "fewest": kind.fewest or len(kind.seats),
                "options": [option.to_json() for option in kind.options],
            }
            for kind in kinds
        ]
        print(json.dumps(listed, indent=2))
        return
    rows = [(kind.name, _count(kind, lang), translate(kind.summary, lang)) for kind in kinds]
    widths = [max([0, *[cell_len(row[column]) for row in rows]]) for column in (0, 1)]
    for name, count, summary in rows:
        line = f"{set_cell_size(name, widths[0])}  {set_cell_size(count, widths[1])}  {summary}"
        encoding = sys.stdout.encoding or "utf-8"  # of which a terminal shows what it can
        print(line.encode(encoding, "replace").decode(encoding))


def _count(kind: type[rondel.Game], lang: str) -> str:
    most = len(kind.seats)
    least = kind.fewest or most
    if least == most:
        return translate(PLAYERS, lang, most).format(number=most)
    return say(FROM_TO, lang, fewest=least, most=most)
