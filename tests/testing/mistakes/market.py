"""Market: sell your goods one by one; who sold the dearest goods wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Dealing,
    Face,
    Game,
    GameEnd,
    Hand,
    Pile,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)

PRICES = {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5}
Good = TokenKind("good", faces={name: Face("card", text=name) for name in PRICES})
HAND = 3


class Market(Game):
    """Two traders with a hand of goods and a stall each."""

    name = "market"
    title = _("Market")
    summary = _("Sell your goods one by one; who sold the dearest goods wins.")
    seats = ("north", "south")
    kinds = (Good,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.stalls = self.each(Row, "stall", visible_to=EVERYONE)
        self.crate = self.add(Row("crate", backs_visible_to=EVERYONE))
        self.gifts = self.add(Prop("gifts", 0, visible_to=EVERYONE))
        for face in PRICES:
            for _each in range(2):
                self.deck.add(Good(face=face))
        return Deal

    def measure(self) -> float:
        return 100 - 100 * sum([len(hand) for hand in self.hands.values()]) / (HAND * len(self.roles))

    def score(self, role: str) -> float:
        return sum([PRICES[good.face] for good in self.stalls[role]])


class Deal(Dealing[Market]):
    """The hands are dealt, one card after the other."""

    def enter(self, game: Market) -> To[Deal] | To[Turn]:
        return self.fill(game, game.deck, game.hands.values(), HAND) or Turn


class Turn(ActivePlayer[Market]):
    """The current player sells a card, or swaps one."""

    description = _("{actplayer} must sell a card")
    my_turn = _("{you} must sell a card or swap one, {left} left")
    updates_progress = True

    def args(self, game: Market, role: str) -> dict[str, Any]:
        return {"left": len(game.hands[game.player])}

    def zombie(self, game: Market, role: str) -> str:
        return str(game.moves(role)[0])


@on(Turn, _("{actplayer} sells {card}"))
def sell(game: Market, card: Token) -> To[NextTrader]:
    """Lay a card into the own stall."""
    card.move_to(game.stalls[game.player])
    return NextTrader


@sell.options
def goods(game: Market) -> Iterable[Token]:
    """The own hand."""
    return game.hands[game.player]


@on(Turn, _("{actplayer} gives a card away"))
def give(game: Market) -> To[NextTrader]:
    """Put a card into the crate, which nobody sees."""
    card = game.choose(game.hands[game.player], ask=_("{you} must choose a card"))
    card.move_to(game.crate)
    game.gifts.value += 1
    game.notify("gift", _("{player} gives a card away"), player=game.player)
    return NextTrader


@give.available
def may_give(game: Market) -> bool:
    """Twice in a game."""
    return game.gifts.value < 2


class NextTrader(Automatic[Market]):
    """The next trader, until all hands are empty."""

    def enter(self, game: Market) -> To[Turn] | To[GameEnd]:
        if not any(len(hand) for hand in game.hands.values()):
            return GameEnd
        role = game.next_player()
        while not len(game.hands[role]):
            role = game.next_player()
        return Turn
