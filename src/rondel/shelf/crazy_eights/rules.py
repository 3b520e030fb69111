"""Crazy Eights: play a card of the same suit or rank, and be the first without cards; eights are wild.

Rules: those commonly played, as John McLeod's pagat.com and the encyclopedias describe them, with the special cards of
OpenSpiel's ``crazy_eights`` as an option.

A deal: five cards each, seven for two, and one turned up, `Deal` and `Start`; then the turns, `Turn`, in which a player plays a
card, draws or passes. After an eight the player names a suit, `Wild`; after a two the next may have to draw, `Fine`. When a
player has no cards, or nobody can play, the points are written down, `Count`, and another deals, `NextDeal`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    ChanceState,
    Counter,
    Dealing,
    Face,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Pile,
    PlayingCard,
    Prop,
    Row,
    Showcase,
    Spot,
    To,
    Token,
    TokenKind,
    _,
    on,
    phrase,
    plural,
)
from rondel.engine.components.playing_cards import PACK, SUITS, SYMBOLS, held, rank, suit, symbol

TARGET = Option("target", 100, text=_("Points that end the game"), low=1, high=1000)
ONE_DEAL = Option("one_deal", False, text=_("One deal only"))
SPECIAL = Option("special_cards", False, text=_("Queens skip a player, aces reverse the turns, twos make the next draw two"))
DRAWS = Option("draws", 3, text=_("Cards that may be drawn in a turn"), low=1, high=52)
EMPTY = Option(
    "empty_stock", "shuffle", text=_("What happens when the stock is empty"), values=("shuffle", "turn over", "pass")
)
SCORING = Option("scoring", "winner", text=_("Who gets the points of the cards that are left"), values=("winner", "each"))

WILD: Final = 8
SKIP: Final = 12
REVERSE: Final = 14
TWO: Final = 2
HANDS: Final = {2: 7, 3: 5, 4: 5, 5: 5}
"""The cards in each hand, by the number of players."""
PLAYS: Final = 100
"""When so many cards have been played in a deal, it is over, so that it ends."""
DEAL_SECONDS: Final = 60
"""Time to think that each deal after the first brings to everybody, at a table with a clock."""
FULL: Final = 508
"""The points of the whole pack."""
NAMES: Final = {"clubs": _("Clubs ♣"), "diamonds": _("Diamonds ♦"), "spades": _("Spades ♠"), "hearts": _("Hearts ♥")}
LEFT = plural("{player} has {points} point left: {shown}", "{player} has {points} points left: {shown}", "points")
GETS = plural("{player} gets {points} point", "{player} gets {points} points", "points")

Wanted: Final = TokenKind(
    "wanted",
    faces={
        name: Face("disc", text=SYMBOLS[name], colour="ivory", ink="#b3312c" if name in ("diamonds", "hearts") else "#222222")
        for name in SUITS
    },
)
"""The suit to follow: that of the last card, or the one that was named for an eight."""


def points(face: str) -> int:
    """The points of a card that is left: an eight 50, a court card 10, any other its number.

    >>> points("8C"), points("KH"), points("TD"), points("AS")
    (50, 10, 10, 1)
    """
    if rank(face) == WILD:
        return 50
    return 1 if face[0] == "A" else min(10, rank(face))


class CrazyEights(Game):
    """A hand for each, the stock, and the discard pile that everybody plays on."""

    name = "crazy_eights"
    title = _("Crazy Eights")
    summary = _("Play a card of the same suit or rank, and be the first without cards; eights are wild.")
    showcase = Showcase(family=_("Cards"), minutes=15, players=3, known=True, drawn=14)
    seats = ("ash", "birch", "cedar", "elm", "hazel")
    fewest = 2
    options = (TARGET, ONE_DEAL, SPECIAL, DRAWS, EMPTY, SCORING)
    kinds = (PlayingCard, Wanted)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(-1000 - FULL, 1000 + FULL), length=(5, None))

    def setup(self) -> To[FirstDealer]:
        self.deal_num = self.add(Counter("deal_num", 1, visible_to=EVERYONE, quiet=self.option(ONE_DEAL)), label=_("Deal"))
        self.due = self.add(
            Counter("due", 0, visible_to=EVERYONE, quiet=not self.option(SPECIAL)), label=_("Cards to be drawn for twos")
        )
        self.dealer: Prop[str | None] = self.add(Prop("dealer", None, visible_to=EVERYONE, quiet=True))
        self.drawn = self.add(Prop("drawn", 0, visible_to=EVERYONE, quiet=True))  # by the current player, in this turn
        self.dealt = self.add(Prop("dealt", 0, visible_to=EVERYONE, quiet=True))  # all cards that have left the stock
        self.plays = self.add(Prop("plays", 0, visible_to=EVERYONE, quiet=True))
        self.passes = self.add(Prop("passes", 0, visible_to=EVERYONE, quiet=True))  # one after the other, without a stock
        self.stock = self.add(Pile("stock", backs_visible_to=EVERYONE), label=_("Stock"))
        self.discards = self.add(Row("discards", stacked=True, visible_to=EVERYONE), label=_("Discard pile"))
        self.wanted = self.add(Row("wanted", visible_to=EVERYONE), label=_("Suit"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        for face in PACK:
            self.stock.add(PlayingCard(face=face))
        return FirstDealer

    # -- the cards -----------------------------------------------------------------------------------------------------

    def left(self, role: str) -> int:
        """The points of the cards in a hand."""
        return sum([points(card.face) for card in self.hands[role]])

    def suit(self) -> str:
        """The suit to follow."""
        return self.wanted[0].face if len(self.wanted) else suit(self.discards[-1])

    def want(self, suit: str) -> None:
        """This is the suit to follow from now on."""
        if not len(self.wanted):
            self.wanted.add(Wanted(face=suit))
        elif self.wanted[0].face != suit:
            self.wanted[0].face = suit

    def playable(self) -> list[Token]:
        """The cards that the current player may play; where cards are to be drawn for twos, only another two."""
        hand = self.hands[self.player].tokens()
        if self.due.value:
            return [card for card in hand if rank(card) == TWO]
        wanted, like = self.suit(), rank(self.discards[-1])
        return [card for card in hand if suit(card) == wanted or rank(card) in (like, WILD)]

    def may_pass(self) -> bool:
        """Whether the current player may pass: enough cards were drawn in this turn, or the stock is empty."""
        return not len(self.stock) or self.drawn.value >= self.option(DRAWS)

    def take(self) -> None:
        """The current player gets the top card of the stock, which the others do not see."""
        role = self.player
        card = self.draw(self.stock, self.hands[role])
        self.dealt.value += 1
        self.notify("drawn", _("{player} draws {shown}"), to=(role,), player=role, shown=symbol(card), card=card.face)
        self.notify("drawn", to=tuple([each for each in self.roles if each != role]), player=role)
        self.hands[role].sort(held)
        self.renew()

    def renew(self) -> None:
        """Make an empty stock of the discard pile without its last card, unless the option forbids it."""
        if len(self.stock) or len(self.discards) == 1 or self.option(EMPTY) == "pass":
            return
        cards = self.discards.tokens()[:-1]
        if self.option(EMPTY) == "shuffle":
            self.stock.shuffle_in(cards)
            self.notify("renewed", _("The discard pile is shuffled and becomes the stock"))
        else:
            for card in reversed(cards):
                self.stock.put_on_top(card)
            self.notify("renewed", _("The discard pile is turned over and becomes the stock"))

    # -- the turns -----------------------------------------------------------------------------------------------------

    def turn_to(self, role: str) -> None:
        """The turn goes on to that player."""
        while self.player != role:
            self.next_player()

    def works(self, card: Token) -> None:
        """A special card of the current player does what it does; the turn goes on afterwards."""
        if not self.option(SPECIAL):
            return
        if rank(card) == SKIP:
            skipped = self.next_player()
            self.notify("skipped", _("{player} is skipped"), player=skipped)
        elif rank(card) == REVERSE:
            first, *others = self.play_order.value
            self.play_order.value = (first, *reversed(others))
        elif rank(card) == TWO and len(self.stock):
            self.due.add(2)

    def next_turn(self) -> None:
        """The turn of the next player begins."""
        self.drawn.value = 0
        self.next_player()

    def measure(self) -> float:
        if self.option(ONE_DEAL):
            return 100 * (1 - len(self.stock) / len(PACK))
        return min(100, 100 * max([abs(score) for score in self.scores.values()]) / self.option(TARGET))


class FirstDealer(ChanceState[CrazyEights]):
    """Who deals first is drawn."""

    def outcomes(self, game: CrazyEights) -> Sequence[str]:
        return game.roles

    def happens(self, game: CrazyEights, outcome: str) -> To[Deal]:
        game.dealer.value = outcome
        game.turn_to(outcome)
        game.next_player()
        return Deal


class Deal(Dealing[CrazyEights]):
    """The hands are dealt, from the player after the dealer on."""

    updates_progress = True

    def enter(self, game: CrazyEights) -> To[Deal] | To[Start]:
        again = self.deal(game, game.stock, game.hands, HANDS[len(game.roles)])
        if again:
            return again
        for role, hand in game.hands.items():
            hand.sort(held)
            game.notify("dealt", to=(role,), player=role, dealer=game.dealer.value, cards=[card.face for card in hand])
        game.dealt.value = len(PACK) - len(game.stock)
        return Start


class Start(Dealing[CrazyEights]):
    """A card is turned up, as if the dealer had played it; an eight goes back into the stock, and another is turned up."""

    def enter(self, game: CrazyEights) -> To[Start] | To[Turn]:
        card = game.draw(game.stock, game.discards)
        game.dealt.value += 1
        if rank(card) == WILD:
            game.notify("buried", _("{shown} goes back into the stock"), shown=symbol(card), card=card.face)
            game.stock.shuffle_in([card])
            return Start
        game.notify("starter", _("{shown} is turned up"), shown=symbol(card), card=card.face)
        game.want(suit(card))
        game.turn_to(game.dealer.value or "")
        game.works(card)
        game.next_turn()
        return Turn


class Turn(ActivePlayer[CrazyEights]):
    """A player plays a card, draws one, or passes."""

    description = _("{actplayer} must play or draw")
    my_turn = _("Play a card, or draw")
    updates_progress = True

    def zombie(self, game: CrazyEights, role: str) -> str:
        """The move of an absent player: the card with the most points goes, if there is one."""
        cards = game.playable()
        if cards:
            return f"play({max(cards, key=lambda card: points(card.face)).face})"
        return "decline" if game.may_pass() else "draw(stock)"


@on(Turn, _("{actplayer} plays {card}"), says=_("Play {card}"))
def play(game: CrazyEights, card: Token) -> To[Turn] | To[Wild] | To[Count]:
    """Lay a card on the discard pile."""
    card.move_to(game.discards)
    game.want(suit(card))
    game.plays.value += 1
    game.passes.value = 0
    if not len(game.hands[game.player]) or game.plays.value >= PLAYS:
        return Count
    game.renew()
    if rank(card) == WILD:
        return Wild
    game.works(card)
    game.next_turn()
    return Turn


@play.options
def cards_to_play(game: CrazyEights) -> Iterable[Token]:
    """The cards of the suit or the rank, and the eights; see `CrazyEights.playable`."""
    return game.playable()


@on(Turn, _("{actplayer} draws"), says=_("Draw from the stock"))
def draw(game: CrazyEights, pile: Spot) -> To[Turn] | To[Fine]:
    """Draw a card, or all cards that twos bring."""
    if game.due.value:
        return Fine
    game.drawn.value += 1
    game.take()
    return Turn


@draw.options
def piles(game: CrazyEights) -> Iterable[Spot]:
    """The stock, until enough cards have been drawn."""
    return [] if game.may_pass() else [game.stock.spot()]


@on(Turn, _("{actplayer} passes"), says=_("Pass"))
def decline(game: CrazyEights) -> To[Turn] | To[Count]:
    """Play no card; when all do so one after the other and nobody can draw, the deal is over."""
    game.passes.value = game.passes.value + 1 if not len(game.stock) else 0
    if game.passes.value == len(game.roles):
        game.notify("blocked", _("Nobody plays, and nobody can draw"))
        return Count
    game.next_turn()
    return Turn


@decline.available
def may_decline(game: CrazyEights) -> bool:
    """After enough cards were drawn, or without a stock."""
    return game.may_pass()


class Wild(ActivePlayer[CrazyEights]):
    """The player of an eight names a suit."""

    description = _("{actplayer} must name a suit")
    my_turn = _("Name a suit")


def named(game: CrazyEights, suit: str) -> str:
    """A suit in words."""
    return NAMES[suit]


@on(Wild, _("{actplayer} names a suit"), says=named)
def name(game: CrazyEights, suit: str) -> To[Turn]:
    """Say which suit the next card must have."""
    game.reword(_("{actplayer} wants {wanted}"), wanted=phrase(NAMES[suit]))
    game.want(suit)
    game.next_turn()
    return Turn


@name.options
def suits(game: CrazyEights) -> Iterable[str]:
    """All four."""
    return SUITS


class Fine(Dealing[CrazyEights]):
    """A player draws the cards that twos bring, and misses the turn."""

    def enter(self, game: CrazyEights) -> To[Fine] | To[Turn]:
        game.take()
        game.due.take()
        if not len(game.stock):
            game.due.value = 0
        if game.due.value:
            return Fine
        game.next_turn()
        return Turn


class Count(Automatic[CrazyEights]):
    """The points of the cards that are left are written down."""

    updates_progress = True

    def enter(self, game: CrazyEights) -> To[NextDeal] | To[GameEnd]:
        left = {role: game.left(role) for role in game.roles}
        for role in game.roles:
            if len(game.hands[role]):
                cards = [card.face for card in game.hands[role]]
                shown = " ".join([symbol(face) for face in cards])
                game.notify("left", LEFT, player=role, points=left[role], shown=shown, cards=cards)
        fewest = min(left.values())
        for role in game.roles:
            if game.option(SCORING) == "each":
                game.set_score(role, game.score(role) - left[role])
            elif left[role] == fewest:
                gained = sum(left.values()) - fewest * len(game.roles)
                game.notify("points", GETS, player=role, points=gained)
                game.set_score(role, game.score(role) + gained)
        if game.option(ONE_DEAL) or max([abs(score) for score in game.scores.values()]) >= game.option(TARGET):
            return GameEnd
        game.play_order.value = game.roles
        game.turn_to(game.dealer.value or "")
        game.next_player()
        return NextDeal


class NextDeal(ActivePlayer[CrazyEights]):
    """The next player deals."""

    description = _("{actplayer} must deal")
    my_turn = _("Deal the cards")


@on(NextDeal, _("{actplayer} deals"), says=_("Deal the cards"))
def deal(game: CrazyEights) -> To[Deal]:
    """Shuffle, and deal."""
    game.notify("next_deal")
    for part in (game.discards, *game.hands.values()):
        game.stock.shuffle_in(part)
    for role in game.roles:
        game.give_time(role, DEAL_SECONDS)  # nobody knows how many deals there will be
    game.due.value = game.drawn.value = game.dealt.value = game.plays.value = game.passes.value = 0
    game.deal_num.add()
    game.dealer.value = game.player
    game.next_player()
    return Deal
