"""Gin Rummy: draw and discard until your cards lie in sets and runs; then knock.

Rules: as in the section Gin Rummy of John McLeod's pagat.com, with the bonuses of OpenSpiel's ``gin_rummy``, and Oklahoma as
an option.

A deal: ten cards each and one turned up, `Deal`; both may take that card, `Upcard`; then the turns, `Draw` and `Discard`, until
somebody knocks; the opponent lays off, `LayOff`; the points are written down, `Count`; both look at the cards, `Look`, and the
loser deals the next, `NextDeal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    ChanceState,
    Counter,
    Dealing,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Phrase,
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
    phrase,
    plural,
)
from rondel.engine.components.playing_cards import PACK, symbol
from rondel.shelf.gin_rummy.melds import Meld, arrangements, deadwood, extended, left_over, points, sorted_by_suit, total

TARGET = Option("target", 100, text=_("Points that win the game"), low=1, high=500)
ONE_DEAL = Option("one_deal", False, text=_("One deal only"))
GIN = Option("gin_bonus", 25, text=_("Points for gin"), low=0, high=100)
UNDERCUT = Option("undercut_bonus", 25, text=_("Points for an undercut"), low=0, high=100)
OKLAHOMA = Option("oklahoma", False, text=_("Oklahoma: the first upcard limits the knock"))

HAND: Final = 10
LIMIT: Final = 10
"""The points that may be left over in a knock."""
WALL: Final = 2
"""The cards of the stock that nobody draws."""
TAKES: Final = 50
"""When so many cards have been taken from the discard pile, the deal is void, so that it ends."""
MOST: Final = 98
"""The most points that ten cards can have left over."""
DEAL_SECONDS: Final = 60
"""Time to think that each deal after the first brings to both, at a table with a clock."""
KNOCKS = plural("{player} knocks with {points} point", "{player} knocks with {points} points", "points")
LEFT = plural("{player} has {points} point left over", "{player} has {points} points left over", "points")
GETS = plural("{player} gets {points} point", "{player} gets {points} points", "points")


class GinRummy(Game):
    """Two hands, the stock, the discard pile, and the cards that are laid open in the end."""

    name = "gin_rummy"
    title = _("Gin Rummy")
    summary = _("Draw and discard until your cards lie in sets and runs; then knock.")
    showcase = Showcase(family=_("Cards"), minutes=20, known=True, drawn=22)
    seats = ("north", "south")
    options = (TARGET, ONE_DEAL, GIN, UNDERCUT, OKLAHOMA)
    kinds = (PlayingCard,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(0, 499 + MOST + 100), length=(2, None))

    def setup(self) -> To[FirstDealer]:
        self.deal_num = self.add(Counter("deal_num", 1, visible_to=EVERYONE), label=_("Deal"))
        self.limit = self.add(
            Counter("limit", LIMIT, visible_to=EVERYONE, quiet=not self.option(OKLAHOMA)), label=_("Limit of the knock")
        )
        self.dealer: Prop[str | None] = self.add(Prop("dealer", None, visible_to=EVERYONE, quiet=True))
        self.declined = self.add(Prop("declined", 0, visible_to=EVERYONE, quiet=True))
        self.taken: Prop[str | None] = self.add(Prop("taken", None, visible_to=EVERYONE, quiet=True))
        self.takes = self.add(Prop("takes", 0, visible_to=EVERYONE, quiet=True))
        self.knocker: Prop[str | None] = self.add(Prop("knocker", None, visible_to=EVERYONE, quiet=True))
        self.stock = self.add(Pile("stock", backs_visible_to=EVERYONE), label=_("Stock"))
        self.discards = self.add(Row("discards", stacked=True, visible_to=EVERYONE), label=_("Discard pile"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.deadwood = self.each(Counter, "deadwood", visible_to=OWNER)
        # the sizes of the melds that lie open; the cards after them are left over
        self.melds: dict[str, Prop[tuple[int, ...]]] = self.each(Prop, "melds", (), visible_to=EVERYONE, quiet=True)
        self.open = {
            role: self.add(Row(f"laid_open_{role}", groups=self.melds[role], visible_to=EVERYONE), belongs_to=role)
            for role in self.roles
        }
        for face in PACK:
            self.stock.add(PlayingCard(face=face))
        return FirstDealer

    # -- the players ---------------------------------------------------------------------------------------------------

    def turn_to(self, role: str) -> None:
        """It is that player's turn."""
        if self.player != role:
            self.next_player()

    # -- the cards -----------------------------------------------------------------------------------------------------

    def faces(self, role: str) -> list[str]:
        """The faces of the cards in a hand."""
        return [card.face for card in self.hands[role]]

    def discardable(self) -> list[Token]:
        """The cards that the current player may discard: all but the one just taken from the discard pile."""
        return [card for card in self.hands[self.player] if card.face != self.taken.value]

    def knocks(self) -> list[Token]:
        """The cards whose discard leaves the current player few enough points to knock."""
        faces = self.faces(self.player)
        limit = self.limit.value
        if deadwood(faces) > limit + LIMIT:  # a discard takes ten points off at most
            return []
        return [card for card in self.discardable() if deadwood([face for face in faces if face != card.face]) <= limit]

    def tidy(self, role: str) -> None:
        """Sort a hand, and count what is left over in it."""
        hand = self.hands[role]
        hand.sort(sorted_by_suit)
        self.deadwood[role].value = deadwood([card.face for card in hand])

    def laid(self, role: str) -> list[Meld]:
        """The melds that a player has laid open."""
        cards = [card.face for card in self.open[role]]
        found: list[Meld] = []
        for size in self.melds[role].value:
            found.append(tuple(cards[:size]))
            cards = cards[size:]
        return found

    def left(self, role: str) -> int:
        """The points of the cards that a player has laid open and that lie in no meld."""
        return total([card.face for card in self.open[role].tokens()[sum(self.melds[role].value) :]])

    def lay_open(self, role: str, melds: Sequence[Meld]) -> None:
        """Lay a hand open: its melds, then the cards that are left over."""
        hand = self.hands[role]
        rest = left_over([card.face for card in hand], melds)
        for face in [face for meld in (*melds, rest) for face in meld]:
            hand.find(face).move_to(self.open[role])
        self.melds[role].value = tuple([len(meld) for meld in melds])

    def fits(self, card: Token) -> list[int]:
        """The numbers of the knocker's melds on which a card may be laid off."""
        melds = self.laid(self.knocker.value or "")
        return [number for number, meld in enumerate(melds) if extended(meld, card.face)]

    def layable(self) -> list[Token]:
        """The cards of the current player that fit the knocker's melds."""
        return [card for card in self.hands[self.player] if self.fits(card)]

    def measure(self) -> float:
        if self.option(ONE_DEAL):
            return 100 * (1 - len(self.stock) / len(PACK))
        return min(100, 100 * max(0, *self.scores.values()) / self.option(TARGET))


def told(faces: Sequence[str]) -> dict[str, Any]:
    """Cards in an event, for people and for programs."""
    return {"shown": ", ".join([symbol(face) for face in faces]), "cards": list(faces)}


def written(melds: Iterable[Meld]) -> str:
    """Melds in one line: ``4♠5♠6♠ K♣K♦K♥``."""
    return " ".join(["".join([symbol(face) for face in meld]) for meld in melds])


class FirstDealer(ChanceState[GinRummy]):
    """Who deals first is drawn."""

    def outcomes(self, game: GinRummy) -> Sequence[str]:
        return game.roles

    def happens(self, game: GinRummy, outcome: str) -> To[Deal]:
        game.dealer.value = outcome
        game.turn_to(game.opponent(outcome))
        return Deal


class Deal(Dealing[GinRummy]):
    """Ten cards each, and one turned up."""

    updates_progress = True

    def enter(self, game: GinRummy) -> To[Deal] | To[Upcard]:
        again = self.deal(game, game.stock, game.hands, HAND) or self.fill(game, game.stock, game.discards, 1)
        if again:
            return again
        for role in game.roles:
            game.tidy(role)
        face = game.discards[-1].face
        if game.option(OKLAHOMA):
            game.limit.value = points(face) if points(face) > 1 else 0
        game.notify("upcard", _("{shown} is turned up"), **told([face]))
        return Upcard


class Drawing(ActivePlayer[GinRummy]):
    """A player begins a turn."""

    abstract = True


class Upcard(Drawing):
    """The first card of the discard pile is offered to the opponent of the dealer, then to the dealer."""

    description = _("{actplayer} may take the upcard")
    my_turn = _("Do you take the upcard?")


class Draw(Drawing):
    """A player draws from the stock, or takes the card that was discarded last."""

    description = _("{actplayer} must draw")
    my_turn = _("Draw from the stock, or take the discarded card")
    updates_progress = True


@on(Upcard, _("{actplayer} passes"), says=_("Pass"))
def decline(game: GinRummy) -> To[Upcard] | To[FromStock]:
    """Leave the upcard; when both do, the first draws from the stock."""
    game.declined.value += 1
    game.next_player()
    return Upcard if game.declined.value < len(game.roles) else FromStock


class FromStock(Automatic[GinRummy]):
    """The player draws from the stock, as nobody wants the upcard."""

    def enter(self, game: GinRummy) -> To[Discard]:
        return drawn(game)


@on(Draw, _("{actplayer} draws from the stock"), says=_("Draw from the stock"))
def draw(game: GinRummy, pile: Spot) -> To[Discard]:
    """Draw the top card of the stock, which the opponent does not see."""
    return drawn(game)


@draw.options
def piles(game: GinRummy) -> Iterable[Spot]:
    """The stock."""
    return [game.stock.spot()]


def drawn(game: GinRummy) -> To[Discard]:
    """The current player has drawn from the stock."""
    role = game.player
    card = game.draw(game.stock, game.hands[role])
    game.notify("drawn", _("{player} draws {shown}"), to=(role,), player=role, **told([card.face]))
    game.hands[role].sort(sorted_by_suit)
    return Discard


@on(Drawing, _("{actplayer} takes {card}"), says=_("Take {card}"))
def take(game: GinRummy, card: Token) -> To[Discard] | To[Void]:
    """Take the top card of the discard pile."""
    if game.state == "Draw":
        game.takes.value += 1
        if game.takes.value == TAKES:
            return Void
    hand = game.hands[game.player]
    card.move_to(hand)
    game.taken.value = card.face
    hand.sort(sorted_by_suit)
    return Discard


@take.options
def top(game: GinRummy) -> Iterable[Token]:
    """The card that was discarded last."""
    return [game.discards[-1]]


class Discard(ActivePlayer[GinRummy]):
    """A player ends a turn with a discard, and may knock."""

    description = _("{actplayer} must discard")
    my_turn = _("Discard a card")

    def zombie(self, game: GinRummy, role: str) -> str:
        """The move of an absent player: the card with the most points goes."""
        return f"discard({max(game.discardable(), key=lambda card: points(card.face)).face})"


@on(Discard, _("{actplayer} discards {card}"), says=_("Discard {card}"))
def discard(game: GinRummy, card: Token) -> To[Draw] | To[Void]:
    """Lay a card on the discard pile."""
    role = game.player
    card.move_to(game.discards)
    game.taken.value = None
    game.tidy(role)
    game.next_player()
    return Draw if len(game.stock) > WALL else Void


@discard.options
def cards_to_discard(game: GinRummy) -> Iterable[Token]:
    """Any card but the one that was just taken."""
    return game.discardable()


def knocking(game: GinRummy, card: Token) -> Phrase:
    """A knock in words, with the points that are left over."""
    left = deadwood([face for face in game.faces(game.player) if face != card.face])
    return phrase(_("Knock with {points}"), points=left) if left else phrase(_("Gin"))


@on(Discard, _("{actplayer} knocks"), says=knocking)
def knock(game: GinRummy, card: Token) -> To[LayOff] | To[Count]:
    """Discard a card and lay the others open. Nothing is left over in gin."""
    role = game.player
    laid = {written(melds): melds for melds in arrangements([face for face in game.faces(role) if face != card.face])}
    chosen = game.choose(list(laid), ask=_("How do you meld?"), action="meld") if len(laid) > 1 else next(iter(laid))
    card.move_to(game.discards)
    game.taken.value = None
    game.knocker.value = role
    game.lay_open(role, laid[chosen])
    game.deadwood[role].value = left = game.left(role)
    game.notify("knocks", KNOCKS if left else _("{player} has gin"), player=role, points=left)
    game.next_player()
    return LayOff if left and game.layable() else Count


@knock.options
def cards_to_knock(game: GinRummy) -> Iterable[Token]:
    """The cards without which few enough points are left over."""
    return game.knocks()


class LayOff(ActivePlayer[GinRummy]):
    """The opponent of the knocker lays cards off on the knocker's melds."""

    description = _("{actplayer} may lay cards off")
    my_turn = _("Lay cards off on the melds of {otherplayer}")

    def args(self, game: GinRummy, role: str) -> dict[str, str | None]:
        return {"otherplayer": game.knocker.value}


@on(LayOff, _("{actplayer} lays {card} off"), says=_("Lay {card} off"))
def lay_off(game: GinRummy, card: Token) -> To[LayOff] | To[Count]:
    """Add a card to a meld of the knocker."""
    knocker = game.knocker.value or ""
    row, sizes = game.open[knocker], game.melds[knocker].value
    fits = game.fits(card)
    ends = [sum(sizes[: number + 1]) - 1 for number in fits]
    end = ends[0]
    if len(ends) > 1:
        last = game.choose([row[each] for each in ends], ask=_("Lay it off on which meld?"), action="on")
        end = row.tokens().index(last)
    number = fits[ends.index(end)]
    meld = game.laid(knocker)[number]
    longer = extended(meld, card.face) or meld
    row.insert(end + 1 - len(meld) + longer.index(card.face), card)
    game.melds[knocker].value = (*sizes[:number], len(longer), *sizes[number + 1 :])
    game.tidy(game.player)
    return LayOff if game.layable() else Count


@lay_off.options
def cards_to_lay_off(game: GinRummy) -> Iterable[Token]:
    """The cards that fit a set or the end of a run."""
    return game.layable()


@on(LayOff, _("{actplayer} lays off no more"), says=_("No more"))
def count(game: GinRummy) -> To[Count]:
    """Lay off no more."""
    return Count


class Count(Automatic[GinRummy]):
    """The opponent's cards are laid open, and the points are written down."""

    updates_progress = True

    def enter(self, game: GinRummy) -> To[Look] | To[GameEnd]:
        knocker = game.knocker.value or ""
        other = game.opponent(knocker)
        game.lay_open(other, arrangements(game.faces(other))[0])
        left, theirs = game.left(knocker), game.left(other)
        game.notify("left", LEFT, player=other, points=theirs)
        winner = knocker if not left or theirs > left else other
        gained = abs(theirs - left)
        if not left:
            gained += game.option(GIN)
        elif winner == other:
            game.notify("undercut", _("{player} has undercut {otherplayer}"), player=other, otherplayer=knocker)
            gained += game.option(UNDERCUT)
        game.notify("points", GETS, player=winner, points=gained)
        game.set_score(winner, game.score(winner) + gained)
        game.dealer.value = game.opponent(winner)
        game.turn_to(winner)
        if game.option(ONE_DEAL) or game.score(winner) >= game.option(TARGET):
            return GameEnd
        return Look


class Void(Automatic[GinRummy]):
    """Nobody has knocked: the deal brings nothing, and the same player deals again."""

    def enter(self, game: GinRummy) -> To[NextDeal] | To[GameEnd]:
        game.notify("void", _("Nobody has knocked, and the deal brings no points"))
        if game.option(ONE_DEAL):
            return GameEnd
        game.turn_to(game.dealer.value or "")
        return NextDeal


class Look(ActivePlayer[GinRummy]):
    """The winner looks at the cards."""

    description = _("{actplayer} looks at the cards")
    my_turn = _("You have won this deal")


@on(Look, _("{actplayer} goes on"), says=_("Go on"), logged=False)
def go_on(game: GinRummy) -> To[NextDeal]:
    """The cards have been seen."""
    game.turn_to(game.dealer.value or "")
    return NextDeal


class NextDeal(ActivePlayer[GinRummy]):
    """The loser deals the next cards."""

    description = _("{actplayer} must deal")
    my_turn = _("Deal the cards")


@on(NextDeal, _("{actplayer} deals"), says=_("Deal the cards"))
def deal(game: GinRummy) -> To[Deal]:
    """Shuffle, and deal."""
    game.notify("next_deal")
    for part in (game.discards, *game.hands.values(), *game.open.values()):
        game.stock.shuffle_in(part)
    for role in game.roles:
        game.melds[role].value = ()
        game.give_time(role, DEAL_SECONDS)  # nobody knows how many deals there will be
    game.declined.value = game.takes.value = 0
    game.taken.value = game.knocker.value = None
    game.deal_num.add()
    game.turn_to(game.opponent(game.player))
    return Deal
