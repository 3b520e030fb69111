"""Shephy's Meteor and All-purpose Sheep in the rival style: what an effect asks is a state, what it remembers a prop.

A part of tests/engine/rules/flock.py: two more cards are here, one that asks nothing and one that asks once, so that
there is something to copy.
"""

from __future__ import annotations

from collections.abc import Iterable

from rival import Action, ActivePlayer

from rondel.engine import EVERYONE, Automatic, Game, GameEnd, Hand, Pile, Prop, Row, To, Token, TokenKind, _

Sheep = TokenKind("sheep")
Card = TokenKind("card")

RANKS = (1, 3, 10, 30, 100, 300, 1000)
DECK = ("Meteor", "All-purpose Sheep", "Multiply", "Falling Rock", "Meteor", "Multiply")


class RivalFlock(Game):
    """One shepherd against the cards."""

    name = "rival_flock"
    seats = ("shepherd",)
    kinds = (Sheep, Card)

    def setup(self) -> To[Refill]:
        self.field = self.add(Row("field", visible_to=EVERYONE))
        self.stock = self.add(Row("stock", visible_to=EVERYONE))
        self.deck = self.add(Pile("deck", visible_to=("shepherd",), backs_visible_to=EVERYONE))
        self.hand = self.add(Hand("hand", visible_to=("shepherd",), backs_visible_to=EVERYONE))
        self.discard = self.add(Row("discard", visible_to=EVERYONE))
        self.exile = self.add(Row("exile", visible_to=EVERYONE))
        self.effect = self.add(Prop("effect", "", visible_to=EVERYONE))
        self.acting = self.add(Prop("acting", 0, visible_to=EVERYONE))
        self.left = self.add(Prop("left", 0, visible_to=EVERYONE))
        for rank in RANKS:
            for _each in range(7):
                self.stock.add(Sheep(face=str(rank)))
        for card in DECK:
            self.deck.add(Card(face=card))
        self.gain(1)
        return Refill

    def score(self, role: str) -> float:
        return sum(int(sheep.face) for sheep in self.field)

    def gain(self, rank: int) -> None:
        """A sheep of that rank from the stock, if the field has room."""
        if len(self.field) < 7:
            next(sheep for sheep in self.stock if sheep.face == str(rank)).move_to(self.field)

    def release(self, sheep: Token) -> None:
        """A sheep goes back to the stock."""
        sheep.move_to(self.stock)


class Refill(Automatic[RivalFlock]):
    """Draw up to three cards, then check the end."""

    def enter(self, game: RivalFlock) -> To[Refill] | To[PlayCard] | To[GameEnd]:
        if not len(game.field) or not (len(game.hand) + len(game.deck)):
            return GameEnd
        if len(game.hand) < 3 and len(game.deck):
            game.draw(game.deck).move_to(game.hand)
            return Refill
        return PlayCard


class Play(Action[RivalFlock, Token]):
    """The card is discarded first, then does what it says. A prop cannot hold it, so its place in the discard is kept."""

    text = _("{actplayer} plays {card}")

    def options(self, game: RivalFlock) -> Iterable[Token]:
        return game.hand

    def do(self, game: RivalFlock, card: Token) -> To[Effect]:
        game.effect.value = card.face
        card.move_to(game.discard)
        game.acting.value = len(game.discard) - 1
        return Effect


class PlayCard(ActivePlayer[RivalFlock]):
    """A card must be played."""

    description = _("{actplayer} must play a card")
    my_turn = _("{you} must play a card")
    actions = (Play(),)


class Effect(Automatic[RivalFlock]):
    """To the state of the card's effect."""

    def enter(self, game: RivalFlock) -> To[Multiply] | To[FallingRock] | To[Meteor] | To[AllPurpose]:
        return EFFECTS[game.effect.value]


class Multiply(Automatic[RivalFlock]):
    """One sheep of 3 more."""

    def enter(self, game: RivalFlock) -> To[Refill]:
        game.gain(3)
        return Refill


class Release(Action[RivalFlock, Token]):
    """A sheep goes back to the stock, and one fewer is left to release."""

    text = _("{actplayer} releases {sheep}")

    def options(self, game: RivalFlock) -> Iterable[Token]:
        return game.field

    def do(self, game: RivalFlock, sheep: Token) -> To[Releasing]:
        game.release(sheep)
        game.left.value -= 1
        return Releasing


class MustRelease(ActivePlayer[RivalFlock]):
    """A sheep must be released."""

    description = _("{actplayer} must release a sheep")
    my_turn = _("{you} must release a sheep")
    actions = (Release(),)


class Releasing(Automatic[RivalFlock]):
    """Whether there are sheep left to release."""

    def enter(self, game: RivalFlock) -> To[MustRelease] | To[Refill]:
        return MustRelease if game.left.value else Refill


class FallingRock(Automatic[RivalFlock]):
    """One sheep must be released."""

    def enter(self, game: RivalFlock) -> To[Releasing]:
        game.left.value = 1
        return Releasing


class Meteor(Automatic[RivalFlock]):
    """This card is exiled, and three sheep are released, or all if there are fewer."""

    def enter(self, game: RivalFlock) -> To[Releasing]:
        game.discard[game.acting.value].move_to(game.exile)
        game.left.value = min(3, len(game.field))
        return Releasing


class Copy(Action[RivalFlock, Token]):
    """The acting card does what the chosen one says."""

    text = _("{actplayer} copies {card}")

    def options(self, game: RivalFlock) -> Iterable[Token]:
        return game.hand

    def do(self, game: RivalFlock, card: Token) -> To[Effect]:
        game.effect.value = card.face
        return Effect


class MustCopy(ActivePlayer[RivalFlock]):
    """A card must be copied."""

    description = _("{actplayer} must copy a card")
    my_turn = _("{you} must copy a card")
    actions = (Copy(),)


class AllPurpose(Automatic[RivalFlock]):
    """A card in hand is copied, if there is one."""

    def enter(self, game: RivalFlock) -> To[MustCopy] | To[Refill]:
        return MustCopy if len(game.hand) else Refill


EFFECTS: dict[str, To[Multiply] | To[FallingRock] | To[Meteor] | To[AllPurpose]] = {
    "Multiply": Multiply,
    "Falling Rock": FallingRock,
    "Meteor": Meteor,
    "All-purpose Sheep": AllPurpose,
}
