"""``rondel games``: the games there are."""

from __future__ import annotations

import json

import rondel


def games(*, as_json: bool) -> None:
    """Print every game with its seats and what it is about."""
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
    width = max((len(kind.name) for kind in kinds), default=0)
    for kind in kinds:
        print(f"{kind.name:<{width}}  {_count(kind):<10}  {kind.summary}")


def _count(kind: type[rondel.Game]) -> str:
    most = len(kind.seats)
    least = kind.fewest or most
    return f"{most} player{'s' if most > 1 else ''}" if least == most else f"{least}-{most} players"
