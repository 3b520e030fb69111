"""A changed answer: where several roles answer at the same time, a role may answer again until the last has answered.

Each change is a row of the append-only log and a broadcast, so changes are rate-limited. The same answer again is no change: it
is acknowledged, and nothing is stored.
"""

from __future__ import annotations

from typing import Final

from rondel.engine import Game
from rondel.engine.play.legal_moves import is_shared
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Unchanged
from rondel.server.table.log.snapshots import digest

BURST: Final = 8
"""Changes that a role may make without a pause."""

MILLISECONDS: Final = 1_000
"""The time in which it may make one more."""


class ChangedAnswers:
    """The changes of each role at one table: a token bucket for each, kept as the time at which it is full."""

    def __init__(self) -> None:
        self._full_at: dict[str, int] = {}

    def push(self, game: Game, role: str, move: str, seq: int, at: int) -> None:
        """Push an answer that came at that time, in milliseconds. Raises `Unchanged` with ``seq`` where the role has given the
        same answer before, and is refused as ``too_fast`` beyond the rate limit; in both cases the game is as it was."""
        if role in game.active or not is_shared(game):
            game.push(move, role)
            return
        before = digest(game)
        game.push(move, role)
        if digest(game) == before:
            game.pop()
            raise Unchanged(seq)
        full_at = max(self._full_at.get(role, at), at) + MILLISECONDS
        if full_at - at > BURST * MILLISECONDS:
            game.pop()
            raise Refusal("too_fast", f"{role} has answered and changes its answer too often; try again in a second")
        self._full_at[role] = full_at
