"""The conversation over one socket: what a client at a table says, and what it is told."""

from __future__ import annotations

from typing import Final

import msgspec

from rondel.server.protocol.bounds import MessageId, Tokens
from rondel.server.protocol.people.chat import ChatLine
from rondel.server.protocol.play.agreements import Agree, Claim, Decline, Offer, Resign, Signed, Standing, Start, Withdraw
from rondel.server.protocol.play.lobby import Follow, Lobby
from rondel.server.protocol.play.table import Seat, Table
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.view import EventData, ViewData

VERSION: Final = 1


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
    tokens: Tokens = ()
    since: Since | None = None
    """For a client that comes back: it is answered by `Resumed`, with what it has missed, when it was at this game and has the
    same roles, and otherwise by `Welcome`, as a client is that has seen nothing."""


class Play(Signed, frozen=True, tag="play"):
    """One answer."""

    move: str
    seq: int
    """The `Update.seq` the answer was given to; another one is refused as ``stale``."""


class Undo(Signed, frozen=True, tag="undo"):
    """Take back the role's last answer."""

    seq: int


class Again(msgspec.Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Start the next game at this table, with the same seats; only when the game is over."""

    id: MessageId


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


class Shown(msgspec.Struct, frozen=True):
    """The position, as a client sees it that plays some roles, or none."""

    seq: int
    """The number of the table's last answer."""
    views: dict[str, ViewData]
    """One view for each role this client plays, or the observer's alone."""
    events: dict[str, list[EventData]]
    """For each of them, what has happened that this client has not been told yet."""
    undoable: tuple[str, ...]
    """Those of its roles whose last answer can be taken back now without anybody's consent."""
    standing: Standing


class Admission(Shown, frozen=True):
    """The answer to `Hello`. Its events are without their changes, which lie in the past."""

    version: int
    table: Table
    roles: tuple[str, ...]
    """The roles this client plays; empty for an observer."""
    answered: dict[str, int]
    """For each of ``roles``, how many of its events it had been told when it answered last: those from that number on are what
    has happened since its last turn. 0 where it has not answered in this round."""


class Welcome(Admission, frozen=True, tag="welcome"):
    """Everything a client needs to draw the table: the answer to `Hello`, and sent again when a new game starts."""

    scene: SceneData


class Resumed(Admission, frozen=True, tag="resumed"):
    """The answer to a `Hello` that says where the client was: the position, and what has happened since."""


class Preload(msgspec.Struct, frozen=True):
    """What the page of a table brings along, to be drawn before its socket is open."""

    languages: tuple[str, ...]
    """The answer of ``GET /api/languages``."""
    welcome: Welcome
    """What `Hello` would be answered with, for the seats of the session the page was fetched in."""


class Update(Shown, frozen=True, tag="update"):
    """The position after an accepted answer; or as it is, when something else is another: what may be undone, a clock, an
    offer, how it ended."""


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
    ``docs/protocol/codes.md`` says what each means and what to do."""
    message: str
    seq: int | None = None


class Seats(msgspec.Struct, frozen=True, tag="seats"):
    """Somebody sat down, left, came back."""

    seats: tuple[Seat, ...]


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to `Ping`."""


Said = Play | Undo | Again | Resign | Offer | Agree | Decline | Withdraw | Claim | Start
"""What somebody at a table may say to it: each with an id, by which it is answered."""

ClientMessage = Hello | Said | Follow | Ping
"""What a client may say."""

ServerMessage = Welcome | Resumed | Update | Accepted | Refused | Seats | Lobby | ChatLine | Pong
"""What it may be told."""
