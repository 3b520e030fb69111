"""Market row: open cards cost more the newer they are; a bought card is replaced from the deck.

The refill is an automatic state of its own, so that the draw is a commit point: a player cannot undo behind it.
"""

from __future__ import annotations

from rondel import (
    EVERYONE,
    ActivePlayer,
    Counter,
    Dealing,
    Face,
    Game,
    GameEnd,
    Pile,
    Row,
    To,
    Token,
    TokenKind,
    _,
    decline,
    on,
)

SHOWN = 3
Ware = TokenKind(
    "ware", faces={str(value): Face("card", text=str(value), note=_("Points at the end")) for value in range(1, 6)}
)


class MarketRow(Game):
    """Coins buy points."""

    title = _("Market row")
    summary = _("Buy wares from a row that moves along.")
    seats = ("ann", "bob")
    kinds = (Ware,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Refill]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.market = self.add(Row("market", visible_to=EVERYONE))
        self.bought = self.each(Row, "bought", visible_to=EVERYONE)
        self.coins = self.each(Counter, "coins", 3, visible_to=EVERYONE)
        for ware in Ware.set(dict.fromkeys(Ware.faces, 2)):
            self.deck.add(ware)
        return Refill

    def cost(self, ware: Token) -> int:
        """One coin for the oldest ware, one more for each place behind it."""
        return 1 + self.market.tokens().index(ware)

    def score(self, role: str) -> float:
        return sum(int(ware.face) for ware in self.bought[role])

    def measure(self) -> float:
        return 100 - 10 * (len(self.deck) + len(self.market))


class Refill(Dealing[MarketRow]):
    """The row is filled up at its end."""

    updates_progress = True

    def enter(self, game: MarketRow) -> To[Refill] | To[Buy] | To[GameEnd]:
        again = self.fill(game, game.deck, game.market, SHOWN)
        return again or (Buy if len(game.market) else GameEnd)


class Buy(ActivePlayer[MarketRow]):
    """The current player buys or takes coins."""

    description = _("{actplayer} must buy or take coins")
    my_turn = _("{you} must buy or take coins")


@on(Buy, _("{actplayer} buys {ware}"))
def buy(game: MarketRow, ware: Token) -> To[Refill]:
    game.coins[game.player].take(game.cost(ware))
    ware.move_to(game.bought[game.player])
    game.next_player()
    return Refill


@buy.options
def wares(game: MarketRow) -> list[Token]:
    return [ware for ware in game.market if game.cost(ware) <= game.coins[game.player].value]


@decline(Buy, _("{actplayer} takes two coins, and the oldest ware is gone"))
def work(game: MarketRow) -> To[Refill]:
    game.coins[game.player].add(2)
    game.market[0].remove()
    game.next_player()
    return Refill
