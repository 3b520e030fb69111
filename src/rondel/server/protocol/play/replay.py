"""The past over HTTP: which rounds were played at a table, and one of them step by step."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rondel.server.protocol.play.agreements import Outcome
from rondel.server.protocol.play.table import Seat
from rondel.server.protocol.views.described import Json, described
from rondel.server.protocol.views.scene import SceneData
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


DeedKind = Literal["start", "resign", "flag", "claim", "offer", "agree", "decline", "withdraw"]
"""What people do at a table besides answering, and what time does: ``start`` is nobody's where the game began of itself."""


class Deed(msgspec.Struct, frozen=True):
    """One of these."""

    seq: int
    """Its number among the table's answers."""
    at: int
    """When, in milliseconds since 1970."""
    kind: DeedKind
    role: str
    """Who has done it, or whose time is up; empty where nobody has."""
    what: str
    """Of an offer, and of what was said to one, what was offered: ``draw``, ``undo`` or ``end``; else empty."""
    outcome: Outcome | None = None
    """How the round has ended by it."""


class DoneDeed(msgspec.Struct, frozen=True):
    """A deed, and where it stands in what somebody has been told of the game."""

    deed: Deed
    told: int
    """How many events that viewer had been told before it: the number of the next one."""


class DoneDeeds(msgspec.Struct, frozen=True):
    """``GET /api/tables/{id}/rounds/{n}/deeds``: what was done in a round so far besides answering, in order."""

    deeds: tuple[DoneDeed, ...]


class Step(msgspec.Struct, frozen=True):
    """What somebody saw after one answer of a round."""

    seq: int
    at: int
    """When it was given, in milliseconds since 1970; 0 for how the first round began."""
    role: str
    """Who answered; empty for how the round began, and where the table did."""
    view: ViewData
    events: list[EventData]
    """What was told at it, with all that changed."""
    deed: Deed | None = None
    """What was done, where it was no answer to the game."""


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
    """As whom the asker may look at it."""
    first: int
    """The number of the step it began with."""
    last: int
    """The number of its last step so far."""
    over: bool
    steps: tuple[Step, ...]
    next: int | None
    """Where the next page begins, as ``since``; null on the last one."""
    formats: tuple[str, ...]
    """What it can be taken home as by the asker: ``GET /api/tables/{id}/rounds/{n}/{format}``."""
    open: bool
    """Whether it can be tried out: ``POST /api/tables/{id}/rounds/{n}/branch``."""


class TriedAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a `Try`."""

    role: str
    move: str


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/rounds/{n}/branch``: play on from a position of a round, without changing anything."""

    seq: int
    """The number of the step it branches off from."""
    answers: tuple[TriedAnswer, ...] = ()
    """All that was answered from there on."""
    name: str = ""
    """The branch's own: what chance gives is the same in every branch of that name from there, and no other's."""


class Branch(msgspec.Struct, frozen=True):
    """The answer to `Try`: how it looks after those answers."""

    seq: int
    """That of the `Try`, and one more for each answer."""
    views: dict[str, ViewData]
    """Each role's, and the observer's."""
    events: dict[str, list[EventData]]
    """What each was told from the position on at which it branches off, with all that changed."""
    certain: bool
    """Whether nothing is hidden in that game, each of those answers was asked of one role alone, and chance had no say in it:
    then one may plan to answer so (`Plan`)."""
