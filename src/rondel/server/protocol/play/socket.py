"""The messages of one socket: those of a client at a table, and those of the server."""

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
    """The last state that a returning client knows."""

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
    """For a returning client. The answer is `Resumed`, with what it has missed, when it was in this round, has the same
    roles and has missed no more than 2,000 events of a role, and otherwise `Welcome`."""


class Play(Signed, frozen=True, tag="play"):
    """One answer."""

    move: str
    seq: int
    """The `Update.seq` of the position that the answer is for; another one is refused as ``stale``."""


class Undo(Signed, frozen=True, tag="undo"):
    """Take back the role's last answer."""

    seq: int


class Again(msgspec.Struct, frozen=True, tag="again", forbid_unknown_fields=True):
    """Play the next game at this table; only when the game is over. It offers a rematch to the other people, or agrees to
    theirs. The game begins when all people have agreed: at once where there is nobody to ask."""

    id: MessageId


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Checks the connection."""


class Shown(msgspec.Struct, frozen=True):
    """The position for a client that plays some roles, or none."""

    seq: int
    """The number of the table's last answer."""
    views: dict[str, ViewData]
    """One view for each role this client plays, or the observer's alone."""
    events: dict[str, list[EventData]]
    """For each of them, the events that this client has not been told yet."""
    undoable: tuple[str, ...]
    """Those of its roles whose last answer can be taken back now without consent."""
    standing: Standing


class Admission(Shown, frozen=True):
    """The answer to `Hello`. Its events have no changes, because they lie in the past."""

    version: int
    table: Table
    roles: tuple[str, ...]
    """The roles this client plays; empty for an observer."""
    answered: dict[str, int]
    """For each of ``roles``, how many of its events it had been told when it answered last: events from that number on have
    happened since its last turn. 0 where it has not answered in this round."""


class Welcome(Admission, frozen=True, tag="welcome"):
    """Everything a client needs to draw the table: the answer to `Hello`, and sent again when a new game starts.
    Of the events of each role the latest 2,000."""

    scene: SceneData


class Resumed(Admission, frozen=True, tag="resumed"):
    """The answer to a `Hello` with `since`: the position, and what has happened since."""


class Preload(msgspec.Struct, frozen=True):
    """The data in the page of a table, to be drawn before its socket is open."""

    languages: tuple[str, ...]
    """The answer of ``GET /api/languages``."""
    welcome: Welcome
    """The answer that `Hello` would get, for the seats of the session that fetched the page."""


class Update(Shown, frozen=True, tag="update"):
    """The position after an accepted answer; or the same position, when undoable answers, a clock, an offer or the outcome have
    changed."""


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
    """The seats have changed: somebody sat down, left or returned; or more or fewer look on."""

    seats: tuple[Seat, ...]
    watching: int = 0
    """How many clients look on without a seat."""


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to `Ping`."""


Said = Play | Undo | Again | Resign | Offer | Agree | Decline | Withdraw | Claim | Start
"""The messages to a table: each has an id, and is answered under it."""

ClientMessage = Hello | Said | Follow | Ping
"""The messages of a client."""

ServerMessage = Welcome | Resumed | Update | Accepted | Refused | Seats | Lobby | ChatLine | Pong
"""The messages of the server."""
