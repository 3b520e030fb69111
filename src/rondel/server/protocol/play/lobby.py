"""The lobby: what it lists over HTTP, and what those who follow it over the socket are told."""

from __future__ import annotations

import msgspec

from rondel.server.protocol.play.table import Seat
from rondel.server.protocol.play.terms import Terms


class Follow(msgspec.Struct, frozen=True, tag="follow", forbid_unknown_fields=True):
    """Be told from now on what changes in the lobby, and at one's own tables; ``on`` false: no longer."""

    on: bool = True


class Listed(msgspec.Struct, frozen=True):
    """One table as the lobby shows it."""

    id: str
    game: str
    title: str
    seats: tuple[Seat, ...]
    """Without who is there now: nobody opens a table to list it."""
    terms: Terms
    created_at: int
    """In milliseconds since 1970, as all times."""
    round: int
    seq: int
    """How many answers have been given."""
    active: tuple[str, ...]
    """The roles it waits for; nobody where the round is over."""
    at: int
    """When the last answer was given, or the table was made."""


class Listing(msgspec.Struct, frozen=True):
    """``GET /api/lobby``: public tables that are not over, the newest first."""

    tables: tuple[Listed, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Mine(msgspec.Struct, frozen=True):
    """One table of somebody's own that is not over."""

    table: Listed
    roles: tuple[str, ...]
    """Those they play."""
    turn: bool
    """Whether it waits for one of them."""


class Mines(msgspec.Struct, frozen=True):
    """``GET /api/me/tables``: the tables of one's own that are not over: those that wait for one first, the longest waiting
    foremost."""

    tables: tuple[Mine, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one. Only within a page they are in that order."""


class Finished(msgspec.Struct, frozen=True):
    """One round of somebody's that has ended."""

    table: str
    game: str
    title: str
    round: int
    seq: int
    """The answer that ended it."""
    at: int
    roles: tuple[str, ...]
    """Those they played."""
    ranks: dict[str, int]
    rated: bool
    seats: tuple[Seat, ...]
    """Who sits at the table."""


class Finishes(msgspec.Struct, frozen=True):
    """``GET /api/me/finished``: rounds of one's own that have ended, the last first; ``GET /api/people/{name}/finished``: those
    of somebody with an account that everybody may look at."""

    rounds: tuple[Finished, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Lobby(msgspec.Struct, frozen=True, tag="lobby"):
    """To who follows the lobby: what has changed since the last of these, at most once a second."""

    tables: tuple[Listed, ...]
    """Tables that are new, or look otherwise now."""
    gone: tuple[str, ...]
    """The ids of tables that are no longer listed."""
    mine: bool
    """Whether something has happened at tables of one's own: ask for `Mines` again."""
