"""Piles: shuffled tokens without an order.

A shuffled pile has *no order* until someone draws from it: it is a bag. So there is nothing to leak and nothing for a
bot to peek at; a draw is a question to chance, with the equal tokens merged. (`Game.draw` asks it.)
"""

from __future__ import annotations

from typing import Any

from rondel.engine.container import Row
from rondel.engine.token import Token
from rondel.engine.visibility import sees
from rondel.errors import RulesError


class Pile(Row):
    """A shuffled pile, drawn from with ``game.draw(pile)``."""

    layout = "pile"

    def tokens(self) -> list[Token]:
        """The tokens in the order of their keys: a pile has no other, and this one tells nothing."""
        return sorted(self._items, key=lambda token: (repr(token.key()), token.serial))

    def __getitem__(self, index: int) -> Token:
        return self.tokens()[index]

    def faces(self) -> list[tuple[Token, int]]:
        """One token of each sort in the pile, with how many there are: in the order of their keys, which tells nothing."""
        sorts: dict[object, list[Token]] = {}
        for token in self.tokens():
            sorts.setdefault(token.key(), []).append(token)
        return [(alike[0], len(alike)) for alike in sorts.values()]

    def blind_name(self, token: Token) -> str:
        raise RulesError(
            f"nobody can choose from pile {self.name!r} without seeing what is in it: it has no order; draw with game.draw(...)"
        )

    def _take(self, token: Token) -> None:
        super()._take(token)
        token.renumber()  # so that nobody can follow it through the pile

    def key(self) -> object:
        return tuple(sorted([token.key() for token in self._items], key=repr))

    def view(self, role: str) -> dict[str, Any] | None:
        if sees(self.visible_to, role):
            # Those who may look see what is in it, and cannot follow a token.
            return {"tokens": [token.to_json() for token in self.tokens()]}
        return super().view(role)
