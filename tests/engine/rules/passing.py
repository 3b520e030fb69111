"""The passing of Hearts, for simultaneous secrets: four players choose three cards each at the same time, then lead once.

Deal: 52 cards by chance, each draw a commit of its own. Passing is to the left.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Game,
    GameEnd,
    Hand,
    Option,
    Pile,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)

Card = TokenKind("card")
HELD = Option("held", 13, text=_("Cards in each hand"), low=3, high=13)


class Passing(Game):
    """One deal, one passing, one lead."""

    name = "passing"
    seats = ("north", "east", "south", "west")
    options = (HELD,)
    kinds = (Card,)

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        for suit in "CDSH":
            for rank in "23456789TJQKA"[: self.option(HELD)]:
                self.deck.add(Card(face=rank + suit))
        return Deal


class Deal(Automatic[Passing]):
    """One card to each in turn."""

    def enter(self, game: Passing) -> To[Deal] | To[Pass]:
        if not len(game.deck):
            return Pass
        game.draw(game.deck).move_to(game.hands[game.player])
        game.next_player()
        return Deal


class Pass(Automatic[Passing]):
    """Everybody passes three cards to the left, at the same time."""

    def enter(self, game: Passing) -> To[Lead]:
        passed = game.choose_each(dict(game.hands), least=3, most=3, ask=_("{you} must pass three cards to the left"))
        for role, cards in passed.items():
            left = game.roles[(game.roles.index(role) + 1) % len(game.roles)]
            for card in cards:
                card.move_to(game.hands[left])
        return Lead


class Lead(ActivePlayer[Passing]):
    """The first player leads a card."""

    description = _("{actplayer} must lead")
    my_turn = _("{you} must lead")


@on(Lead, _("{actplayer} leads {card}"))
def lead(game: Passing, card: Token) -> To[GameEnd]:
    """The card goes to the table."""
    card.move_to(game.trick)
    return GameEnd


@lead.options
def cards(game: Passing) -> Iterable[Token]:
    """The cards in hand."""
    return game.hands[game.actor]
