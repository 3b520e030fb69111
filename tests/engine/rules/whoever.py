"""Whoever: a game whose hooks tell who acts, and nothing else happens in it."""

from __future__ import annotations

from typing import Any

from rondel.engine import EVERYONE, Automatic, Game, GameEnd, MultipleActivePlayers, PrivateState, Prop, To, _, on


class Whoever(Game):
    """Three of them, and what they have dreamt, which nobody sees."""

    name = "whoever"
    title = _("Whoever")
    seats = ("one", "two", "three")

    def setup(self) -> To[Start]:
        self.dream = self.add(Prop("dream", 0))
        self.said = self.add(Prop("said", 0, visible_to=EVERYONE))
        return Start

    def measure(self) -> float:
        return 50 if self.actor == "" else 99

    def told(self, role: str) -> dict[str, Any]:
        """The args of a room."""
        return {"actor": self.actor}


class Start(Automatic[Whoever]):
    """Something is dreamt."""

    def enter(self, game: Whoever) -> To[House]:
        game.dream.value = game.chance(range(1, 4))
        return House


class House(MultipleActivePlayers[Whoever]):
    """Each begins in the room that is meant for who acts."""

    updates_progress = True
    description = _("{actor} looks")

    def first(self, game: Whoever, role: str) -> To[Room] | To[Cellar]:
        return Room if game.actor == role else Cellar

    def args(self, game: Whoever, role: str) -> dict[str, Any]:
        return game.told(role)


class Room(PrivateState[Whoever]):
    """Think of something, or ring."""

    my_turn = _("{you} must think, {actor}")

    def zombie(self, game: Whoever, role: str) -> str | None:
        rings = game.actor == role and "ring" in [str(move) for move in game.moves(role)]
        return "ring" if rings else None


@on(Room, _("{actplayer} thinks"))
def think(game: Whoever) -> To[Room]:
    """And says it, or not."""
    game.said.value += game.choose([0, 1], ask=_("{you} must say it or not"), action="say")
    return Room


@on(Room, _("{actplayer} rings"))
def ring(game: Whoever) -> To[GameEnd]:
    """It is over for all at once."""
    game.deactivate(*game.roles)
    return GameEnd


class Cellar(PrivateState[Whoever]):
    """Where nobody should come."""

    my_turn = _("{you} are lost")


@on(Cellar, _("{actplayer} climbs"))
def climb(game: Whoever) -> To[Room]:
    """Back."""
    return Room
