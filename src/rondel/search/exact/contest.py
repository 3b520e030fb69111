"""Contests: two-player zero-sum games without hidden information, the games that an exact search is for.

`Contest` holds the searched game and its walk, and checks these conditions. Most are checked before the search; the zero
sum is checked at each end that the search reaches.
"""

from __future__ import annotations

from typing import Final

from rondel.engine.game import Game
from rondel.engine.play.in_progress import hides
from rondel.engine.play.walk import Walk
from rondel.engine.visibility import CHANCE
from rondel.errors import Unsolvable
from rondel.search.ground import open_copy

NEARLY: Final = 0.999
"""Upper bound of an estimate in a game whose wins are worth 1: less than a certain win."""


class Contest:
    """The copy of a game that an exact search walks; chance is a seat of its own in it.

    Raises `Unsolvable` for a game without exactly two players, with partners, or with hidden information.

    >>> from rondel import new
    >>> Contest(new("kuhn_poker"))
    Traceback (most recent call last):
    rondel.errors.Unsolvable: 'kuhn_poker' hides something; an exact search needs a game in which everybody sees everything
    """

    def __init__(self, game: Game) -> None:
        kind = type(game)
        roles = game.roles
        if len(roles) != 2:
            raise Unsolvable(f"{game.name!r} has {len(roles)} players here; an exact search needs exactly 2")
        if game.cooperative or max([len(team) for team in game.teams], default=1) > 1:
            raise Unsolvable(f"the two roles of {game.name!r} are partners; an exact search needs opponents")
        if hides(game):
            raise Unsolvable(f"{game.name!r} hides something; an exact search needs a game in which everybody sees everything")
        self.game = open_copy(game)
        self.walk = Walk(self.game)
        self.first = roles[0]
        self.second = roles[1]
        self.bounded = kind.utility is Game.utility
        """Whether values lie between -1 and 1 and every end sums to 0, as the default `Game.utility` gives."""

    def worth(self) -> float:
        """The value of the reached end for the first role. Raises `Unsolvable` if the values do not sum to 0."""
        worth = self.game.utility(self.first)
        if not self.bounded:
            other = self.game.utility(self.second)
            if worth + other > 1e-9 or worth + other < -1e-9:
                raise Unsolvable(
                    f"an end of {self.game.name!r} is worth {worth:g} to {self.first} and {other:g} to {self.second}; "
                    "an exact search needs a zero-sum game"
                )
        return worth

    def values(self, worth: float) -> dict[str, float]:
        """The value of both roles, by that of the first."""
        return {self.first: worth, self.second: -worth if worth else 0.0}

    def hoped(self, estimate: float | None) -> float:
        """The value of an unfinished position by its estimate: 0 without one, and never as much as a certain win."""
        if estimate is None:
            return 0.0
        return max(-NEARLY, min(NEARLY, estimate)) if self.bounded else estimate

    def mover(self) -> str:
        """The active role; empty at the end. Raises `Unsolvable` if several roles are active, or if chance answers."""
        active = self.game.active
        if not active:
            return ""
        if len(active) > 1:
            raise Unsolvable(f"several roles act at once in {self.game.name!r}; an exact search needs turns")
        if active[0] == CHANCE:
            raise Unsolvable(f"chance answers in {self.game.name!r}: use expectimax")
        return active[0]
