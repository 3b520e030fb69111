"""Migration: games in progress go on under changed rules.

Version 2 calls the prop ``sticks`` ``heap``, and has a limit that version 1 did not have. A snapshot at rest of version 1 is
upgraded; a record replays only under its own version.

>>> import rondel
>>> kind = rondel.load("examples/cookbook/setup/migration.py")
>>> old = rondel.new(kind, seed=1).snapshot()
>>> old["version"] = 1  # as version 1 wrote it
>>> old["position"]["props"] = {"sticks": 7}
>>> game = rondel.restore(old, game=kind)
>>> game.heap.value, game.most.value
(7, 3)
"""

from __future__ import annotations

from typing import Any

from rondel import EVERYONE, ActivePlayer, Counter, Game, GameEnd, Migration, To, _, on


def with_limit(position: dict[str, Any]) -> None:
    """Version 1 had no limit; three is the one of its rulebook."""
    position["props"]["most"] = 3


class Sticks(Game):
    """Take sticks; the last one wins."""

    title = _("Sticks")
    summary = _("Take one to three sticks; the last one wins.")
    seats = ("first", "second")
    version = 2
    migrations = (Migration(1, 2, props={"sticks": "heap"}, change=with_limit),)

    def setup(self) -> To[Turn]:
        self.heap = self.add(Counter("heap", 10, visible_to=EVERYONE))
        self.most = self.add(Counter("most", 3, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Sticks]):
    """The current player takes sticks."""

    description = _("{actplayer} must take sticks")
    my_turn = _("{you} must take sticks")


@on(Turn, _("{actplayer} takes {number}"))
def take(game: Sticks, number: int) -> To[Turn] | To[GameEnd]:
    if not game.heap.take(number):
        game.set_score(game.player, 1)
        return GameEnd
    game.next_player()
    return Turn


@take.options
def numbers(game: Sticks) -> range:
    return range(1, min(game.most.value, game.heap.value) + 1)
