"""Paying: five payments, each any number of coins from 5 less than none to 45. The type of the part declares them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from rondel.engine import EVERYONE, ActivePlayer, Counter, Game, GameEnd, To, _, on

LOW: Final = -5


class Paying(Game):
    """One player pays."""

    name = "paying"
    title = _("Paying")
    seats = ("payer",)

    def setup(self) -> To[Pay]:
        self.paid = self.add(Counter("paid", least=None, visible_to=EVERYONE))
        self.times = self.add(Counter("times", visible_to=EVERYONE))
        return Pay


class Pay(ActivePlayer[Paying]):
    """Pay some coins."""

    description = _("{actplayer} must pay")
    my_turn = _("{you} must pay")


@on(Pay, _("{actplayer} pays {coins}"))
def pay(game: Paying, coins: Annotated[int, range(LOW, 5 * 9 + 1)]) -> To[Pay] | To[GameEnd]:
    """The fifth payment is the last."""
    game.paid.value += coins
    game.times.add(1)
    return Pay if game.times.value < 5 else GameEnd


@pay.options
def payable(game: Paying) -> Iterable[int]:
    """All."""
    return range(LOW, 46)
