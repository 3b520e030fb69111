"""The lobby: its lists over HTTP, and the changes that subscribers get over the socket."""

from __future__ import annotations

import msgspec

from rondel.server.protocol.play.agreements import Clock
from rondel.server.protocol.play.table import Seat
from rondel.server.protocol.play.terms import Terms
from rondel.server.protocol.views.scene import SceneData
from rondel.server.protocol.views.view import ContainerData


class Follow(msgspec.Struct, frozen=True, tag="follow", forbid_unknown_fields=True):
    """Subscribe to changes in the lobby and at one's own tables; ``on`` false ends it."""

    on: bool = True


class Listed(msgspec.Struct, frozen=True):
    """One table as the lobby shows it."""

    id: str
    game: str
    title: str
    seats: tuple[Seat, ...]
    """Without presence: listing a table does not load it."""
    terms: Terms
    created_at: int
    """In milliseconds since 1970, as all times."""
    round: int
    seq: int
    """How many answers have been given."""
    active: tuple[str, ...]
    """The roles it waits for; empty where the round is over."""
    at: int
    """When the last answer was given, or the table was created."""


class Listing(msgspec.Struct, frozen=True):
    """``GET /api/lobby``: public tables that are not over, the newest first."""

    tables: tuple[Listed, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Mine(msgspec.Struct, frozen=True):
    """One of the client's own tables that is not over."""

    table: Listed
    roles: tuple[str, ...]
    """Its roles there."""
    turn: bool
    """Whether it waits for one of them."""


class Mines(msgspec.Struct, frozen=True):
    """``GET /api/me/tables``: the client's own tables that are not over: those that wait for it first, the longest waiting at
    the top."""

    tables: tuple[Mine, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one. The order holds within a page only."""


class Board(msgspec.Struct, frozen=True):
    """The position at a table, to be drawn small."""

    table: str
    seq: int
    viewer: str
    """The role whose view it is, or the observer."""
    scene: SceneData
    containers: dict[str, ContainerData]
    active: tuple[str, ...]
    """The roles it waits for."""
    clocks: dict[str, Clock]
    """As in `Standing`, when the position was read."""


class LiveBoard(msgspec.Struct, frozen=True):
    """A public table at which a game goes on, and its position as the observer sees it."""

    table: Listed
    board: Board


class LiveBoards(msgspec.Struct, frozen=True):
    """``GET /api/lobby/boards``: some of the public tables that people play at now, those of the last moves."""

    boards: tuple[LiveBoard, ...]


class OwnBoards(msgspec.Struct, frozen=True):
    """``GET /api/me/boards``: the positions at the first of the tables in `Mines`, each as the client's role there sees it."""

    boards: tuple[Board, ...]


class Finished(msgspec.Struct, frozen=True):
    """One ended round of a principal."""

    table: str
    game: str
    title: str
    round: int
    seq: int
    """The number of the answer that ended it."""
    at: int
    roles: tuple[str, ...]
    """The principal's roles in it."""
    ranks: dict[str, int]
    rated: bool
    seats: tuple[Seat, ...]
    """The seats of the table."""


class Finishes(msgspec.Struct, frozen=True):
    """``GET /api/me/finished``: the client's own ended rounds, the last first; ``GET /api/people/{name}/finished``: those of an
    account that everybody may look at."""

    rounds: tuple[Finished, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """For subscribers of the lobby: what has changed since the last of these, at most once a second."""

    tables: tuple[Listed, ...]
    """Tables that are new or have changed."""
    gone: tuple[str, ...]
    """The ids of tables that are no longer listed."""
    mine: bool
    """Whether something has happened at the client's own tables: it should request `Mines` again."""
