"""Relay: two states inherit their texts and their `enter` from an abstract base class."""

from __future__ import annotations

from rondel.engine import ActivePlayer, Game, GameEnd, To, _, on


class Relay(Game):
    """The first role runs, then the second; then the game ends."""

    name = "relay"
    seats = ("one", "two")

    def setup(self) -> To[FirstRun]:
        return FirstRun


class Run(ActivePlayer[Relay]):
    """The texts and the ``enter`` of both runs."""

    abstract = True
    description = _("{actplayer} must run")
    my_turn = _("{you} must run")

    def enter(self, game: Relay) -> None:
        game.notify("ready", _("{player} is ready"), player=game.player)


class FirstRun(Run):
    """Hands the baton on."""


class LastRun(Run):
    """Runs in."""


@on(FirstRun, _("{actplayer} hands on the baton"))
def hand_on(game: Relay) -> To[LastRun]:
    """The other one runs."""
    game.next_player()
    return LastRun


@on(LastRun, _("{actplayer} runs in"))
def run_in(game: Relay) -> To[GameEnd]:
    """It is done."""
    return GameEnd
