"""Solitaire: Klondike. Bring all cards home, suit by suit from the ace to the king.

Rules: those of Klondike as they are generally known, with the points of the card tables of the nineties.

The deal, `Deal`: seven columns of one to seven cards, only the last of each face up; the rest is the stock. Then `Play`, which
goes on until all is done or nothing is left to do, `Settle`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Dealing,
    Facts,
    Game,
    GameEnd,
    Option,
    Pile,
    PlayingCard,
    Prop,
    Row,
    Showcase,
    Spot,
    To,
    Token,
    _,
    on,
)
from rondel.engine.components.playing_cards import PACK, rank, suit

DRAW = Option("draw", 1, text=_("Cards that are turned at once"), values=(1, 3))
PASSES = Option("passes", 0, text=_("Passes through the stock (0: as many as you like)"), low=0, high=9)
BACK = Option("back", True, text=_("Cards may come back from home"))
SCORING = Option(
    "scoring",
    "standard",
    text=_("standard: points for moves; stake: 5 for each card at home, less 52"),
    values=("standard", "stake"),
)

COLUMNS: Final = 7
HOMES: Final = {"spades": "♠", "hearts": "♥", "clubs": "♣", "diamonds": "♦"}
HEIGHT: Final = {face: (rank(face) - 1) % 13 + 1 for face in PACK}
"""The place of each card in its suit, from 1 for the ace to 13 for the king."""
RED: Final = {face: suit(face) in ("hearts", "diamonds") for face in PACK}
TAKERS: Final = {face: [each for each in PACK if HEIGHT[each] == HEIGHT[face] + 1 and RED[each] != RED[face]] for face in PACK}
"""The cards that take a card in a column: one higher, and of the other colour."""
KING: Final = 13
ALL: Final = len(PACK)
IN_VAIN: Final = 100
"""So many moves without anything new end the game; ours, so that every game has an end."""


class Solitaire(Game):
    """Seven columns, a home for each suit, stock and waste."""

    name = "solitaire"
    title = _("Solitaire")
    summary = _("Bring all cards home, suit by suit from the ace to the king.")
    showcase = Showcase(family=_("Cards"), minutes=10, known=True, drawn=24)
    seats = ("player",)
    options = (DRAW, PASSES, BACK, SCORING)
    kinds = (PlayingCard,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(-ALL, 745), length=(8, None))

    def setup(self) -> To[Deal]:
        self.pack = self.add(Pile("pack"))
        self.stock = self.add(Row("stock", in_sight=1, visible_to=EVERYONE), label=_("Stock"))
        self.waste = self.add(Row("waste", in_sight=3, visible_to=EVERYONE), label=_("Waste"))
        self.homes = {
            name: self.add(Row(f"home_{name}", in_sight=1, visible_to=EVERYONE), label=symbol) for name, symbol in HOMES.items()
        }
        self.columns = [
            self.add(Row(f"column_{number}", spread="down", visible_to=EVERYONE)) for number in range(1, COLUMNS + 1)
        ]
        self.points = self.add(Prop("points", 0, visible_to=EVERYONE, quiet=True))
        self.turned_over = self.add(Prop("turned_over", 0, visible_to=EVERYONE, quiet=True))
        self.in_vain = self.add(Prop("in_vain", 0, visible_to=EVERYONE), label=_("Moves in vain"))
        for card in PlayingCard.set(dict.fromkeys(PACK, 1)):
            self.pack.add(card)
        return Deal

    # -- results -------------------------------------------------------------------------------------------------------

    def at_home(self) -> int:
        """The cards that are home."""
        return sum([len(home) for home in self.homes.values()])

    def score(self, role: str) -> float:
        return 5 * self.at_home() - ALL if self.option(SCORING) == "stake" else self.points.value

    def all_win(self) -> bool:
        return self.at_home() == ALL

    def utility(self, role: str) -> float:
        """The cards that are home, from -1 for none to 1 for all."""
        return 2 * self.at_home() / ALL - 1

    def ending(self) -> str:
        return _("with all cards at home") if self.at_home() == ALL else _("with cards left over")

    def measure(self) -> float:
        return 100 * self.at_home() / ALL

    # -- moving --------------------------------------------------------------------------------------------------------

    def earn(self, points: int) -> None:
        """Add points; there are never fewer than none."""
        self.points.value = max(0, self.points.value + points)

    def turned(self, column: Row) -> dict[str, Any]:
        """The last card of a column, which lies face up now, and where."""
        return {"card": column[-1].face, "column": self.columns.index(column) + 1, "at": len(column) - 1}

    def take(self, card: Token, to: Row) -> None:
        """Move a card, with those that lie on it, and turn up what it leaves last."""
        place = card.container
        if place is self.waste or not isinstance(place, Row):
            card.move_to(to)
            self.in_vain.value = 0
            return
        cards = place.tokens()
        for each in cards[cards.index(card) :]:
            each.move_to(to)
        if len(place) and place[-1].face_down:
            place[-1].turn_up()
            self.notify("turned", _("{card} is turned up"), **self.turned(place))
            self.earn(5)
            self.in_vain.value = 0

    # -- what can be moved ---------------------------------------------------------------------------------------------

    def takes(self, column: Row, card: Token) -> bool:
        """Whether a card may go on a column: one lower and of the other colour than the last; a king where there is none."""
        return column[-1].face in TAKERS[card.face] if len(column) else HEIGHT[card.face] == KING

    def moves_between(self) -> list[tuple[Token, Spot]]:
        """Each card that may go to a column, with that column."""
        found: list[tuple[Token, Spot]] = []
        free = [column for column in self.columns if not len(column)]
        ends = {column[-1].face: column for column in self.columns if len(column)}
        for place in (self.waste, *self.homes.values()):
            if len(place) and (place is self.waste or self.option(BACK)):
                self._add_ways(place[-1], free, ends, found)
        for column in self.columns:
            for card in column.tokens():
                if not card.face_down:  # a king does not leave one column for another as empty
                    self._add_ways(card, free if card is not column[0] else [], ends, found)
        return found

    def _add_ways(self, card: Token, free: list[Row], ends: dict[str, Row], found: list[tuple[Token, Spot]]) -> None:
        """Add a card with each column that takes it, of those that are free and those that end with a face."""
        face = card.face
        for column in free if HEIGHT[face] == KING else [ends[last] for last in TAKERS[face] if last in ends]:
            found.append((card, column.spot(str(self.columns.index(column) + 1))))

    def moves_home(self) -> list[tuple[Token, Spot]]:
        """Each card that may go home: the next of its suit, if it is the waste's last or a column's."""
        found: list[tuple[Token, Spot]] = []
        for place in (self.waste, *self.columns):
            if len(place):
                name = suit(place[-1])
                if HEIGHT[place[-1].face] == len(self.homes[name]) + 1:
                    found.append((place[-1], self.homes[name].spot(name)))
        return found

    def may_turn_over(self) -> bool:
        """Whether the waste may become the stock again."""
        passes = self.option(PASSES)
        return not len(self.stock) and len(self.waste) > 0 and (not passes or self.turned_over.value + 1 < passes)

    def all_open(self) -> bool:
        """Whether all cards lie face up in columns or at home, from where the rest goes home in any case."""
        return not len(self.stock) and not len(self.waste) and not any(len(each) and each[0].face_down for each in self.columns)


class Deal(Dealing[Solitaire]):
    """Each column gets its cards, the last face up; all others are the stock."""

    def enter(self, game: Solitaire) -> To[Deal] | To[Play]:
        for number, column in enumerate(game.columns, 1):
            if len(column) < number:
                card = game.draw(game.pack, column)
                if len(column) < number:
                    card.turn_down()
                else:
                    game.notify("turned", **game.turned(column))
                return Deal
        if len(game.stock) < ALL - COLUMNS * (COLUMNS + 1) // 2:
            game.draw(game.pack, game.stock).turn_down()
            return Deal
        return Play


class Play(ActivePlayer[Solitaire]):
    """The player moves a card, or turns the stock."""

    description = _("{actplayer} must move a card or turn the stock")
    my_turn = _("Move a card, or turn the stock")
    updates_progress = True


@on(Play, _("{actplayer} moves {card} to column {column}"))
def move(game: Solitaire, card: Token, column: Spot) -> To[Settle]:
    """A card goes to a column, with those that lie on it."""
    game.in_vain.value += 1
    if card.container is game.waste:
        game.earn(5)
    elif card.container not in game.columns:
        game.earn(-15)
    game.take(card, game.columns[int(column.name) - 1])
    return Settle


@move.all_options
def ways(game: Solitaire) -> Iterable[tuple[Token, Spot]]:
    """What fits."""
    return game.moves_between()


@on(Play, _("{actplayer} brings {card} home"))
def home(game: Solitaire, card: Token, foundation: Spot) -> To[Settle]:
    """A card goes home."""
    game.earn(10)
    game.take(card, game.homes[foundation.name])
    return Settle


@home.all_options
def ways_home(game: Solitaire) -> Iterable[tuple[Token, Spot]]:
    """The next of a suit."""
    return game.moves_home()


@on(Play, _("{actplayer} turns the stock"))
def draw(game: Solitaire, stock: Spot) -> To[Settle]:
    """The next cards of the stock go to the waste."""
    game.in_vain.value += 1
    for _card in range(min(game.option(DRAW), len(game.stock))):
        card = game.stock[-1]
        card.turn_up()
        game.notify("drawn", card=card.face, at=len(game.stock) - 1)
        card.move_to(game.waste)
    return Settle


@draw.options
def filled(game: Solitaire) -> Iterable[Spot]:
    """The stock, while there is one."""
    return [game.stock.spot()] if len(game.stock) else []


@on(Play, _("{actplayer} turns the waste over"))
def turn_over(game: Solitaire, stock: Spot) -> To[Settle]:
    """The waste becomes the stock again, in the same order; with one card at a time that costs points."""
    game.in_vain.value += 1
    game.turned_over.value += 1
    if game.option(DRAW) == 1:
        game.earn(-100)
    for card in reversed(game.waste.tokens()):
        card.turn_down()
        card.move_to(game.stock)
    return Settle


@turn_over.options
def emptied(game: Solitaire) -> Iterable[Spot]:
    """The empty stock, while there are passes left."""
    return [game.stock.spot()] if game.may_turn_over() else []


class Settle(Automatic[Solitaire]):
    """It is over with all cards at home, without a move, and after too many moves in vain."""

    def enter(self, game: Solitaire) -> To[Play] | To[GameEnd]:
        if game.all_open():
            while game.at_home() < ALL:
                for card, spot in game.moves_home():
                    game.earn(10)
                    card.move_to(game.homes[spot.name])
            return GameEnd
        if game.in_vain.value >= IN_VAIN:
            return GameEnd
        if len(game.stock) or game.may_turn_over() or game.moves_home() or game.moves_between():
            return Play
        return GameEnd
