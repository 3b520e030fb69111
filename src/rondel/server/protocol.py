"""The wire protocol: every message between a page (or any other client) and the arena, as one tagged union each way.

JSON text frames over one WebSocket at ``/ws``. A client says `Hello` first and is answered by `Welcome` or `Resumed`; from then
on each `Play` and `Undo` is answered by exactly one `Accepted` (after it is stored) or `Refused` (nothing has changed), and
everybody at the table gets an `Update`. The TypeScript twin (``web/src/protocol.ts``) is generated from this file by
``rondel.server.typescript``.

This module holds data only: it knows neither sockets nor tables nor rules. Views, scenes and events are the engine's
plain data and travel as they are; ``docs/protocol.md`` describes them.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

VERSION: Final = 1

Json = dict[str, Any]
"""A view, scene or event: plain data made by the engine for one role."""

SeatKind = Literal["person", "bot", "open"]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One role at a table and who sits there."""

    role: str
    kind: SeatKind
    name: str = ""
    """A person's own; a bot's is what its kind is called (`BotInfo.label`), unless it was given another."""
    present: bool = False
    """Whether a socket of this seat's holder is open now; bots are always present."""
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""
    number: int = 0
    """For a bot without a name of its own, which one of its kind it is, from 1, where several sit at the table; else 0."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody may know about a table."""

    id: str
    game: str
    title: str
    seats: tuple[Seat, ...]
    round: int = 1
    """Games played at this table, this one included: `Again` starts the next."""


# -- client to server --------------------------------------------------------------------------------------------------


class Since(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a client that comes back was."""

    seq: int
    """The `Update.seq` it saw last."""
    events: dict[str, int]
    """For each role it plays (or the observer), how many events it was told: the number of the next one."""


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """Opens a connection to a table: with the tokens of the seats this client holds, or with none to watch."""

    version: int
    table: str
    tokens: tuple[str, ...] = ()
    since: Since | None = None
    """For a client that comes back: it is answered by `Resumed`, with what it has missed, when it was at this game and has the
    same roles, and otherwise by `Welcome`, as a client is that has seen nothing."""


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """One answer. ``id`` is the client's own: sent again after a lost connection it has no second effect."""

    id: str
    role: str
    move: str
    seq: int
    """The `Update.seq` the answer was given to; another one is refused as ``stale``."""


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back the role's last answer."""

    id: str
    role: str
    seq: int


class Again(msgspec.Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Start the next game at this table, with the same seats; only when the game is over."""

    id: str


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientMessage = Hello | Play | Undo | Again | Ping

# -- server to client --------------------------------------------------------------------------------------------------


class Welcome(msgspec.Struct, frozen=True, tag="welcome"):
    """Everything a client needs to draw the table: the answer to `Hello`, and sent again when a new game starts."""

    version: int
    table: Table
    scene: Json
    roles: tuple[str, ...]
    """The roles this client plays; empty for an observer."""
    seq: int
    views: dict[str, Json]
    """One view for each of ``roles``, or the observer's alone."""
    events: dict[str, list[Json]]
    undoable: tuple[str, ...]
    """Those of ``roles`` whose last answer can be taken back now without anybody's consent."""


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """The answer to a `Hello` that says where the client was: the position, and what has happened since."""

    version: int
    table: Table
    roles: tuple[str, ...]
    seq: int
    views: dict[str, Json]
    events: dict[str, list[Json]]
    """What the client has not been told yet; like those of a `Welcome` without their changes."""
    undoable: tuple[str, ...]
    """As in `Welcome`."""


class Update(msgspec.Struct, frozen=True, tag="update"):
    """The position after an accepted answer; or as it is, with what may be undone now, after somebody has sat down."""

    seq: int
    views: dict[str, Json]
    events: dict[str, list[Json]]
    """What happened since the last message, for each role this client plays (or the observer)."""
    undoable: tuple[str, ...]
    """As in `Welcome`."""


class Accepted(msgspec.Struct, frozen=True, tag="accepted"):
    """The message ``id`` was carried out and is stored for good."""

    id: str
    seq: int


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """The message ``id`` (null if it had none) was refused and changed nothing."""

    id: str | None
    code: str
    """Stable: one of the engine's error codes (`rondel.errors`; ``rules`` when the game's own rules broke down), or malformed,
    too_large, version, unknown_table, unknown_seat, not_seated, stale, duplicate_id, not_over, not_saved, unavailable, frozen,
    internal.
    ``docs/protocol.md`` says what each means and what to do."""
    message: str
    seq: int | None = None


class Seats(msgspec.Struct, frozen=True, tag="seats"):
    """Somebody sat down, left, came back."""

    seats: tuple[Seat, ...]


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to `Ping`."""


ServerMessage = Welcome | Resumed | Update | Accepted | Refused | Seats | Pong

# -- over HTTP ---------------------------------------------------------------------------------------------------------


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit where: ``me`` (the client that creates the table), ``open`` (whoever has the invitation), or ``bot``."""

    role: str
    kind: Literal["me", "open", "bot"]
    bot: str = ""
    """For a bot, its kind: the name of a `BotInfo`."""
    name: str = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables``: create a table."""

    game: str
    seats: tuple[NewSeat, ...]
    options: dict[str, Any] = {}
    name: str = ""
    """The creator's name."""


class Created(msgspec.Struct, frozen=True):
    """The answer to `NewTable`: the creator's seat tokens by role, and the code for others to sit down with."""

    table: str
    tokens: dict[str, str]
    invite: str


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{id}/seat``: sit down on an open seat (the first one when no role is named)."""

    invite: str
    name: str = ""
    role: str = ""


class Taken(msgspec.Struct, frozen=True):
    """The answer to `TakeSeat`: the token is the seat; whoever has it plays it."""

    role: str
    token: str


class Opening(msgspec.Struct, frozen=True):
    """How a game looks when it begins, with every seat taken and the options as they are: data to draw, for the observer."""

    scene: Json
    containers: Json


class GameInfo(msgspec.Struct, frozen=True):
    """``GET /api/games``: one playable game."""

    name: str
    title: str
    summary: str
    roles: tuple[str, ...]
    fewest: int
    """The least number of seats."""
    options: list[Json]
    """Each: name, text, default, and either ``values`` or ``low`` and ``high``."""
    opening: Opening


class BotInfo(msgspec.Struct, frozen=True):
    """``GET /api/bots``: one kind of bot a seat may be given to."""

    name: str
    """What `NewSeat.bot` and `Seat.bot` call it."""
    label: str
    """What people call it; marked for translation, like the summary."""
    summary: str
    """How it plays, in a sentence."""


class Texts(msgspec.Struct, frozen=True):
    """``GET /api/texts/{lang}``: the catalogue of one language, by which a client fills in the texts of views and events."""

    lang: str
    """The language there is for the one asked for: "de" for "de-AT"; "en" for one that nothing is translated into."""
    samples: tuple[int, ...]
    """For each form of a plural a number that takes it, so that the form of any number can be found by the rules of CLDR."""
    messages: dict[str, list[str]]
    """The translation of each message: one text, or one for each form of a plural. What is not here is read in English."""


# -- over HTTP, for developers: only where the arena was started with ``--dev`` ---------------------------------------


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
    scene: Json


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
    most: int = 100
    """How many of its moves are wanted."""


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
    """How many moves there are; ``moves`` are the first of them."""
    moves: tuple[TreeMove, ...]
    views: dict[str, Json]
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


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP answer that is not a success."""

    code: str
    """Stable, as in `Refused`; over HTTP also wrong_invitation, no_open_seat, seats, unknown_bot, foreign_origin, not_json,
    not_found."""
    message: str
