"""A game whose rules break, as those of an author may."""

from __future__ import annotations

import os
import signal
from typing import Annotated

from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, on


class Brittle(Game):
    """Taking 3 after 2 divides by zero, taking 4 ends the process, taking 5 never ends; 6 is the end."""

    name = "brittle"
    title = "Brittle"
    seats = ("first", "second")

    def setup(self) -> To[Turn]:
        self.last = self.add(Prop("last", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Brittle]):
    """The current player takes a number."""

    description = "{actplayer} must take a number"
    my_turn = "Take a number"


@on(Turn, "{actplayer} takes {number}", says="Take {number}")
def take(game: Brittle, number: Annotated[int, range(1, 7)]) -> To[Turn] | To[GameEnd]:
    """Break, or go on."""
    if number == 3:
        number // (game.last.value - 2)
    if number == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    while number == 5:
        pass
    game.last.value = number
    return GameEnd if number == 6 else Turn


@take.options
def numbers(game: Brittle) -> range:
    return range(1, 7)
