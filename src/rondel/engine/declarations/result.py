"""Results: the scores that rules have set, and the eliminated roles.

Players compete alone, in teams, or all together against the game. A *party* wins or loses together: a role, a team, or all
roles. Parties are ranked by score, then by `Game.tie_break`; otherwise they tie.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.journal import Journaled

Party: TypeAlias = tuple[str, ...]
"""The roles that win or lose together."""

OUT: Final = -1


@mypyc_attr(free_list_len=1)
class Result(Journaled):
    """The result of one game so far: the scores that rules have set, and the eliminated roles."""

    __slots__ = ("out", "scores")

    def __init__(self, count: int) -> None:
        self.scores: list[float] = [0.0] * count
        """The scores of `set_score`, in seat order; the journal key of a score is the number of its seat."""
        self.out: tuple[Party, ...] = ()
        """The eliminated roles, oldest first; roles that were eliminated together form one tuple."""

    def _write(self, key: int, value: object) -> None:
        if key == OUT:
            self.out = cast("tuple[Party, ...]", value)
        else:
            scores: list[Any] = self.scores  # Any: compiled code would unbox and box each float
            scores[key] = value
