"""Ratings over HTTP: who is how strong at which game, and how they came to it."""

from __future__ import annotations

import msgspec


class Rated(msgspec.Struct, frozen=True):
    """What somebody with an account has come to at one game."""

    name: str
    game: str
    title: str
    rating: float
    """A strength they surpass almost certainly: three deviations below the mean; 0 at the beginning."""
    mean: float
    deviation: float
    rounds: int
    """How many of theirs were rated."""
    won: int
    """How many of these they won, alone or with others."""


class Leaderboard(msgspec.Struct, frozen=True):
    """``GET /api/games/{game}/leaderboard``: the strongest first."""

    people: tuple[Rated, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""


class Profile(msgspec.Struct, frozen=True):
    """``GET /api/people/{name}``: what everybody may know of somebody with an account."""

    name: str
    since: int
    """When the account was made, in milliseconds since 1970."""
    ratings: tuple[Rated, ...]


class Course(msgspec.Struct, frozen=True):
    """One rated round of somebody, and what is believed of them after it."""

    at: int
    rank: int
    rating: float
    mean: float
    deviation: float


class Courses(msgspec.Struct, frozen=True):
    """``GET /api/people/{name}/ratings/{game}``: somebody's rated rounds of a game, the last first."""

    rounds: tuple[Course, ...]
    next: str | None
    """Where the next page begins, as ``after``; null on the last one."""
