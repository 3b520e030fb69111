"""Replays over HTTP: the rounds of a table, and one round step by step."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rondel.server.protocol.play.agreements import Outcome
from rondel.server.protocol.play.table import Seat
from rondel.server.protocol.views.described import Json, described
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.text import Text
from rondel.server.protocol.views.view import EventData, ViewData


class RoundResult(msgspec.Struct, frozen=True):
    """How a round ended."""

    ranks: dict[str, int] | None
    scores: dict[str, float] | None
    stats: dict[str, float | dict[str, float]]


class Round(msgspec.Struct, frozen=True):
    """One round of a table that has ended."""

    round: int
    seq: int
    """The number of the answer that ended it."""
    at: int
    """When, in milliseconds since 1970."""
    result: Annotated[Json, described(RoundResult)]
    """How: ``ranks`` and ``scores`` by role, and ``stats`` by name, as in a view."""


class Rounds(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/rounds``: the rounds that have ended, the last first."""

    rounds: tuple[Round, ...]
    next: int | None
    """Where the next page begins, as ``before``; null on the last one."""


TableActionKind = Literal["start", "resign", "flag", "claim", "offer", "agree", "decline", "withdraw"]
"""Actions at a table besides answers, and events of its clocks: ``start`` has no role where the game began by itself."""


class TableAction(msgspec.Struct, frozen=True):
    """One such action."""

    seq: int
    """Its number among the table's answers."""
    at: int
    """When, in milliseconds since 1970."""
    kind: TableActionKind
    role: str
    """The role that acted, or whose time is up; empty where there is none."""
    what: str
    """What was offered, for an offer and its replies: ``draw``, ``undo`` or ``end``; else empty."""
    outcome: Outcome | None = None
    """How the round has ended by it."""


class TableActionEntry(msgspec.Struct, frozen=True):
    """An action, and its place among the events that a viewer was told."""

    action: TableAction
    told: int
    """How many events that viewer had been told before it: the number of the next one."""


class TableActionLog(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/rounds/{n}/actions``: the actions of a round so far besides answers, in order."""

    actions: tuple[TableActionEntry, ...]


class Step(msgspec.Struct, frozen=True):
    """What a viewer saw after one answer of a round."""

    seq: int
    at: int
    """When the answer was given, in milliseconds since 1970; 0 for the start of the first round."""
    role: str
    """The role that answered; empty for the start of the round, and where the table acted."""
    view: ViewData
    events: list[EventData]
    """The events of this step, with all changes."""
    action: TableAction | None = None
    """The action, where the step was not an answer to the game."""


class Replay(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/rounds/{n}``: some steps of a round, as one viewer saw them."""

    table: str
    game: str
    title: str
    round: int
    seats: tuple[Seat, ...]
    scene: SceneData
    viewer: str
    """The role whose views these are, or ``observer``."""
    viewers: tuple[str, ...]
    """The viewers that this client may choose."""
    first: int
    """The number of the step it began with."""
    last: int
    """The number of its last step so far."""
    besides: tuple[int, ...]
    """The numbers of its steps so far, after the first, that are no moves: undos, offers, resignations."""
    over: bool
    steps: tuple[Step, ...]
    next: int | None
    """Where the next page begins, as ``since``; null on the last one."""
    formats: tuple[str, ...]
    """The formats in which this client may export it: ``GET /api/tables/{id}/rounds/{n}/{format}``."""
    open: bool
    """Whether branches can be tried: ``POST /api/tables/{id}/rounds/{n}/branch``."""


class PositionEvaluation(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/rounds/{n}/analysis``: the strongest bot's opinion of a position of an ended round."""

    seq: int
    """The number of the step."""
    role: str
    """The role that answered next, or was asked; empty at the end."""
    move: str
    """The move that the bot suggests to it, from what that role knew; empty at the end."""
    describe: Annotated[Json, described(Text)] | None
    """The move in words."""
    played: bool
    """Whether the next answer of the round was this move."""
    values: dict[str, float]
    """The expected value of the game for each role: from -1, lost, to 1, won, or in the units of the game, such as chips."""
    exact: bool
    """Whether the values are certain."""


class TriedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a `Try`."""

    role: str
    move: str


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/rounds/{n}/branch``: play on from a position of a round, without changing anything."""

    seq: int
    """The number of the step it branches off from."""
    answers: tuple[TriedAnswer, ...] = ()
    """All answers from there on."""
    name: str = ""
    """The branch's own name: chance draws the same in every branch of that name from that step, and differently under another
    name."""


class Branch(msgspec.Struct, frozen=True):
    """The answer to `Try`: the position after those answers."""

    seq: int
    """The `Try.seq`, plus one for each answer."""
    views: dict[str, ViewData]
    """Each role's, and the observer's."""
    events: dict[str, list[EventData]]
    """What each viewer was told after the step at which it branches off, with all changes."""
    certain: bool
    """Whether nothing is hidden in that game, one role alone was asked for each of those answers, and chance was not involved:
    then the line may become a conditional move (`ConditionalMoves`)."""
