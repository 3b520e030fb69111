"""Ratings over HTTP: strengths at a game, and their history."""

from __future__ import annotations

import msgspec


class Rated(msgspec.Struct, frozen=True):
    """The rating of an account at one game."""

    name: str
    game: str
    title: str
    rating: float
    """The strength that the player surpasses almost certainly: three deviations below the mean; 0 at the beginning."""
    mean: float
    deviation: float
    rounds: int
    """The number of rated rounds."""
    won: int
    """The number of rated rounds that were won, alone or with others."""


class Leaderboard(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/leaderboard``: the strongest first."""

    people: tuple[Rated, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Profile(msgspec.Struct, frozen=True):
    """``GET /api/people/{name}``: what everybody may know of an account."""

    name: str
    since: int
    """When the account was created, in milliseconds since 1970."""
    ratings: tuple[Rated, ...]


class RatedRound(msgspec.Struct, frozen=True):
    """One rated round of an account, and the rating after it."""

    at: int
    rank: int
    rating: float
    mean: float
    deviation: float


class RatedRounds(msgspec.Struct, frozen=True):
    """``GET /api/people/{name}/ratings/{game}``: the rated rounds of an account at a game, the last first."""

    rounds: tuple[RatedRound, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""
