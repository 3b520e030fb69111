"""A sound game with some of everything, to plant faults in: chance, hidden cards, a hidden price, questions, simultaneous bids.

Two traders draw and sell cards; a sale asks where. At the end both bid at once for a prize whose price nobody knows, and the
price is shown. Every method of `Bazaar` that does not end in the rules themselves is there for a fault to change.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Facts,
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

Card = TokenKind("card")
STALLS = ("north", "south")


class Bazaar(Game):
    """Draw cards, sell them, and bid for the prize."""

    name = "bazaar"
    title = _("Bazaar")
    seats = ("red", "blue")
    kinds = (Card,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=True, scores=(0, 40), length=(5, 22))

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.box = self.add(Row("box"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.stalls = {stall: self.add(Row(stall, visible_to=EVERYONE)) for stall in STALLS}
        self.price = self.add(Prop("price", 0))
        self.shown = self.add(Prop("shown", 0, visible_to=EVERYONE))
        self.turns = self.add(Prop("turns", 0, visible_to=EVERYONE))
        self.memory: list[int] = []
        for face in "AABBCCDDEEFF":
            self.deck.add(Card(face=face))
        return Deal

    def measure(self) -> float:
        return min(100, 10 * self.turns.value)

    # -- what faults change --------------------------------------------------------------------------------------------

    def told(self, role: str) -> dict[str, Any]:
        """The args of a turn."""
        return {}

    def drawn(self, card: Token, role: str) -> None:
        """A role has drawn a card."""
        self.notify("drew", _("{player} draws a card"), player=role)
        self.notify("got", _("{you} draw {card}"), to=(role,), you={"role": role}, card=card.face)

    def sellable(self) -> Iterable[Token]:
        """What the player may sell."""
        return self.hands[self.actor]

    def sold(self, card: Token) -> None:
        """A card has been sold."""

    def may_draw(self) -> bool:
        """Whether the player may draw."""
        return len(self.deck) > 0

    def ends(self) -> bool:
        """Whether it is time to bid."""
        return self.turns.value >= 10 or not len(self.hands[self.player])

    def worth(self, bid: int) -> int:
        """What the prize is worth for a bid."""
        return bid if bid <= self.price.value else 0


class Deal(Automatic[Bazaar]):
    """The price is set, up to two cards leave the game unseen, and each gets two."""

    def enter(self, game: Bazaar) -> To[Deal] | To[Turn]:
        if not game.price.value:
            game.price.value = game.chance(range(1, 4))
            for _each in range(game.chance(range(3))):
                game.draw(game.deck).move_to(game.box)
            return Deal
        if all(len(hand) == 2 for hand in game.hands.values()):
            return Turn
        game.draw(game.deck).move_to(game.hands[game.player])
        game.next_player()
        return Deal


class Turn(ActivePlayer[Bazaar]):
    """Draw or sell."""

    description = _("{actplayer} must draw or sell")
    my_turn = _("{you} must draw or sell")

    def args(self, game: Bazaar, role: str) -> dict[str, Any]:
        return game.told(role)


@on(Turn, _("{actplayer} draws"))
def draw(game: Bazaar) -> To[Next]:
    """A card from the deck."""
    card = game.draw(game.deck)
    card.move_to(game.hands[game.actor])
    game.drawn(card, game.actor)
    return Next


@draw.available
def drawable(game: Bazaar) -> bool:
    """While there are cards."""
    return game.may_draw()


@on(Turn, _("{actplayer} sells {card}"))
def sell(game: Bazaar, card: Token) -> To[Next]:
    """A card is sold at one of the stalls."""
    stall = game.choose(STALLS, ask=_("{you} must choose a stall"), action="at")
    card.move_to(game.stalls[stall])
    game.set_score(game.actor, game.score(game.actor) + 1 + "ABCDEF".index(card.face) // 2)
    game.sold(card)
    return Next


@sell.options
def cards(game: Bazaar) -> Iterable[Token]:
    """What lies in the hand."""
    return game.sellable()


class Next(Automatic[Bazaar]):
    """The other one's turn, or the bids."""

    updates_progress = True

    def enter(self, game: Bazaar) -> To[Turn] | To[Bid]:
        game.turns.value += 1
        game.next_player()
        return Bid if game.ends() else Turn


class Bid(Automatic[Bazaar]):
    """Both bid at once; who bids no more than the price gets as much."""

    def enter(self, game: Bazaar) -> To[GameEnd]:
        bids = game.choose_each({role: range(1, 4) for role in game.roles}, ask=_("{you} must bid"), action="bid")
        game.shown.value = game.price.value
        for role, (bid,) in bids.items():
            game.set_score(role, game.score(role) + game.worth(bid))
        return GameEnd
