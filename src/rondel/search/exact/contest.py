"""Contests: games for two in which nothing is hidden and one's gain is the other's loss. An exact search is for them.

`Contest` holds a game that is searched, the walk through it, and what must be true of it. What can be seen of a game before it
is played is checked at once, that its ends are worth nothing in sum where they are come to.
"""

from __future__ import annotations

from rondel.engine.game import Game
from rondel.engine.play.walk import Walk
from rondel.engine.views.viewer_ids import hides
from rondel.engine.visibility import CHANCE
from rondel.errors import Unsolvable
from rondel.search.ground import open_copy


class Contest:
    """A game that an exact search goes through, on a copy in which chance is a seat of its own.

    Raises `Unsolvable` for a game of more or fewer than two, of two who play together, or in which something is hidden.

    >>> from rondel import new
    >>> Contest(new("kuhn_poker"))
    Traceback (most recent call last):
    rondel.errors.Unsolvable: 'kuhn_poker' hides something; an exact search is for games in which everybody sees everything
    """

    def __init__(self, game: Game) -> None:
        kind = type(game)
        roles = game.roles
        if len(roles) != 2:
            raise Unsolvable(f"{game.name!r} has {len(roles)} players here; an exact search is for games of two")
        if game.cooperative or max([len(team) for team in game.teams], default=1) > 1:
            raise Unsolvable(f"in {game.name!r} the two play together; an exact search is for games of one against the other")
        if hides(game):
            raise Unsolvable(f"{game.name!r} hides something; an exact search is for games in which everybody sees everything")
        self.game = open_copy(game)
        self.walk = Walk(self.game)
        self.first = roles[0]
        self.second = roles[1]
        self.bounded = kind.utility is Game.utility
        """Whether nothing is worth more than 1 or less than -1, and all ends are worth nothing in sum: so it is by default."""

    def worth(self) -> float:
        """What the end that was come to is worth to the first role. Raises `Unsolvable` if the other's loss is another."""
        worth = self.game.utility(self.first)
        if not self.bounded:
            other = self.game.utility(self.second)
            if worth + other > 1e-9 or worth + other < -1e-9:
                raise Unsolvable(
                    f"an end of {self.game.name!r} is worth {worth:g} to {self.first} and {other:g} to {self.second}; "
                    "an exact search is for games in which one's gain is the other's loss"
                )
        return worth

    def mover(self) -> str:
        """Who moves; empty at the end. Raises `Unsolvable` where several act at once, or chance answers."""
        active = self.game.active
        if not active:
            return ""
        if len(active) > 1:
            raise Unsolvable(f"several act at once in {self.game.name!r}; an exact search is for games of turns")
        if active[0] == CHANCE:
            raise Unsolvable(f"chance answers in {self.game.name!r}: use expectimax")
        return active[0]
