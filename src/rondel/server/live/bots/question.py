"""A question to a bot: one line of `rondel.players.worker`'s protocol."""

from __future__ import annotations

from typing import Any

import msgspec


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to a worker."""

    id: int
    role: str
    bot: str
    seconds: float
    seed: int
    knows: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """See `Knowledge`."""
    game: dict[str, Any] | None = None
    """See `Knowledge`."""
    evaluate: bool = False
    """Whether an evaluation is wanted instead of a move."""
