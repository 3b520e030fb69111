"""The trees of games over HTTP, for developers: only in a server started with ``--dev``."""

from __future__ import annotations

from typing import Any

import msgspec

from rondel.server.protocol.views.described import Json
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.view import ViewData


class TreeStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/start``: the root of a tree: the start of a game, the present position of a table, or the end of a
    record."""

    game: str = ""
    seats: int | None = None
    options: dict[str, Any] = {}
    table: str = ""
    record: Json | None = None


class TreeRoot(msgspec.Struct, frozen=True):
    """The answer to `TreeStart`."""

    record: Json
    """The record up to the root, for `TreePlace`: the tree stays the same when the table goes on."""
    scene: SceneData


class TreeAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer on the way to a position."""

    role: str
    move: str


class TreePlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/node``, ``/api/dev/count`` and ``/api/dev/solve``: a position of a tree."""

    record: Json
    """The record of the root."""
    answers: tuple[TreeAnswer, ...] = ()
    """The answers from there on."""
    first: int = 0
    """The number of the first move to return, from 0."""
    most: int = 100
    """The number of moves to return, at most 1,000."""


class TreeMove(msgspec.Struct, frozen=True):
    """One move of a position, and its result."""

    role: str
    move: str
    description: str
    probability: float | None
    """How likely it is, where chance answers."""
    active: tuple[str, ...]
    """The roles that answer after it; empty at the end."""
    outcome: str
    """The result of the game after it; empty where the game goes on."""
    returns: dict[str, float] | None
    """The value of the game for each role, where it has ended."""
    moves: int
    """The number of moves after it."""


class TreeNode(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/dev/node``: one position, with the view of every role."""

    description: str
    state: str
    active: tuple[str, ...]
    chance: bool
    """Whether chance answers."""
    returns: dict[str, float] | None
    total: int
    """The number of moves; ``moves`` are those that were requested."""
    moves: tuple[TreeMove, ...]
    position: Json
    """The whole position, with hidden information, as in a snapshot."""
    views: dict[str, ViewData]
    """The observer's, and each role's."""


class TreeCount(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/dev/count``: the number of ways to play one, two, three, … answers, as far as was counted."""

    ways: tuple[int, ...]
    """A last 0 says that the tree ends there."""


class TreeWorth(msgspec.Struct, frozen=True):
    """The answer to ``POST /api/dev/solve``: the value of a position, and of each of its moves, with best play."""

    value: dict[str, float]
    moves: tuple[dict[str, float], ...]
    best: int | None
    """The number of the best move, from 0; null where chance answers, and at the end."""
