"""Spades: bid how many tricks you will take, and take them together with your partner; spades are trumps.

Rules: as in the section Spades of John McLeod's pagat.com (partnership game for four), without blind nil.

A deal: everybody bids once, `Bidding`; thirteen tricks, `Trick` and `Take`; and the points are written down, `Count`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
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
    To,
    Token,
    _,
    on,
    phrase,
    plural,
)
from rondel.engine.components.playing_cards import PACK, following, held, highest, rank, suit

TARGET = Option("target", 500, text=_("Points that win the game"), low=1, high=1000)
MERCY = Option("mercy", -200, text=_("Points at which a side has lost"), low=-1000, high=-1)
BAGS = Option("bags", True, text=_("Ten tricks above the bids cost 100 points"))
BREAK = Option("must_break_spades", True, text=_("Spades must be broken before they are led"))
NIL_HELPS = Option("failed_nil_helps", False, text=_("The tricks of a failed nil count for the partner's bid"))

SIDES: Final = (("north", "south"), ("east", "west"))
TRICKS: Final = 13
NIL: Final = 100
"""The points of a nil: of a bid of no trick that is kept."""
PENALTY: Final = 100
"""The points that ten bags cost."""
DEAL_SECONDS: Final = 60
"""Time to think that each deal after the first brings to everybody, at a table with a clock."""
POINTS = plural("{player} and {otherplayer} get {points} point", "{player} and {otherplayer} get {points} points", "points")


class Spades(Game):
    """Two sides of two, a hand each, and a trick between them."""

    name = "spades"
    title = _("Spades")
    summary = _("Bid your tricks, and take them together with your partner; spades are trumps.")
    showcase = Showcase(family=_("Cards"), minutes=25, known=True, drawn=22)
    seats = ("north", "east", "south", "west")
    teams = SIDES
    options = (TARGET, MERCY, BAGS, BREAK, NIL_HELPS)
    kinds = (PlayingCard,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(-1500, 1500), length=(56, None))

    def setup(self) -> To[Deal]:
        self.deal_num = self.add(Counter("deal_num", 1, visible_to=EVERYONE), label=_("Deal"))
        self.bags: Prop[tuple[int, int]] = self.add(
            Prop("bags", (0, 0), visible_to=EVERYONE, quiet=not self.option(BAGS), says=_("{first} and {second}")),
            label=_("Bags of the two sides"),
        )
        self.broken = self.add(Prop("spades_broken", not self.option(BREAK), visible_to=EVERYONE, quiet=True))
        self.suit_led: Prop[str | None] = self.add(Prop("suit_led", None, visible_to=EVERYONE, quiet=True))
        self.deck = self.add(Pile("deck"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.bids: dict[str, Prop[int | None]] = self.each(Prop, "bid", None, visible_to=EVERYONE, quiet=True)
        self.tricks = {
            role: self.add(Counter(f"tricks_{role}", goal=self.bids[role], visible_to=EVERYONE), belongs_to=role)
            for role in self.roles
        }
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        self.gone = self.add(Pile("gone", visible_to=EVERYONE))
        for face in PACK:
            self.deck.add(PlayingCard(face=face))
        return Deal

    # -- the cards -----------------------------------------------------------------------------------------------------

    def playable(self) -> list[Token]:
        """The cards that the current player may play: the suit led, if there is one in the hand; to lead, a spade only once
        spades are broken, or with nothing else."""
        hand = self.hands[self.player]
        if len(self.trick) or self.broken.value:
            return following(hand, self.trick)
        return [card for card in hand if suit(card) != "spades"] or hand.tokens()

    def highest(self) -> Token:
        """The card that takes the trick so far: the highest spade, or else the highest card of the suit led."""
        return highest(self.trick, "spades")

    # -- the points ----------------------------------------------------------------------------------------------------

    def side(self, role: str) -> tuple[str, str]:
        """The two players of a player's side."""
        return SIDES[self.roles.index(role) % 2]

    def partner(self, role: str) -> str:
        """The player across the table."""
        return self.roles[self.roles.index(role) - 2]

    def team_score(self, team: tuple[str, ...]) -> float:
        """The score of a side, which both its players have."""
        return self.score(team[0])

    def contract(self, side: tuple[str, str]) -> int:
        """The tricks that a side has bid."""
        return sum([self.bids[role].value or 0 for role in side])

    def counted(self, side: tuple[str, str]) -> int:
        """The tricks that count for the bid of a side: those of a failed nil do not, unless the option says so."""
        if self.option(NIL_HELPS):
            return sum([self.tricks[role].value for role in side])
        return sum([self.tricks[role].value for role in side if self.bids[role].value])

    def overtricks(self, side: tuple[str, str]) -> int:
        """The bags of a side in this deal: its tricks above the bid, and those of a failed nil."""
        taken = sum([self.tricks[role].value for role in side])
        return max(0, self.counted(side) - self.contract(side)) + taken - self.counted(side)

    def points(self, side: tuple[str, str]) -> int:
        """The points of a side in this deal, without the penalty for bags."""
        contract = self.contract(side)
        points = 10 * contract if self.counted(side) >= contract else -10 * contract
        for role in side:
            if self.bids[role].value == 0:
                points += -NIL if self.tricks[role].value else NIL
        return points + self.overtricks(side)

    def measure(self) -> float:
        scores = self.scores.values()
        won, lost = max(scores) / self.option(TARGET), min(scores) / self.option(MERCY)
        return 100 * max(0.0, min(1.0, max(won, lost)))


class Deal(Dealing[Spades]):
    """The cards are dealt one by one; then everybody sorts them."""

    updates_progress = True

    def enter(self, game: Spades) -> To[Deal] | To[Bidding]:
        again = self.deal(game, game.deck, game.hands)
        if again:
            return again
        for hand in game.hands.values():
            hand.sort(held)
        return Bidding


class Bidding(ActivePlayer[Spades]):
    """Everybody bids once, in turn."""

    description = _("{actplayer} must bid")
    my_turn = _("How many tricks will you take?")


def named(game: Spades, tricks: int) -> Phrase:
    """A bid in a word: its number, or nil."""
    return phrase("{tricks}", tricks=tricks) if tricks else phrase(_("Nil"))


@on(Bidding, _("{actplayer} bids {tricks}"), says=named)
def bid(game: Spades, tricks: int) -> To[Bidding] | To[Trick]:
    """Say how many tricks you will take; none is a nil."""
    if not tricks:
        game.reword(_("{actplayer} bids nil"))
    game.bids[game.player].value = tricks
    game.next_player()
    return Bidding if game.bids[game.player].value is None else Trick


@bid.options
def bids(game: Spades) -> Sequence[int]:
    """The two partners bid at most thirteen together."""
    partners = game.bids[game.partner(game.player)].value or 0
    return list(range(TRICKS + 1 - partners))


class Trick(ActivePlayer[Spades]):
    """The current player leads, or follows suit."""

    description = _("{actplayer} must play a card")
    my_turn = _("Play a card")

    def zombie(self, game: Spades, role: str) -> str:
        """The move of an absent player: the lowest card."""
        return f"play({min(game.playable(), key=rank).face})"


@on(Trick, _("{actplayer} plays {card}"), says=_("Play {card}"))
def play(game: Spades, card: Token) -> To[Trick] | To[Take]:
    """Play a card to the trick."""
    card.owner = game.player
    card.move_to(game.trick)
    if len(game.trick) == 1:
        game.suit_led.value = suit(card)
    if suit(card) == "spades":
        game.broken.value = True
    game.next_player()
    return Trick if len(game.trick) < len(game.roles) else Take


@play.options
def playable_cards(game: Spades) -> Iterable[Token]:
    """The suit that was led, if the player has it; see `Spades.playable`."""
    return game.playable()


class Take(Automatic[Spades]):
    """The highest spade takes the trick, or else the highest card of the suit led; its player leads the next."""

    def enter(self, game: Spades) -> To[Trick] | To[Count]:
        winner = game.highest().owner or ""
        game.notify("take", _("{player} takes the trick"), player=winner)
        game.tricks[winner].add()
        for card in game.trick:
            card.owner = None
            card.move_to(game.gone)
        game.suit_led.value = None
        while game.player != winner:
            game.next_player()
        return Trick if len(game.hands[winner]) else Count


class Count(Automatic[Spades]):
    """The points of the deal are written down; if no side has won or lost yet, there is another."""

    updates_progress = True

    def enter(self, game: Spades) -> To[Deal] | To[GameEnd]:
        bags = list(game.bags.value)
        for number, side in enumerate(SIDES):
            points = game.points(side)
            game.notify("points", POINTS, player=side[0], otherplayer=side[1], points=points)
            bags[number] += game.overtricks(side)
            if game.option(BAGS) and bags[number] >= 10:
                points -= PENALTY * (bags[number] // 10)
                bags[number] %= 10
                told = _("{player} and {otherplayer} lose 100 points for ten bags")
                game.notify("bags", told, player=side[0], otherplayer=side[1])
            for role in side:
                game.set_score(role, game.score(role) + points)
        game.bags.value = (bags[0], bags[1])
        game.notify("count")
        first, second = [game.score(side[0]) for side in SIDES]
        if first != second and (max(first, second) >= game.option(TARGET) or min(first, second) <= game.option(MERCY)):
            return GameEnd
        self._clear(game)
        return Deal

    def _clear(self, game: Spades) -> None:
        """The next player deals, so that the one after begins."""
        game.deck.shuffle_in(game.gone)
        for role in game.roles:
            game.bids[role].value = None
            game.tricks[role].value = 0
            game.give_time(role, DEAL_SECONDS)  # nobody knows how many deals there will be
        game.broken.value = not game.option(BREAK)
        first = game.roles[game.deal_num.value % len(game.roles)]
        game.deal_num.add()
        while game.player != first:
            game.next_player()
