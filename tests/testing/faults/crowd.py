"""A sound game in which all act at once, and a fault in what one of them takes back."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import EVERYONE, Counter, Game, GameEnd, MultipleActivePlayers, To, _, on

ENOUGH = 9


class Crowd(Game):
    """Everybody puts coins into a box of their own, in any order, until all have put in enough."""

    name = "crowd"
    seats = ("ann", "ben", "cat")

    def setup(self) -> To[Give]:
        self.boxes = self.each(Counter, "box", visible_to=EVERYONE)
        return Give


class Give(MultipleActivePlayers[Crowd]):
    """All give."""

    description = _("Everybody must give")
    my_turn = _("{you} must give")


@on(Give, _("{actplayer} gives {coins}"))
def give(game: Crowd, coins: int) -> To[Give] | To[GameEnd]:
    """Who has given enough is done."""
    box = game.boxes[game.actor]
    box.add(coins)
    return Give if box.value < ENOUGH else GameEnd


@give.options
def amounts(game: Crowd) -> Iterable[int]:
    """One to three coins."""
    return (1, 2, 3)


class Generous(Crowd):
    """Who takes a gift back gets a coin more than was given."""

    def undo(self, role: str, *, agreed: bool = False, turn: bool = False) -> None:
        super().undo(role, agreed=agreed, turn=turn)
        self.boxes[role]._assign(self.boxes[role].value + 1)
