"""A part of Shephy, for suspension, chance and hidden piles: the field, the hand and six cards, two of which copy or ask
thrice.

Rules of the cards: the printed ones of Shephy (Pawn, 2013), as far as they are here. Deal: draws are by chance, one
commit each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Dealing,
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

Sheep = TokenKind("sheep")
Card = TokenKind("card")

RANKS = (1, 3, 10, 30, 100, 300, 1000)
DECK = ("Meteor", "All-purpose Sheep", "Multiply", "Falling Rock", "Planning Sheep", "Dominion", "Multiply", "Multiply")

Effect = Callable[["Flock", Token], None]
EFFECTS: dict[str, Effect] = {}


def effect(name: str) -> Callable[[Effect], Effect]:
    """Decorates the effect of the card of that name."""

    def note(function: Effect) -> Effect:
        EFFECTS[name] = function
        return function

    return note


class Flock(Game):
    """One shepherd against the cards."""

    name = "flock"
    seats = ("shepherd",)
    kinds = (Sheep, Card)

    def setup(self) -> To[Refill]:
        self.field = self.add(Row("field", visible_to=EVERYONE))
        self.stock = self.add(Row("stock", visible_to=EVERYONE))
        self.deck = self.add(Pile("deck", visible_to=("shepherd",), backs_visible_to=EVERYONE))
        self.hand = self.add(Hand("hand", visible_to=("shepherd",), backs_visible_to=EVERYONE))
        self.discard = self.add(Row("discard", visible_to=EVERYONE))
        self.exile = self.add(Row("exile", visible_to=EVERYONE))
        self.enemy = self.add(Prop("enemy", 1, visible_to=EVERYONE))
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


class Refill(Dealing[Flock]):
    """Draw up to three cards, then check the end."""

    def enter(self, game: Flock) -> To[Refill] | To[PlayCard] | To[GameEnd]:
        if not len(game.field) or not (len(game.hand) + len(game.deck)):
            return GameEnd
        return self.fill(game, game.deck, game.hand, 3) or PlayCard


class PlayCard(ActivePlayer[Flock]):
    """A card must be played."""

    description = _("{actplayer} must play a card")
    my_turn = _("{you} must play a card")


@on(PlayCard, _("{actplayer} plays {card}"))
def play(game: Flock, card: Token) -> To[Refill]:
    """The card is discarded first, then does what it says."""
    card.move_to(game.discard)
    EFFECTS[card.face](game, card)
    return Refill


@play.options
def cards(game: Flock) -> Iterable[Token]:
    """The cards in hand."""
    return game.hand


@effect("Multiply")
def multiply(game: Flock, acting: Token) -> None:
    game.gain(3)


@effect("Falling Rock")
def falling_rock(game: Flock, acting: Token) -> None:
    game.release(game.choose(game.field, ask=_("{you} must release a sheep")))


@effect("Planning Sheep")
def planning_sheep(game: Flock, acting: Token) -> None:
    if len(game.hand):
        game.choose(game.hand, ask=_("{you} must exile a card")).move_to(game.exile)


@effect("Meteor")
def meteor(game: Flock, acting: Token) -> None:
    acting.move_to(game.exile)
    for _each in range(min(3, len(game.field))):
        game.release(game.choose(game.field, ask=_("{you} must release a sheep")))


@effect("All-purpose Sheep")
def all_purpose(game: Flock, acting: Token) -> None:
    if len(game.hand):
        EFFECTS[game.choose(game.hand, ask=_("{you} must copy a card")).face](game, acting)


@effect("Dominion")
def dominion(game: Flock, acting: Token) -> None:
    given = game.choose_some(game.field, least=1, most=7, ask=_("{you} must release sheep to join"))
    total = sum(int(sheep.face) for sheep in given)
    for sheep in given:
        game.release(sheep)
    game.gain(max(rank for rank in RANKS if rank <= total))
