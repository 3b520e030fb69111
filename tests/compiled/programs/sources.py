"""The games the programs play: the shipped ones, which are compiled, and an author's own files, which never are."""

from __future__ import annotations

from typing import Any

import rondel

SHIPPED: dict[str, dict[str, Any]] = {
    "tic_tac_toe": {},
    "reversi": {"options": {"size": 6}},
    "stones": {"seats": 3, "options": {"rows": 4, "columns": 4, "turn_limit": 30}},
}
FILES = ("duel", "flock", "passing")
"""Files in tests/engine/rules: simultaneous answers; suspended rules, chance, a hidden pile; simultaneous secrets."""


def start(source: str, seed: int) -> rondel.Game:
    """A new game of one of the `SHIPPED` or `FILES`."""
    if source in SHIPPED:
        return rondel.new(source, seed=seed, **SHIPPED[source])
    kind = _loaded.get(source)
    if kind is None:
        kind = _loaded[source] = rondel.load(f"tests/engine/rules/{source}.py")
    return rondel.new(kind, seed=seed)


_loaded: dict[str, type[rondel.Game]] = {}
