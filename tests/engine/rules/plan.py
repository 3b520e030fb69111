"""A game whose setup and measure are given by the test."""

from __future__ import annotations

from collections.abc import Callable

from rondel.engine import ActivePlayer, Game, GameEnd, Option, To, on

SEATS = ("one", "two", "three", "four")
FAST = Option("fast", False)


class Plan(Game):
    """A game whose setup and scores are given by the test."""

    name = "plan"
    seats = SEATS
    fewest = 1
    options = (FAST,)

    def setup(self) -> To[Turn]:
        SETUP[-1](self)
        return Turn

    def measure(self) -> float:
        return MEASURE[-1](self)


SETUP: list[Callable[[Plan], object]] = [lambda game: None]
MEASURE: list[Callable[[Plan], float]] = [lambda game: 0]


class Turn(ActivePlayer[Plan]):
    """Go on, or finish with a score."""

    description = "{actplayer} must go on"
    my_turn = "{you} must go on"
    updates_progress = True


@on(Turn, "{actplayer} goes on")
def go_on(game: Plan) -> To[Turn]:
    game.next_player()
    return Turn


@on(Turn, "{actplayer} finishes with {points}")
def finish(game: Plan, points: str) -> To[GameEnd]:
    for role, point in zip(game.roles, points, strict=False):
        game.set_score(role, int(point))
    return GameEnd


@finish.options
def points(game: Plan) -> list[str]:
    return ["0000", "1000", "1100", "1110", "1111", "2001"]
