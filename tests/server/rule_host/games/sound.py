"""A game that is not shipped and does nothing wrong: each says a number, until somebody says nine."""

from __future__ import annotations

from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on


class Sound(Game):
    """Numbers."""

    name = "sound"
    title = "Sound"
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.said = self.add(Prop("said", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Sound]):
    """Somebody's turn."""

    description = _("{actplayer} must say a number")
    my_turn = _("{you} must say a number")


@on(Turn, _("{actplayer} says {number}"))
def say(game: Sound, number: int) -> To[Turn] | To[GameEnd]:
    """The number."""
    game.said.value = number
    game.next_player()
    return GameEnd if number == 9 else Turn


@say.options
def numbers(game: Sound) -> Iterable[int]:
    """Any digit."""
    return range(10)
