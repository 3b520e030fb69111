"""A game whose rules take as long as a player says."""

from __future__ import annotations

import time
from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on


class Slow(Game):
    """Two players, and rules that wait."""

    name = "slow"
    title = "Slow"
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.waited = self.add(Prop("waited", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Slow]):
    """Somebody says how long the rules are to take."""

    description = _("{actplayer} must say how long")
    my_turn = _("{you} must say how long")


@on(Turn, _("{actplayer} waits for {tenths} tenths of a second"))
def wait(game: Slow, tenths: int) -> To[Turn] | To[GameEnd]:
    """Wait, in the process of the rules."""
    time.sleep(tenths / 10)
    game.waited.value = tenths
    return GameEnd if tenths == 1 else Turn


@wait.options
def lengths(game: Slow) -> Iterable[int]:
    """None, which ends nothing; a moment, which ends the game; some; and ten minutes."""
    return 0, 1, 15, 6000
