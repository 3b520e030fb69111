"""Hearts: take no hearts, and not the queen of spades; or take them all.

Rules: as in the section Hearts of John McLeod's pagat.com (standard game for four, "Black Lady"), with the variations that
OpenSpiel's ``hearts`` has, under its names. The props are those of Turnbase's sample state for this game.

A deal: everybody passes three cards, `Passing` and `Exchange`; thirteen tricks, `Trick` and `Take`; and the points are
written down, `Count`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Dealing,
    Facts,
    Game,
    GameEnd,
    Hand,
    MultipleActivePlayers,
    Option,
    Pile,
    PlayingCard,
    PrivateState,
    Prop,
    Row,
    Showcase,
    To,
    Token,
    _,
    on,
    plural,
)
from rondel.engine.components.playing_cards import PACK, held, rank, suit, symbol

TARGET = Option("target", 100, text=_("Points that end the game"), low=1, high=200)
PASS_CARDS = Option("pass_cards", True, text=_("Three cards are passed before the play"))
NO_PTS_ON_FIRST_TRICK = Option("no_pts_on_first_trick", True, text=_("No points on the first trick"))
CAN_LEAD_ANY_CLUB = Option("can_lead_any_club", False, text=_("Any club may be led first"))
JD_BONUS = Option("jd_bonus", False, text=_("The jack of diamonds takes off 10 points"))
AVOID_ALL_TRICKS_BONUS = Option("avoid_all_tricks_bonus", False, text=_("To take no trick takes off 5 points"))
MUST_BREAK_HEARTS = Option("must_break_hearts", True, text=_("Hearts must be broken before they are led"))
QS_BREAKS_HEARTS = Option("qs_breaks_hearts", True, text=_("The queen of spades breaks hearts, too"))
CAN_LEAD_HEARTS_INSTEAD_OF_QS = Option(
    "can_lead_hearts_instead_of_qs", False, text=_("Nobody must lead the queen of spades to save hearts")
)

PASSED = 3
"""Cards that everybody passes."""
SEATS_ON = (1, 3, 2, 0)
"""How many seats on they are passed: to the left, to the right, across, and not at all; then from the left again."""
MOON = 26
"""The points of a deal: thirteen hearts and the queen of spades."""
DEAL_SECONDS = 60
"""Time to think that each deal after the first brings to everybody, at a table with a clock."""
LONGEST = 4 * (TARGET.high or 0) // 6 + 1
"""The most deals there can be: a deal brings at least 6 points, even with both bonuses."""
TAKES = plural("{player} takes the trick and {points} point", "{player} takes the trick and {points} points", "points")


POINTS = plural("{player} gets {points} point", "{player} gets {points} points", "points")


class Hearts(Game):
    """Four players with a hand each, a trick between them, and the cards they have taken."""

    name = "hearts"
    title = _("Hearts")
    summary = _("Take no hearts, and not the queen of spades; or take them all.")
    showcase = Showcase(family=_("Cards"), minutes=25, known=True, drawn=23)
    seats = ("north", "east", "south", "west")
    options = (
        TARGET,
        PASS_CARDS,
        NO_PTS_ON_FIRST_TRICK,
        CAN_LEAD_ANY_CLUB,
        JD_BONUS,
        AVOID_ALL_TRICKS_BONUS,
        MUST_BREAK_HEARTS,
        QS_BREAKS_HEARTS,
        CAN_LEAD_HEARTS_INSTEAD_OF_QS,
    )
    kinds = (PlayingCard,)
    lowest_wins = True
    score_visible_to = EVERYONE
    facts = Facts(
        chance=True, hidden=True, simultaneous=True, scores=(-10 * LONGEST, (TARGET.high or 0) + MOON - 1), length=(52, None)
    )

    def setup(self) -> To[Deal]:
        self.deal_num = self.add(Prop("deal_num", 1, visible_to=EVERYONE), label=_("Deal"))
        self.trick_num = self.add(Prop("current_trick_num", 0, visible_to=EVERYONE), label=_("Tricks begun"))
        self.suit_led: Prop[str | None] = self.add(Prop("suit_led", None, visible_to=EVERYONE))
        self.broken = self.add(Prop("hearts_broken", not self.option(MUST_BREAK_HEARTS), visible_to=EVERYONE))
        self.deck = self.add(Pile("deck"))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.passing = self.each(Row, "passing", visible_to=OWNER)
        self.trick = self.add(Row("trick", visible_to=EVERYONE))
        self.taken = self.add(Pile("taken", visible_to=EVERYONE))
        for face in PACK:
            self.deck.add(PlayingCard(face=face))
        return Deal

    # -- the cards -----------------------------------------------------------------------------------------------------

    def worth(self, card: Token) -> int:
        """The points of a card."""
        if suit(card) == "hearts":
            return 1
        if card.face == "QS":
            return 13
        return -10 if card.face == "JD" and self.option(JD_BONUS) else 0

    def points(self, role: str) -> int:
        """The points of the cards that a player has taken in this deal."""
        return sum([self.worth(card) for card in self.taken if card.owner == role])

    def score(self, role: str) -> float:
        """The points of the earlier deals and of this one so far."""
        return super().score(role) + self.points(role)

    def receiver(self, role: str, deal: int = 0) -> str:
        """The role that receives a player's passed cards in a deal, by default this one; the player, if no cards are passed."""
        seats_on = SEATS_ON[((deal or self.deal_num.value) - 1) % len(SEATS_ON)] if self.option(PASS_CARDS) else 0
        return self.roles[(self.roles.index(role) + seats_on) % len(self.roles)]

    def playable(self) -> list[Token]:
        """The cards that the current player may play."""
        hand = self.hands[self.player].tokens()
        first = self.trick_num.value == 1
        if self.suit_led.value:
            following = [card for card in hand if suit(card) == self.suit_led.value]
            harmless = [card for card in hand if suit(card) != "hearts" and card.face != "QS"]
            return following or (harmless if first and self.option(NO_PTS_ON_FIRST_TRICK) else hand) or hand
        if first:
            any_club = self.option(CAN_LEAD_ANY_CLUB)
            return [card for card in hand if card.face == "2C" or (any_club and suit(card) == "clubs")] or hand
        if self.broken.value:
            return hand
        others = [card for card in hand if suit(card) != "hearts"]
        if self.option(CAN_LEAD_HEARTS_INSTEAD_OF_QS) and [card.face for card in others] == ["QS"]:
            return hand
        return others or hand

    def lead(self, role: str) -> None:
        """A player leads the next trick."""
        self.trick_num.value += 1
        self.suit_led.value = None
        while self.player != role:
            self.next_player()

    def measure(self) -> float:
        return min(100, 100 * max(0, *self.scores.values()) / self.option(TARGET))


class Deal(Dealing[Hearts]):
    """The cards are dealt one by one; then everybody sorts them."""

    updates_progress = True

    def enter(self, game: Hearts) -> To[Deal] | To[Passing] | To[Opening]:
        again = self.deal(game, game.deck, game.hands)
        if again:
            return again
        for hand in game.hands.values():
            hand.sort(held)
        return Opening if game.receiver(game.player) == game.player else Passing


class Passing(MultipleActivePlayers[Hearts]):
    """Everybody chooses the cards to pass, unseen by the others."""

    description = _("Everybody passes three cards")

    def first(self, game: Hearts, role: str) -> To[Choose]:
        return Choose


class Choose(PrivateState[Hearts]):
    """One card after the other is laid aside."""

    my_turn = plural("Pass a card to {otherplayer}", "Pass {number} cards to {otherplayer}", "number")

    def args(self, game: Hearts, role: str) -> dict[str, Any]:
        return {"number": PASSED - len(game.passing[role]), "otherplayer": game.receiver(role)}


@on(Choose, _("{actplayer} passes {card}"), says=_("Pass {card}"), logged=False)
def give(game: Hearts, card: Token) -> To[Choose] | To[Exchange]:
    """Lay a card aside; it is passed when everybody has chosen."""
    aside = game.passing[game.actor]
    card.move_to(aside)
    return Choose if len(aside) < PASSED else Exchange


@give.options
def own_cards(game: Hearts) -> Iterable[Token]:
    """Any card in hand."""
    return game.hands[game.actor]


class Exchange(Automatic[Hearts]):
    """The cards go to those they are passed to."""

    def enter(self, game: Hearts) -> To[Opening]:
        for role, aside in game.passing.items():
            receiver = game.receiver(role)
            cards = sorted(aside, key=held)
            told = {"cards": [card.face for card in cards], "shown": ", ".join([symbol(card) for card in cards])}
            message = _("{player} passes {shown} to {otherplayer}")
            game.notify("pass", message, to=(role, receiver), player=role, otherplayer=receiver, **told)
            for card in cards:
                card.move_to(game.hands[receiver])
        for hand in game.hands.values():
            hand.sort(held)
        return Opening


class Opening(Automatic[Hearts]):
    """The holder of the two of clubs leads the first trick."""

    def enter(self, game: Hearts) -> To[Trick]:
        leader = next(role for role, hand in game.hands.items() if "2C" in [card.face for card in hand])
        game.notify("lead", _("{player} has the two of clubs, and leads"), player=leader)
        game.lead(leader)
        return Trick


class Trick(ActivePlayer[Hearts]):
    """The current player leads, or follows suit."""

    description = _("{actplayer} must play a card")
    my_turn = _("Play a card")

    def zombie(self, game: Hearts, role: str) -> str:
        """The move of an absent player: the lowest card."""
        return f"play({min(game.playable(), key=rank).face})"


@on(Trick, _("{actplayer} plays {card}"), says=_("Play {card}"))
def play(game: Hearts, card: Token) -> To[Trick] | To[Take]:
    """Play a card to the trick."""
    card.owner = game.player
    card.move_to(game.trick)
    if len(game.trick) == 1:
        game.suit_led.value = suit(card)
    if suit(card) == "hearts" or (card.face == "QS" and game.option(QS_BREAKS_HEARTS)):
        game.broken.value = True
    game.next_player()
    return Trick if len(game.trick) < len(game.roles) else Take


@play.options
def playable_cards(game: Hearts) -> Iterable[Token]:
    """The suit that was led, if the player has it; see `Hearts.playable`."""
    return game.playable()


class Take(Automatic[Hearts]):
    """The highest card of the suit led takes the trick, and its player leads the next."""

    def enter(self, game: Hearts) -> To[Trick] | To[Count]:
        highest = max([card for card in game.trick if suit(card) == game.suit_led.value], key=rank)
        winner = highest.owner or ""
        points = sum([game.worth(card) for card in game.trick])
        game.notify("take", TAKES, player=winner, points=points)
        for card in game.trick:
            card.owner = winner
            card.move_to(game.taken)
        if not len(game.hands[winner]):
            return Count
        game.lead(winner)
        return Trick


class Count(Automatic[Hearts]):
    """The points of the deal are written down; if nobody has too many yet, there is another."""

    updates_progress = True

    def enter(self, game: Hearts) -> To[Deal] | To[GameEnd]:
        points = self._points(game)
        for role in game.roles:
            game.notify("points", POINTS, player=role, points=points[role])
            game.set_score(role, game.score(role) - game.points(role) + points[role])
        for card in game.taken:
            card.owner = None
        game.deck.shuffle_in(game.taken)
        game.notify("count", points=points)
        game.deal_num.value += 1
        game.trick_num.value = 0
        game.suit_led.value = None
        game.broken.value = not game.option(MUST_BREAK_HEARTS)
        if max(game.scores.values()) >= game.option(TARGET):
            return GameEnd
        for role in game.roles:  # nobody knows how many deals there will be, so that no clock could be set for them
            game.give_time(role, DEAL_SECONDS)
        return Deal

    def _points(self, game: Hearts) -> dict[str, int]:
        """The points of the deal for each player: those taken, but 26 for all others if one player has taken all."""
        points = {role: game.points(role) for role in game.roles}
        for shooter in game.roles:
            if sum([max(0, game.worth(card)) for card in game.taken if card.owner == shooter]) == MOON:
                game.notify("moon", _("{player} has shot the moon"), player=shooter)
                return {role: points[role] + (-MOON if role == shooter else MOON) for role in game.roles}
        if game.option(AVOID_ALL_TRICKS_BONUS):
            takers = [card.owner for card in game.taken]
            return {role: points[role] - (0 if role in takers else 5) for role in game.roles}
        return points
