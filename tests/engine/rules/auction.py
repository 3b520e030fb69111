"""Auction: bids are any number of coins, thousands of them. A bid is a move whose part is a long range of whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from rondel.engine import EVERYONE, ActivePlayer, Counter, Game, GameEnd, MultipleActivePlayers, Prop, To, _, on

PURSE = 20_000
LOTS = ("clock", "vase")

Coins = Annotated[int, range(1, PURSE + 1)]


class Auction(Game):
    """Two bidders outbid each other; who passes loses the lot. Then both seal a bid for another, at the same time."""

    name = "auction"
    title = _("Auction")
    seats = ("left", "right")
    score_visible_to = EVERYONE

    def setup(self) -> To[Open]:
        self.price = self.add(Counter("price", visible_to=EVERYONE))
        self.lot = self.add(Prop[str]("lot", "", visible_to=EVERYONE))
        self.sealed = self.each(Counter, "sealed", visible_to=EVERYONE)
        return Open

    def score(self, role: str) -> float:
        return self.sealed[role].value


class Open(ActivePlayer[Auction]):
    """A lot is named, with a first bid in hundreds."""

    description = _("{actplayer} must open")
    my_turn = _("{you} must open")


@on(Open, _("{actplayer} opens for the {lot} with {coins}"))
def open_with(game: Auction, lot: str, coins: int) -> To[Bid]:
    """The other bids."""
    game.lot.value = lot
    game.price.value = coins
    game.next_player()
    return Bid


@open_with.options
def lots(game: Auction) -> Iterable[str]:
    """Either."""
    return LOTS


@open_with.options
def hundreds(game: Auction, lot: str) -> Iterable[int]:
    """From 100 for the clock and 200 for the vase."""
    return range(100 * (1 + LOTS.index(lot)), PURSE // 2 + 1, 100)


class Bid(ActivePlayer[Auction]):
    """Bid more, or pass."""

    description = _("{actplayer} must bid or pass")
    my_turn = _("{you} must bid or pass")


@on(Bid, _("{actplayer} bids {coins}"))
def bid(game: Auction, coins: Coins) -> To[Bid]:
    """The other bids."""
    game.price.value = coins
    game.next_player()
    return Bid


@bid.options
def above(game: Auction) -> Iterable[int]:
    """More than the price."""
    return range(game.price.value + 1, PURSE + 1)


@on(Bid, _("{actplayer} passes"))
def give_up(game: Auction) -> To[Seal]:
    """The lot is sold."""
    return Seal


class Seal(MultipleActivePlayers[Auction]):
    """Both bid once more, at the same time."""

    description = _("{actplayer} must seal a bid")
    my_turn = _("{you} must seal a bid")


@on(Seal, _("{actplayer} seals a bid"))
def seal(game: Auction, coins: int) -> To[GameEnd]:
    """It is confirmed before it counts."""
    if game.choose(["keep", "halve"], ask=_("{you} must confirm")) == "halve":
        coins //= 2
    game.sealed[game.actor].value = coins
    return GameEnd


@seal.options
def purse(game: Auction) -> Iterable[int]:
    """Up to the purse, from the most to the least."""
    return range(PURSE, 0, -1)
