"""Results: the scores that rules have set, and the eliminated roles.

Players compete each for themselves, in teams, or all together against the game. A *party* is who wins or loses together:
a role, a team, or everybody. Parties are placed by their score, then by `Game.tie_break`; what those do not part is a tie.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from rondel.engine.components.journal import Journaled

Party: TypeAlias = tuple[str, ...]
"""Who wins or loses together."""

OUT: Final = -1


class Result(Journaled):
    """What one game has come to so far: the scores that were set, and who is out."""

    __slots__ = ("out", "scores")

    def __init__(self, count: int) -> None:
        self.scores: list[float] = [0.0] * count
        """What `set_score` was given, in seat order; a write of one is journaled by the number of its seat."""
        self.out: tuple[Party, ...] = ()
        """Who was eliminated, the first first; those who went out together stand together."""

    def _write(self, key: int, value: object) -> None:
        if key == OUT:
            self.out = cast("tuple[Party, ...]", value)
        else:
            scores: list[Any] = self.scores  # compiled, a float would be taken out of its object and put into a new one
            scores[key] = value
