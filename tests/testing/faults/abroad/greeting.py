"""Greeting: a game of one move, whose texts are in German as well."""

from __future__ import annotations

from rondel.engine import ActivePlayer, Game, GameEnd, To, _, on


class Greeting(Game):
    """Say hello."""

    name = "greeting"
    title = _("Greeting")
    seats = ("guest", "host")

    def setup(self) -> To[Door]:
        return Door


class Door(ActivePlayer[Greeting]):
    """Somebody knocks."""

    description = _("{actplayer} must say hello")
    my_turn = _("{you} must say hello")


@on(Door, _("{actplayer} says hello"))
def hello(game: Greeting) -> To[GameEnd]:
    """That is all."""
    return GameEnd
