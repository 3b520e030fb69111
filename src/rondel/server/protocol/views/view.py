"""Views: the position of a game as one role may see it, with the moves of that role."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from rondel.server.protocol.views.described import Json, described
from rondel.server.protocol.views.text import Arg, Text

Place = str
"""A place of the table, ``container:slot``: a cell of a grid, or an index in a row, hand or pile."""


class Numbers(msgspec.Struct, frozen=True):
    """The whole numbers that the last part of a move may be. The move of a number is ``before``, the number, ``after``."""

    least: int
    most: int
    step: int
    before: str
    """``raise_to(``."""
    after: str
    part: str
    """The name of the number among the arguments of ``describe``."""


class LegalMove(msgspec.Struct, frozen=True):
    """One move that a role may answer with."""

    text: str
    """What `Play.move` sends: ``play_disc(d3)``."""
    action: str
    places: tuple[Place, ...]
    """One for each part of the move, in order; empty text for a part that is nowhere on the table."""
    forced: bool
    """Whether it is the only legal move."""
    describe: Text
    says: Text | UnsetType = UNSET
    """The move in a few words, for a button or to confirm it; absent where `View.says` words its action, or nothing does."""
    numbers: Numbers | UnsetType = UNSET
    """For a long range of whole numbers, which is one entry: the entry is the move of the least."""


class SeveralOption(msgspec.Struct, frozen=True):
    """One of the things in a `Several`."""

    move: str
    """The move that chooses it."""
    places: tuple[Place, ...]
    """Where it lies; of equal things, where each of them lies."""


class Several(msgspec.Struct, frozen=True):
    """Several things are chosen together. A client lets them be marked in any order, and sends their moves in the order of the
    options, then ``done`` when fewer than ``most`` are chosen."""

    least: int
    most: int
    options: tuple[SeveralOption, ...]


class TokenView(msgspec.Struct, frozen=True):
    """A piece or card."""

    kind: str
    """A key of `Scene.kinds`."""
    id: int | UnsetType = UNSET
    """This viewer's own number of the token, for drawing only; absent in a pile."""
    at: str | int | UnsetType = UNSET
    """Its place; absent in a pile. In `ContainerView.known`, ``top0`` is the top token; absent where the number of tokens above
    may not be known."""
    owner: str | UnsetType = UNSET
    face: str | UnsetType = UNSET
    """Absent where it has none, or this viewer may not see it."""
    props: Json | UnsetType = UNSET
    level: int | UnsetType = UNSET
    """How many tokens lie under it on its place, where a place holds several."""
    down: bool | UnsetType = UNSET
    """True where it lies face down for somebody."""


class ContainerView(msgspec.Struct, frozen=True):
    """The tokens in a container, or their number."""

    tokens: tuple[TokenView, ...] | UnsetType = UNSET
    """A pile lists them as a set: the order says nothing about the order in the pile."""
    backs: int | UnsetType = UNSET
    """How many there are, where no more than that may be seen."""
    known: tuple[TokenView, ...] | UnsetType = UNSET
    """Of a pile that is not shuffled as a whole: the tokens that the viewer knows, from the top."""


class Mark(msgspec.Struct, frozen=True):
    """A place that a player should look at, and the reason in a word."""

    place: Place
    text: Text


class View(msgspec.Struct, frozen=True):
    """Everything one role may know of the position."""

    game: str
    role: str
    """Or ``observer``."""
    state: str
    """The state of the rules."""
    private: str | None
    """The role's own state within it, where each role goes through states of its own."""
    active: tuple[str, ...]
    """The roles whose answer the game waits for."""
    over: bool
    question: Text | None
    play_order: tuple[str, ...]
    progress: int | None
    """From 0 to 100."""
    scores: dict[str, float] | None
    """Null while they are hidden."""
    winners: tuple[str, ...]
    """All tied roles on a draw."""
    ranks: dict[str, int] | None
    """Null until the game is over; tied roles share a rank."""
    eliminated: tuple[str, ...]
    """The roles that are out, the first one first."""
    stats: dict[str, float | dict[str, float]]
    """By name: one value for the table, or one for each role."""
    props: Json
    """The values of the props that this role may see."""
    containers: dict[str, ContainerView]
    """Those of which this role may see something."""
    args: Json
    """What the rules tell a client about the state."""
    moves: tuple[LegalMove, ...]
    """The legal moves of this role. Where several roles answer at the same time, a role that has answered has moves too,
    because it may change its answer; `active` says whose answer is missing."""
    says: dict[str, str] | UnsetType = UNSET
    """The short form of moves by their action: a message. The arguments of ``describe`` fill its placeholders."""
    marks: tuple[Mark, ...] | UnsetType = UNSET
    ending: Text | UnsetType = UNSET
    """How the game has ended, in words that follow the result: "by checkmate"."""
    decisive: tuple[str, ...] | UnsetType = UNSET
    """The places that decided a game that is over, such as four discs in a line."""
    several: Several | UnsetType = UNSET


class Change(msgspec.Struct, frozen=True):
    """What a part of the table looks like after an event."""

    of: str
    """``container:NAME`` or ``prop:NAME``."""
    now: Any = msgspec.field(name="is")
    """A `ContainerView`, or the value of the prop."""


class GameEvent(msgspec.Struct, frozen=True):
    """One event of a role's own log."""

    number: int
    """Its place in the log of the role, from 0. It has nothing to do with `Update.seq`."""
    name: str
    """The action of a move, the name the rules gave an event, or ``undo``; empty for a move this role is not told about."""
    role: str | None
    """The role that acted."""
    text: Text | None
    args: dict[str, Arg]
    """For programs: the parts of the move by name and their ``places``, or the values the rules gave the event."""
    changes: tuple[Change, ...]
    """The parts of the table that changed since the event before, each as it is at this event. Empty in `Welcome` and
    `Resumed`, whose events lie in the past."""
    move: int | UnsetType = UNSET
    """At a table, the number of the move during which it was told; 0 before the first. Undos, offers and resignations are no
    moves. A replay has the same numbers."""


ViewData = Annotated[Json, described(View)]
"""A `View` as the engine makes it."""

ContainerData = Annotated[Json, described(ContainerView)]
"""A `ContainerView` as the engine makes it."""

EventData = Annotated[Json, described(GameEvent)]
"""A `GameEvent` as the engine makes it."""
