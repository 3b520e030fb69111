"""Kuhn poker: three cards, one chip to bet, and every reason to bluff.

Rules: H. W. Kuhn, "A simplified two-person poker" (1950). Each of two players antes a chip and is dealt one of jack,
queen and king. A player may bet or check; the answer to a bet is a call or a fold. After a fold the other player takes the
pot, else the higher card. A score is the chips won.
"""

from __future__ import annotations

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Face,
    Facts,
    Game,
    GameEnd,
    Hand,
    Option,
    Pile,
    Prop,
    Row,
    Showcase,
    To,
    TokenKind,
    _,
    on,
    plural,
)

HANDS = Option("hands", 1, text=_("Hands to play"), low=1, high=100)

RANKS = ("J", "Q", "K")
Card = TokenKind("card", faces={rank: Face("card", text=f"{rank}♠") for rank in RANKS})
Chip = TokenKind("chip", faces={role: Face("disc", text="1") for role in ("first", "second")})

WINS = plural("{player} wins {chips} chip", "{player} wins {chips} chips", "chips")


class KuhnPoker(Game):
    """Two players, three cards; the smallest game in which bluffing pays."""

    name = "kuhn_poker"
    title = _("Kuhn poker")
    summary = _("Three cards, one chip to bet, and every reason to bluff.")
    showcase = Showcase(family=_("Cards"), minutes=2, study=True, drawn=1)
    seats = ("first", "second")
    options = (HANDS,)
    kinds = (Card, Chip)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(-200, 200), length=(2, 300))

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.pot = self.add(Row("pot", visible_to=EVERYONE))
        self.shown = self.add(Row("shown", visible_to=EVERYONE))
        self.hands_left = self.add(Prop("hands_left", self.option(HANDS), visible_to=EVERYONE))
        self.opener = self.add(Prop("opener", self.roles[0], visible_to=EVERYONE, quiet=True))
        for rank in RANKS:
            self.deck.add(Card(face=rank))
        return Deal

    def staked(self, role: str) -> int:
        """How many chips of the pot a player has put there."""
        return len([chip for chip in self.pot if chip.owner == role])

    def pay(self, winner: str) -> None:
        """The winner gains the chips that the other has put into the pot."""
        loser = self.opponent(winner)
        chips = self.staked(loser)
        self.set_score(winner, self.score(winner) + chips)
        self.set_score(loser, self.score(loser) - chips)
        self.notify("win", WINS, player=winner, chips=chips)

    def utility(self, role: str) -> float:
        return self.score(role)

    def measure(self) -> float:
        return 100 - 100 * self.hands_left.value / self.option(HANDS)


class Deal(Automatic[KuhnPoker]):
    """Each player in turn antes and is dealt a card."""

    updates_progress = True

    def enter(self, game: KuhnPoker) -> To[Deal] | To[MayBet]:
        game.pot.add(Chip(game.player))
        game.draw(game.deck, game.hands[game.player]).owner = game.player
        return MayBet if len(game.hands[game.next_player()]) else Deal


class MayBet(ActivePlayer[KuhnPoker]):
    """Nobody has bet yet."""

    description = _("{actplayer} must check or bet")
    my_turn = _("Check or bet?")


@on(MayBet, _("{actplayer} checks"))
def check(game: KuhnPoker) -> To[MayBet] | To[Showdown]:
    """Bet nothing; when both have done so, the cards are shown."""
    first = game.player == game.opener.value
    game.next_player()
    return MayBet if first else Showdown


@on(MayBet, _("{actplayer} bets"))
def bet(game: KuhnPoker) -> To[MustAnswer]:
    """Put another chip into the pot."""
    game.pot.add(Chip(game.player))
    game.next_player()
    return MustAnswer


class MustAnswer(ActivePlayer[KuhnPoker]):
    """The other has bet."""

    description = _("{actplayer} must fold or call")
    my_turn = _("Fold or call?")


@on(MustAnswer, _("{actplayer} folds"))
def fold(game: KuhnPoker) -> To[NextHand]:
    """Give up the pot; the cards are not shown."""
    game.pay(game.next_player())
    return NextHand


@on(MustAnswer, _("{actplayer} calls"))
def call(game: KuhnPoker) -> To[Showdown]:
    """Put as much into the pot as the other."""
    game.pot.add(Chip(game.player))
    return Showdown


class Showdown(Automatic[KuhnPoker]):
    """Both cards are shown; the higher one wins the pot."""

    def enter(self, game: KuhnPoker) -> To[NextHand]:
        cards = [game.hands[role][0] for role in game.roles]
        for card in cards:
            game.notify("show", _("{player} shows {card}"), player=card.owner, card=card.face)
            card.move_to(game.shown)
        best = max(cards, key=lambda card: RANKS.index(card.face))
        game.pay(game.roles[cards.index(best)])
        return NextHand


class NextHand(Automatic[KuhnPoker]):
    """Another hand, which the other player begins, or the end."""

    updates_progress = True

    def enter(self, game: KuhnPoker) -> To[Deal] | To[GameEnd]:
        game.hands_left.value -= 1
        if not game.hands_left.value:
            return GameEnd
        for cards in (*game.hands.values(), game.shown):
            for card in cards:
                card.owner = None
                card.move_to(game.deck)
        for chip in game.pot:
            chip.remove()
        if game.player == game.opener.value:
            game.next_player()
        game.opener.value = game.player
        return Deal
