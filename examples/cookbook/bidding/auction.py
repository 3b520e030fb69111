"""Auction: players raise or pass until one is left, who pays the bid and takes the lot.

``play_order`` holds the players who still bid. Who passes leaves it; the next lot puts everybody back.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Automatic, Counter, Face, Game, GameEnd, Row, To, TokenKind, _, decline, on

LOTS = ("rug", "vase", "lamp", "clock")
Lot = TokenKind("lot", faces={name: Face("card", text=name) for name in LOTS})


class Auction(Game):
    """Four lots, and ten coins for each player."""

    title = _("Auction")
    summary = _("Bid for four lots; a lot is worth five coins at the end.")
    seats = ("ann", "bob", "cid")
    kinds = (Lot,)
    score_visible_to = EVERYONE

    def setup(self) -> To[NextLot]:
        self.lots = self.add(Row("lots", visible_to=EVERYONE))
        self.won = self.each(Row, "won", visible_to=EVERYONE)
        self.coins = self.each(Counter, "coins", 10, visible_to=EVERYONE)
        self.bid = self.add(Counter("bid", 0, visible_to=EVERYONE))
        for name in LOTS:
            self.lots.add(Lot(face=name))
        return NextLot

    def measure(self) -> float:
        return 100 - 100 * len(self.lots) / len(LOTS)

    def score(self, role: str) -> float:
        return 5 * len(self.won[role]) + self.coins[role].value


class NextLot(Automatic[Auction]):
    """Everybody may bid for the next lot; another player begins."""

    updates_progress = True

    def enter(self, game: Auction) -> To[Bid] | To[GameEnd]:
        if not len(game.lots):
            return GameEnd
        first = len(LOTS) - len(game.lots)
        game.play_order.value = tuple(game.roles[(first + each) % len(game.roles)] for each in range(len(game.roles)))
        game.bid.value = 0
        return Bid


class Bid(ActivePlayer[Auction]):
    """The current player raises or passes."""

    description = _("{actplayer} must raise or pass")
    my_turn = _("{you} must raise or pass")


@on(Bid, _("{actplayer} bids {amount}"))
def raise_to(game: Auction, amount: int) -> To[Bid]:
    game.bid.value = amount
    game.next_player()
    return Bid


@raise_to.options
def amounts(game: Auction) -> range:
    return range(game.bid.value + 1, game.coins[game.player].value + 1)


@decline(Bid, _("{actplayer} passes"))
def leave(game: Auction) -> To[Bid] | To[NextLot]:
    game.play_order.value = game.play_order.value[1:]
    if len(game.play_order.value) > 1:
        return Bid
    game.coins[game.player].take(game.bid.value)
    game.lots[0].move_to(game.won[game.player])
    return NextLot
