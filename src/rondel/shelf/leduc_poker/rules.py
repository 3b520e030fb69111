"""Leduc poker: six cards, two rounds of bets, and a card on the table that may make a pair.

Rules: F. Southey and others, "Bayes' Bluff: Opponent Modelling in Poker" (2005), which made the game up, with the amounts of
OpenSpiel's ``leduc_poker``. Each of two players antes a chip and is dealt one of two jacks, two queens and two kings. After a
round of bets a card is laid on the table for both, and there is another round. After a fold the other player takes the pot,
else a pair with the card on the table, else the higher card. A score is the chips won.
"""

from __future__ import annotations

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Counter,
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
    Stat,
    To,
    Token,
    _,
    decline,
    on,
    plural,
)
from rondel.engine.components.playing_cards import rank, symbol

HANDS = Option("hands", 1, text=_("Hands to play"), low=1, high=100)

CARDS = ("JS", "JH", "QS", "QH", "KS", "KH")

SIZES = (2, 4)
"""The chips of a bet, and of a raise, in each round."""
BETS = 2
"""How often chips are put in a round: a bet and a raise of it."""
MOST = 1 + BETS * sum(SIZES)
"""The chips that a hand can cost."""

WON = Stat("won", _("Hands won"))
SHOWDOWNS = Stat("showdowns", _("Showdowns"), per="table")

WINS = plural("{player} wins {chips} chip", "{player} wins {chips} chips", "chips")


class LeducPoker(Game):
    """Two players with a card each, and one between them."""

    name = "leduc_poker"
    title = _("Leduc poker")
    summary = _("Six cards, two rounds of bets, and a card on the table that may make a pair.")
    showcase = Showcase(family=_("Cards"), minutes=3, study=True, drawn=3)
    seats = ("first", "second")
    options = (HANDS,)
    kinds = (PlayingCard,)
    stats = (WON, SHOWDOWNS)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(-100 * MOST, 100 * MOST), length=(2, 800))

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.table = self.add(Row("table", visible_to=EVERYONE))
        self.shown = self.each(Row, "shown", visible_to=EVERYONE)
        self.staked = self.each(Counter, "stake", chips=True, pooled=_("Pot"), visible_to=EVERYONE)
        self.bets = self.add(Counter("bets", most=BETS, visible_to=EVERYONE, quiet=True))
        self.hands_left = self.add(Prop("hands_left", self.option(HANDS), visible_to=EVERYONE))
        self.opener = self.add(Prop("opener", self.roles[0], visible_to=EVERYONE, quiet=True))
        for face in CARDS:
            self.deck.add(PlayingCard(face=face))
        return Deal

    # -- chips and cards -----------------------------------------------------------------------------------------------

    def answer(self, more: int = 0) -> None:
        """The current player stakes as much as the other, and perhaps more; the other is next."""
        self.staked[self.player].value = self.staked[self.opponent(self.player)].value + more
        self.next_player()

    def put(self) -> None:
        """The current player bets or raises by the size of this round's bets."""
        self.bets.add()
        self.answer(SIZES[len(self.table)])

    def pay(self, winner: str) -> None:
        """The winner gains the other's stake."""
        loser = self.opponent(winner)
        chips = self.staked[loser].value
        self.set_score(winner, self.score(winner) + chips)
        self.set_score(loser, self.score(loser) - chips)
        self.count(WON, role=winner)
        self.notify("win", WINS, player=winner, chips=chips)

    def strength(self, card: Token | str) -> int:
        """The value of a card in a showdown: its rank, and more than any rank if it pairs the card on the table."""
        paired = rank(card) in [rank(each) for each in self.table]
        return rank(card) + 100 * paired

    def utility(self, role: str) -> float:
        return self.score(role)

    def measure(self) -> float:
        """A hand is half over when the card is on the table."""
        left = self.hands_left.value
        return 100 - 100 * (left - 0.5 * (left > 0 and len(self.table) > 0)) / self.option(HANDS)


class Deal(Automatic[LeducPoker]):
    """Each player in turn antes and is dealt a card."""

    updates_progress = True

    def enter(self, game: LeducPoker) -> To[Deal] | To[MayBet]:
        game.staked[game.player].value = 1
        game.draw(game.deck, game.hands[game.player])
        return MayBet if len(game.hands[game.next_player()]) else Deal


class MayBet(ActivePlayer[LeducPoker]):
    """Nobody has bet yet in this round."""

    description = _("{actplayer} must check or bet")
    my_turn = _("Check or bet?")


@decline(MayBet, _("{actplayer} checks"))
def check(game: LeducPoker) -> To[MayBet] | To[EndRound]:
    """Bet nothing; when both have done so, the round is over."""
    first = game.player == game.opener.value
    game.next_player()
    return MayBet if first else EndRound


@on(MayBet, _("{actplayer} bets"))
def bet(game: LeducPoker) -> To[MustAnswer]:
    """Stake two chips, or four in the second round."""
    game.put()
    return MustAnswer


class MustAnswer(ActivePlayer[LeducPoker]):
    """The other has bet or raised."""

    description = _("{actplayer} must fold, call or raise")
    my_turn = _("Fold, call or raise?")


@decline(MustAnswer, _("{actplayer} folds"))
def fold(game: LeducPoker) -> To[NextHand]:
    """Give up the stake; the cards are not shown."""
    game.pay(game.next_player())
    return NextHand


@on(MustAnswer, _("{actplayer} calls"))
def call(game: LeducPoker) -> To[EndRound]:
    """Stake as much as the other."""
    game.answer()
    return EndRound


@on(MustAnswer, _("{actplayer} raises"), says=_("Raise"))
def raise_bet(game: LeducPoker) -> To[MustAnswer]:
    """Stake as much as the other, and another bet on top."""
    game.put()
    return MustAnswer


@raise_bet.available
def may_raise(game: LeducPoker) -> bool:
    """Once in a round."""
    return game.bets.value < BETS


class EndRound(Automatic[LeducPoker]):
    """After the first round a card is laid on the table, and the opener opens the second; after that the cards are shown."""

    updates_progress = True

    def enter(self, game: LeducPoker) -> To[MayBet] | To[Showdown]:
        if len(game.table):
            return Showdown
        card = game.draw(game.deck, game.table)
        game.notify("turn_up", _("{card} is laid on the table"), card=symbol(card), face=card.face)
        game.bets.value = 0
        if game.player != game.opener.value:
            game.next_player()
        return MayBet


class Showdown(Automatic[LeducPoker]):
    """Both cards are shown; a pair wins the pot, else the higher card; equal ones share it."""

    def enter(self, game: LeducPoker) -> To[NextHand]:
        game.count(SHOWDOWNS)
        worth = {role: game.strength(hand[0]) for role, hand in game.hands.items()}
        for role, hand in game.hands.items():
            card = hand[0]
            game.notify("show", _("{player} shows {card}"), player=role, card=symbol(card), face=card.face)
            card.move_to(game.shown[role])
        first, second = game.roles
        if worth[first] == worth[second]:
            game.notify("split", _("Equal cards: both take back what they have staked"))
        else:
            game.pay(first if worth[first] > worth[second] else second)
        return NextHand


class NextHand(Automatic[LeducPoker]):
    """Another hand, which the other player begins, or the end."""

    updates_progress = True

    def enter(self, game: LeducPoker) -> To[Deal] | To[GameEnd]:
        game.hands_left.value -= 1
        if not game.hands_left.value:
            return GameEnd
        for cards in (*game.hands.values(), *game.shown.values(), game.table):
            for card in cards:
                card.move_to(game.deck)
        for stake in game.staked.values():
            stake.value = 0
        game.bets.value = 0
        if game.player == game.opener.value:
            game.next_player()
        game.opener.value = game.player
        return Deal
