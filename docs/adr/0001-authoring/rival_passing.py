"""The passing of Hearts in the rival style: a state in which four roles act, and each one's answers so far in a prop.

The same game as tests/engine/rules/passing.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from rival import Action, ActivePlayer, SeveralActive

from rondel.engine import EVERYONE, Automatic, Game, GameEnd, Hand, Option, Pile, Prop, Row, To, Token, TokenKind, _

Card = TokenKind("card")
HELD = Option("held", 13, text=_("Cards in each hand"), low=3, high=13)


class RivalPassing(Game):
    """One deal, one passing, one lead."""

    name = "rival_passing"
    seats = ("north", "east", "south", "west")
    options = (HELD,)
    kinds = (Card,)

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck"))
        self.hands = {r: self.add(Hand(f"hand_{r}", visible_to=(r,), backs_visible_to=EVERYONE)) for r in self.roles}
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        nothing: tuple[int, ...] = ()
        self.passed = {r: self.add(Prop(f"passed_{r}", nothing, visible_to=(r,))) for r in self.roles}
        for suit in "CDSH":
            for rank in "23456789TJQKA"[: self.option(HELD)]:
                self.deck.add(Card(face=rank + suit))
        return Deal


class Deal(Automatic[RivalPassing]):
    """One card to each in turn."""

    def enter(self, game: RivalPassing) -> To[Deal] | To[Pass]:
        if not len(game.deck):
            return Pass
        game.draw(game.deck).move_to(game.hands[game.player])
        game.next_player()
        return Deal


class PassCard(Action[RivalPassing, Token]):
    """Choose one more card to pass; after the third, the choice may be begun again. Not logged: the others would read it."""

    text = _("{actplayer} passes {card}")
    logged = False

    def wanted(self, game: RivalPassing) -> bool:
        return len(game.passed[game.actor].value) < 3

    def options(self, game: RivalPassing) -> Iterable[Token]:
        """The cards after the last one chosen, so that each three can be chosen in one way only."""
        cards = game.hands[game.actor].tokens()
        so_far = game.passed[game.actor].value if self.wanted(game) else ()
        start = so_far[-1] + 1 if so_far else 0
        return cards[start : len(cards) - 2 + len(so_far)]

    def do(self, game: RivalPassing, card: Token) -> To[Pass] | To[Exchange]:
        passed = game.passed[game.actor]
        so_far = passed.value if self.wanted(game) else ()
        passed.value = (*so_far, game.hands[game.actor].tokens().index(card))
        return Exchange if all(len(each.value) == 3 for each in game.passed.values()) else Pass


class Pass(SeveralActive[RivalPassing]):
    """Everybody chooses three cards to pass, at the same time."""

    my_turn = _("{you} must pass three cards to the left")
    actions = (PassCard(),)


class Exchange(Automatic[RivalPassing]):
    """The chosen cards go to the left."""

    def enter(self, game: RivalPassing) -> To[Lead]:
        cards = {role: [game.hands[role][number] for number in game.passed[role].value] for role in game.roles}
        for number, role in enumerate(game.roles):
            for card in cards[role]:
                card.move_to(game.hands[game.roles[(number + 1) % len(game.roles)]])
            game.passed[role].value = ()
        return Lead


class LeadCard(Action[RivalPassing, Token]):
    """The card goes to the table."""

    text = _("{actplayer} leads {card}")

    def options(self, game: RivalPassing) -> Iterable[Token]:
        return game.hands[game.actor]

    def do(self, game: RivalPassing, card: Token) -> To[GameEnd]:
        card.move_to(game.trick)
        return GameEnd


class Lead(ActivePlayer[RivalPassing]):
    """The first player leads a card."""

    description = _("{actplayer} must lead")
    my_turn = _("{you} must lead")
    actions = (LeadCard(),)
