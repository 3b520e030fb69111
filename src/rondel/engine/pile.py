"""Piles: shuffled tokens without an order.

A shuffled pile has *no order* until someone draws from it: it is a bag. So there is nothing to leak and nothing for a
bot to peek at; a draw is a question to chance, with the equal tokens merged. (`Game.draw` asks it.)
"""

from __future__ import annotations

from typing import Any

from rondel.engine.container import Row
from rondel.engine.token import Token


class Pile(Row):
    """A shuffled pile, drawn from with ``game.draw(pile)``."""

    layout = "pile"

    def faces(self) -> list[tuple[Token, int]]:
        """One token of each sort in the pile, with how many there are: in the order of their keys, which tells nothing."""
        sorts: dict[object, list[Token]] = {}
        for token in self._items:
            sorts.setdefault(token.key(), []).append(token)
        return [(sorts[key][0], len(sorts[key])) for key in sorted(sorts, key=repr)]

    def key(self) -> object:
        return tuple(sorted([token.key() for token in self._items], key=repr))

    def view(self, role: str) -> dict[str, Any] | None:
        seen = super().view(role)
        if seen is not None and "tokens" in seen:
            # Those who may look see what is in it, in an order that says nothing about what comes next, and cannot
            # follow a token.
            seen["tokens"] = sorted(
                ({name: value for name, value in token.items() if name not in ("id", "at")} for token in seen["tokens"]),
                key=repr,
            )
        return seen

    def to_json(self) -> list[dict[str, Any]]:
        return [{"id": token.serial, **token.to_json()} for token in sorted(self._items, key=lambda token: repr(token.key()))]
