"""Contest: games that only have an end. Their results are what a test gives them, as a position or by an action.

Each for himself, in teams, together against the game, with statistics, and with a tie-break of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, Stat, To, _, on

SEATS = ("north", "east", "south", "west")

TURNS = Stat("turns", _("Turns"))
ROUNDS = Stat("rounds", _("Rounds"), per="table", visible_to=EVERYONE)
SECRET = Stat("secret", _("What north has seen"), per="table", start=0.0, visible_to=("north",))


class Contest(Game):
    """Everyone for himself."""

    name = "contest"
    seats = SEATS
    fewest = 1
    stats: ClassVar[Sequence[Stat[Any]]] = (TURNS, ROUNDS, SECRET)

    def setup(self) -> To[Turn]:
        self.coins = self.add(Prop("coins", (0, 0, 0, 0), visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Contest]):
    """Whoever acts is thrown out, goes on, or ends it all."""

    description = _("{actplayer} must go on")
    my_turn = _("{you} must go on")


@on(Turn, _("{actplayer} goes on"))
def go_on(game: Contest) -> To[Turn]:
    game.count(TURNS)
    game.count(ROUNDS)
    game.set_stat(SECRET, game.stat(SECRET) + 0.5)
    game.next_player()
    return Turn


@on(Turn, _("{actplayer} throws out {role}"))
def throw_out(game: Contest, role: str) -> To[Turn] | To[GameEnd]:
    game.eliminate(role)
    return Turn if len(game.play_order.value) > 1 else GameEnd


@throw_out.options
def others(game: Contest) -> Iterable[str]:
    return game.play_order.value


@on(Turn, _("{actplayer} ends it with {points}"))
def end(game: Contest, points: str) -> To[GameEnd]:
    for role, point in zip(game.roles, points, strict=False):
        game.set_score(role, int(point))
    return GameEnd


@end.options
def results(game: Contest) -> Iterable[str]:
    return ("0000", "1000", "3213")


class Coins(Contest):
    """Who has more coins is ahead of others with the same score."""

    name = "coins"

    def tie_break(self, role: str) -> tuple[float, ...]:
        return (self.coins.value[self.roles.index(role)],)


class Partners(Coins):
    """Two against two, as at bridge."""

    name = "partners"
    fewest = 2
    teams = (("north", "south"), ("east", "west"))


class FirstOnly(Contest):
    """There is no second place."""

    name = "first_only"
    losers_share_rank = True


class Golf(Coins):
    """Points are what nobody wants."""

    name = "golf"
    lowest_wins = True


class Pairs(Partners):
    """The same for two against two."""

    name = "pairs"
    lowest_wins = True


class Together(Contest):
    """All against the game."""

    name = "together"
    cooperative = True


def ended(kind: type[Contest], *scores: float, seats: int | None = None, **position: Any) -> Contest:
    """A game that is over, with these scores."""
    return kind(seats or len(scores), position={"state": "GameEnd", "scores": list(scores), **position})
