"""Tournaments between people, over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rondel.pairings.placings import AnyTieBreak
from rondel.server.protocol.play.terms import Fischer, PerMove

TournamentFormat = Literal["swiss", "round_robin", "knock_out", "arena"]

TournamentState = Literal["open", "running", "ended", "cancelled"]

TournamentEnd = Literal["", "too_few", "host", "moderator", "rules"]
"""Why a tournament was cancelled: fewer players were there at its start than a table needs; by its host; by a moderator; the
rules of the game broke down."""

EntrantState = Literal["in", "paused", "withdrawn", "removed"]

TournamentDeed = Literal["join", "pause", "resume", "withdraw", "start", "cancel", "remove"]


class TournamentTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a tournament is played."""

    format: TournamentFormat
    clock: Fischer | PerMove
    """The clock of its games: without one a game might never end."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=19)] = 0
    """Swiss rounds; 0 for as many as find a winner. Round robins and knock-outs have their own number."""
    minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)] = 0
    """How long an arena pairs; games that have begun are finished."""
    most: Annotated[int, msgspec.Meta(ge=2, le=128)] = 64
    """The number of players, at most."""
    rated: bool = False
    late: bool = True
    """Whether people may join a Swiss tournament in the first half of its rounds, and an arena until its end."""
    seats: Annotated[int, msgspec.Meta(ge=2, le=12)] = 2
    """The number of players of a table. With more than two, or with teams, the format is ``swiss`` or ``arena``."""
    fewest: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """The number of players that a table may have where not all can be full; 0 for ``seats``."""
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each team, from 0. The server knows them from the game, and does not read them."""


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tournaments``: announce a tournament. For accounts."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    game: str
    terms: TournamentTerms
    starts_in: Annotated[int, msgspec.Meta(ge=0, le=90 * 86_400)]
    """Seconds until it begins."""


class TournamentAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tournaments/{id}``: ``join``, ``pause`` (no game in the next rounds), ``resume`` or ``withdraw``; its host
    may ``start`` it at once, ``cancel`` it, and ``remove`` a player."""

    deed: TournamentDeed
    number: int = 0
    """For ``remove``: the `Entrant.number`."""


class TournamentListed(msgspec.Struct, frozen=True):
    """One tournament as lists show it."""

    id: str
    title: str
    game: str
    game_title: str
    terms: TournamentTerms
    state: TournamentState
    host: str
    """The name of its host; empty where the account was deleted."""
    starts_at: int
    """In milliseconds since 1970, as all times."""
    ended_at: int | None
    round: int
    """The last round that was paired; 0 before the start."""
    rounds: int
    """How many there will be; 0 where that is not known yet, and for an arena."""
    entrants: int
    mine: bool
    """Whether the client takes part."""
    winner: str = ""
    """The name of the best, at the end."""


class Tournaments(msgspec.Struct, frozen=True):
    """``GET /api/tournaments``: those that are open or running, the next to start first, then those that ended last."""

    tournaments: tuple[TournamentListed, ...]
    now: int


class Entrant(msgspec.Struct, frozen=True):
    """A player of a tournament, at its place in the standings."""

    number: int
    seed: int
    """The pairing number, 1 for the best rating; 0 before the start."""
    name: str
    state: EntrantState
    rating: int
    place: int
    """Shared by those who are level."""
    points: float
    tie_breaks: tuple[float, ...]
    on_streak: bool = False
    """In an arena: whether the next game counts double."""


class TournamentGame(msgspec.Struct, frozen=True):
    """A game of a tournament: its players at a table, a forfeit, or a bye."""

    round: int
    board: int
    game: int
    """1, or more where a drawn game of a knock-out is repeated."""
    players: tuple[int, ...]
    """The seeds, in the order of the seats; a bye has one."""
    points: tuple[float, ...] | None
    """Of each player; null while the game goes on. At a table of more than two, the share of the opponents that are behind."""
    played: bool
    """False for byes and forfeits."""
    table: str
    """The id of its table; empty where it has none."""


class Tournament(msgspec.Struct, frozen=True):
    """``GET /api/tournaments/{id}``: all of a tournament."""

    listed: TournamentListed
    reason: TournamentEnd
    entrants: tuple[Entrant, ...]
    """The standings, best first; before the start in the order of joining."""
    games: tuple[TournamentGame, ...]
    """All games, by round and board; of an arena the running ones and the last hundred."""
    tie_breaks: tuple[AnyTieBreak, ...]
    """What orders equal points, first the most important. ``opponents``: the mean of the points of all opponents, at tables
    of more than two."""
    ends_at: int | None
    """When an arena stops pairing."""
    due_at: int | None
    """When the next round begins, once no game of this one goes on."""
    me: Entrant | None
    """The client, where it takes part."""
    my_table: str
    """The table at which the client plays now."""
    is_host: bool
    revision: int
    """Counts the changes."""
    now: int
    """The server's time."""
