"""A game that is as it should be where people play it, and does what rules should not where a bot tries it out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Option, Prop, To, _, on

DEEDS = ("loop", "eat", "recurse", "fork", "flood", "abort", "raise")
DEED = Option("deed", "loop", values=DEEDS)


class Snare(Game):
    """Two take steps, three each."""

    name = "snare"
    title = "Snare"
    seats = ("one", "two")
    options = (DEED,)

    def setup(self) -> To[Turn]:
        self.steps = self.add(Prop("steps", 0, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Snare]):
    """Somebody takes a step."""

    description = _("{actplayer} must take a step")
    my_turn = _("{you} must take a step")


@on(Turn, _("{actplayer} steps {foot}"))
def step(game: Snare, foot: str) -> To[Turn] | To[GameEnd]:
    """With the one foot or the other."""
    if not sys.argv[0].endswith("sandbox/worker.py"):
        misbehave(game.option(DEED))
    game.steps.value += 1
    if game.steps.value == 6:
        return GameEnd
    game.next_player()
    return Turn


@step.options
def feet(game: Snare) -> Iterable[str]:
    """One and the other."""
    return ("left", "right")


def misbehave(deed: str) -> None:
    """Whatever it is."""
    match deed:
        case "loop":
            while True:
                pass
        case "eat":
            eaten = [bytearray(64 << 20) for _each in iter(int, 1)]
            eaten.clear()
        case "recurse":
            misbehave(deed)
        case "fork":
            while True:
                os.fork()
        case "flood":
            while True:
                print("lies" * 100_000)
        case "abort":
            os.abort()
        case "raise":
            raise KeyError(deed)
