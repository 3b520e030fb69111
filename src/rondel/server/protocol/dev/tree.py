"""The trees of games over HTTP, for developers: only where the arena was started with ``--dev``."""

from __future__ import annotations

from typing import Any

import msgspec

from rondel.server.protocol.views.described import Json
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.view import ViewData


class TreeStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/start``: where a tree begins: where a game does, where a table stands now, or where a record ends."""

    game: str = ""
    seats: int | None = None
    options: dict[str, Any] = {}
    table: str = ""
    record: Json | None = None


class TreeRoot(msgspec.Struct, frozen=True):
    """The answer to `TreeStart`."""

    record: Json
    """The record up to there, for `TreePlace`: what is unfolded stays the same although the table goes on."""
    scene: SceneData


class TreeAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer on the way to a position."""

    role: str
    move: str


class TreePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/node``, ``/api/dev/count`` and ``/api/dev/solve``: a position of a tree."""

    record: Json
    """The record of where the tree begins."""
    answers: tuple[TreeAnswer, ...] = ()
    """What was answered from there on."""
    first: int = 0
    """From which of its moves on they are wanted, counted from 0."""
    most: int = 100
    """How many of them are wanted; no more than 1,000 are given at once."""


class TreeMove(msgspec.Struct, frozen=True):
    """One move of a position, and what it leads to."""

    role: str
    move: str
    description: str
    probability: float | None
    """How likely it is, where chance answers."""
    active: tuple[str, ...]
    """Who is asked after it; nobody at the end."""
    outcome: str
    """How the game has ended after it; empty where it goes on."""
    returns: dict[str, float] | None
    """What the game was worth to each role, where it has ended."""
    moves: int
    """How many moves there are after it."""


class TreeNode(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/dev/node``: one position, with what every role sees of it."""

    description: str
    state: str
    active: tuple[str, ...]
    chance: bool
    """Whether chance answers."""
    returns: dict[str, float] | None
    total: int
    """How many moves there are; ``moves`` are those that were wanted."""
    moves: tuple[TreeMove, ...]
    position: Json
    """All that there is, hidden or not, as in a snapshot."""
    views: dict[str, ViewData]
    """The observer's, and each role's."""


class TreeCount(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/dev/count``: the ways to play one, two, three, … answers, as far as was counted."""

    ways: tuple[int, ...]
    """A last 0 says that the tree ends there."""


class TreeWorth(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/dev/solve``: what a position, and each of its moves, is worth with best play."""

    value: dict[str, float]
    moves: tuple[dict[str, float], ...]
    best: int | None
    """The number of the best move, from 0; null where chance answers, and at the end."""
