"""Stored ratings as they are sent: on the scale of Elo, with the title of the game."""

from __future__ import annotations

from rondel.rating import Rating
from rondel.server import protocol
from rondel.server.catalog.games import title
from rondel.server.features.ratings.rating_log import Standing


def rated(each: Standing) -> protocol.Rated:
    """The rating of an account at a game as others see it.

    >>> shown = rated(Standing("p1", "Ada", "chess", 30.0, 2.0, 1647.0, 1, 20, 15, 2))
    >>> shown.title, round(shown.rating), round(shown.deviation), shown.provisional, shown.lost
    ('Chess', 1647, 59, False, 3)
    """
    rating = Rating(each.mean, each.deviation)
    return protocol.Rated(
        each.name,
        each.game,
        title(each.game),
        rating.points,
        rating.spread,
        rating.is_provisional,
        each.rounds,
        each.won,
        each.drawn,
        each.rounds - each.won - each.drawn,
    )
