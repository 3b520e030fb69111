"""Ratings over HTTP: strengths at a game, over all time and in seasons, and their history."""

from __future__ import annotations

from typing import Literal

import msgspec


class Rated(msgspec.Struct, frozen=True):
    """The rating of an account at one game."""

    name: str
    game: str
    title: str
    rating: float
    """The estimated strength, on the scale of Elo: 1500 at the beginning."""
    deviation: float
    """Its standard deviation, in points of that scale."""
    provisional: bool
    """Whether few rounds have been rated yet: the rating is shown with "?"."""
    rounds: int
    """The number of rated rounds: `won`, `drawn` and `lost` together."""
    won: int
    """The number of rated rounds with a first place, alone or with some of the others."""
    drawn: int
    """The number of rated rounds in which all shared the first place."""
    lost: int


class Leaderboard(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/leaderboard``: the strongest first, and those with provisional ratings after the others."""

    people: tuple[Rated, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Season(msgspec.Struct, frozen=True):
    """A part of the calendar in which everybody begins anew."""

    name: str
    """``2026-Q4``, ``2026-11`` or ``2026``; times are UTC."""
    starts: int
    """In milliseconds since 1970."""
    ends: int
    """When the next one starts."""
    over: bool


class SeasonStandings(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/seasons/{season}``: the strongest first, and those with provisional ratings after the others."""

    season: Season
    people: tuple[Rated, ...]
    """The ratings of this season's rounds alone; the rounds, too, are those of the season."""
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class SeasonResult(msgspec.Struct, frozen=True):
    """What an account has come to in a season, at one game."""

    season: Season
    place: int
    """The place in the standings, from 1."""
    people: int
    """How many have a place."""
    rated: Rated


class OwnSeason(msgspec.Struct, frozen=True):
    """A season's rating of the principal as it is stored."""

    season: str
    game: str
    mean: float
    deviation: float
    rounds: int
    won: int
    drawn: int


FormOutcome = Literal["won", "drawn", "lost", "none"]
"""``lost``: every place but the first. ``none``: the game ended without a result."""


class FormGame(msgspec.Struct, frozen=True):
    """One of the last games of an account that everybody may look at."""

    table: str
    round: int
    title: str
    at: int
    outcome: FormOutcome
    rated: bool
    """Whether it was played at a rated table."""


class Reliability(msgspec.Struct, frozen=True):
    """How reliably an account finishes what it begins with others."""

    games: int
    """The games that count: the last 50 at most."""
    percent: int | None
    """The share that it has finished, newer games counting more; null for a newcomer with fewer than five games."""


class UnratedRecord(msgspec.Struct, frozen=True):
    """The public games of an account with others at unrated tables, at one game."""

    game: str
    title: str
    won: int
    drawn: int
    lost: int
    """As of `FormOutcome`."""


class Profile(msgspec.Struct, frozen=True):
    """``GET /api/people/{name}``: what everybody may know of an account."""

    name: str
    since: int
    """When the account was created, in milliseconds since 1970."""
    ratings: tuple[Rated, ...]
    unrated: tuple[UnratedRecord, ...]
    """Of the last 500 public games with others at unrated tables, the game of most of them first."""
    form: tuple[FormGame, ...]
    """The last ten public games, the newest first."""
    reliability: Reliability
    vacation: int | None = None
    """While the account is on vacation, when that ends at the latest, in milliseconds since 1970."""
    seasons: tuple[SeasonResult, ...] = ()
    """Its results in the last seasons, the newest first."""


class RatedRound(msgspec.Struct, frozen=True):
    """One rated round of an account, and the rating after it."""

    at: int
    rank: int
    rating: float
    """As of `Rated`."""
    deviation: float
    provisional: bool


class RatedRounds(msgspec.Struct, frozen=True):
    """``GET /api/people/{name}/ratings/{game}``: the rated rounds of an account at a game, the last first."""

    rounds: tuple[RatedRound, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""
