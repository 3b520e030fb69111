"""Texas hold'em without a limit: two cards in your hand, five on the table, and as many chips as you dare.

Rules: those of the Tournament Directors Association, in the wording below, for one table.

Every player begins with the same number of chips; who has lost all of them is out, and who has all of them wins.

**A hand.** The two players after the dealer button post the small and the big blind. Each player gets two cards. Then there
are four rounds of bets, with three cards on the table before the second (the flop), and one more before the third (the turn)
and the fourth (the river). Whoever is left after the last round shows the cards, and the best five cards of these seven win.

**Bets.** In your turn you fold, or put in as much as the highest bet (call; check if that is nothing), or raise. A raise
adds at least as much as the last raise, and at least the big blind; it may be all that you have. With too few chips to call
or to raise in full you may still go all-in. Players who have answered may raise again only if what they face since then is a
full raise.

**Pots.** Who is all-in competes for as much as they matched of each stake; the rest is a side pot for the others. What
nobody matched goes back. Equal hands share a pot, and odd chips go to the first winners after the button. If no more bets
are possible, all hands are shown at once. Otherwise the last who raised shows first, and later hands that are beaten are
mucked unseen.

**The button.** The big blind moves on by one player each hand. The small blind follows to where the big blind was, and the
button to where the small blind was, even if that seat is empty by now (the rule of the dead button). With two players the
button is the small blind, begins before the flop and comes last after it. Of players who go out in the same hand, the one
who began it with more chips is ahead.

Cards are not burnt: in a pile without order that changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
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
    Stat,
    To,
    Token,
    TokenKind,
    _,
    on,
    phrase,
)
from rondel.engine.components.playing_cards import PACK, symbol
from rondel.engine.components.poker import PokerHand, Pot, payouts, side_pots, uncalled

CHIPS = Option("chips", 1000, text=_("Chips of each player"), low=2, high=2000)
BLIND = Option("small_blind", 10, text=_("The small blind; the big blind is twice as much"), low=1, high=1000)
RISE = Option("rise", 10, text=_("Hands until the blinds double; 0 for never"), low=0, high=100)
HANDS = Option("hands", 0, text=_("Hands to play; 0 for until one player has all chips"), low=0, high=1000)
MOST = 18_000
"""The most chips in a game."""

WON = Stat("won", _("Hands won"))

Mark = TokenKind(
    "mark",
    faces={
        "button": Face("disc", text="D", colour="ivory"),
        "small blind": Face("disc", text=_("SB"), colour="#2f5fa8"),
        "big blind": Face("disc", text=_("BB"), colour="gold"),
    },
    unique=True,
)
STREETS = {3: _("The flop is {cards}"), 4: _("The turn is {cards}"), 5: _("The river is {cards}")}


class TexasHoldem(Game):
    """Two cards each, five on the table, and any stake."""

    name = "texas_holdem"
    title = _("Texas hold'em")
    summary = _("Two cards in your hand, five on the table, and as many chips as you dare.")
    showcase = Showcase(family=_("Cards"), minutes=40, players=6, known=True, drawn=17)
    seats = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white")
    fewest = 2
    options = (CHIPS, BLIND, RISE, HANDS)
    kinds = (PlayingCard, Mark)
    stats = (WON,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(0, MOST), length=(1, None))

    def setup(self) -> To[NextHand]:
        self.board = self.add(Row("board", visible_to=EVERYONE), label=_("On the table"))
        self.pots: Prop[tuple[int, ...]] = self.add(Prop("pots", (), visible_to=EVERYONE), label=_("Pots"))
        self.deck = self.add(Pile("deck"))
        self.muck = self.add(Pile("muck"))
        self.hole = self.each(Hand, "hole", visible_to=EVERYONE)
        self.lammers = self.each(Row, "marks", visible_to=EVERYONE)
        self.chips = self.each(Counter, "chips", self.option(CHIPS), visible_to=EVERYONE)
        self.bet = self.each(Counter, "bet", 0, visible_to=EVERYONE)
        # what a role has put in during this hand, and the highest bet when it last answered in this round, -1 for not yet
        self.staked = self.each(Counter, "staked", chips=True, pooled=_("Pot"), visible_to=EVERYONE, quiet=True)
        self.answered = self.each(Prop, "answered", -1, visible_to=EVERYONE, quiet=True)
        self.level = self.add(Prop("level", 0, visible_to=EVERYONE, quiet=True))  # the highest bet of this round
        self.step = self.add(Prop("step", 0, visible_to=EVERYONE, quiet=True))  # the least raise
        self.raiser = self.add(Prop("raiser", "", visible_to=EVERYONE, quiet=True))  # the last of this round
        self.hand = self.add(Counter("hand", 0, visible_to=EVERYONE), label=_("Hand"))
        self.blinds = self.add(Prop("blinds", (0, 0), visible_to=EVERYONE, says=_("{small} and {big}")), label=_("Blinds"))
        for card in PlayingCard.set(dict.fromkeys(PACK, 1)):
            self.deck.add(card)
        # the first hand moves them on by one seat: the button to the first seat, and the blinds after it
        last, first, second = self.roles[-1], self.roles[0], self.roles[1]
        button, small, big = (first, first, first) if len(self.roles) == 2 else (last, first, second)
        for face, role in (("button", button), ("small blind", small), ("big blind", big)):
            self.lammers[role].add(Mark(face=face))
        return NextHand

    def score(self, role: str) -> float:
        return self.chips[role].value

    def measure(self) -> float:
        if self.option(HANDS):
            return 100 * self.hand.value / self.option(HANDS)
        return 100 * max(self.score(role) for role in self.roles) / (self.option(CHIPS) * len(self.roles))

    # Seats

    def seat(self, mark: str) -> str:
        """Where a mark lies."""
        return next(role for role in self.roles if any(each.face == mark for each in self.lammers[role]))

    def put(self, mark: str, role: str) -> None:
        self.lammers[self.seat(mark)].find(mark).move_to(self.lammers[role])

    def after(self, role: str) -> list[str]:
        """The players with chips or cards, from the seat after that one on; that one is last."""
        start, out = self.roles.index(role) + 1, self.eliminated
        return [each for each in self.roles[start:] + self.roles[:start] if each not in out]

    def holding(self) -> list[str]:
        """Those who have not folded, from the seat after the button on."""
        return [role for role in self.after(self.seat("button")) if len(self.hole[role])]

    def others(self, role: str) -> list[str]:
        """The others who may still bet."""
        return [each for each in self.roles if each != role and self.chips[each].value and len(self.hole[each])]

    # Bets

    def pay(self, role: str, amount: int) -> int:
        """Put in that much, or all there is."""
        paid = min(amount, self.chips[role].value)
        self.chips[role].give(paid, self.bet[role])
        self.staked[role].value += paid
        return paid

    def missing(self, role: str) -> int:
        """What a role must put in to stay: up to the highest bet, or to the highest that is still opposed."""
        due = self.level.value
        if not self.others(role):
            due = min(due, max((self.bet[each].value for each in self.roles if each != role), default=0))
        return max(0, due - self.bet[role].value)

    def must_act(self, role: str) -> bool:
        if not self.chips[role].value:
            return False
        return self.missing(role) > 0 or (self.answered[role].value < 0 and bool(self.others(role)))

    def may_raise(self, role: str) -> bool:
        """Whoever faces a full raise since the last answer, while somebody has chips to call more than the highest bet."""
        level, answered = self.level.value, self.answered[role].value
        if answered >= 0 and level - answered < self.step.value:
            return False
        if not any(self.chips[each].value + self.bet[each].value > level for each in self.others(role)):
            return False
        return self.chips[role].value + self.bet[role].value > level

    def raises(self, role: str) -> range:
        """From the least raise, or all-in below it, to all-in."""
        most = self.bet[role].value + self.chips[role].value
        least = min(most, self.level.value + self.step.value)
        return range(least, most + 1) if self.may_raise(role) else range(0)

    def answer(self) -> None:
        """The current player has answered the highest bet."""
        role = self.player
        self.answered[role].value = self.level.value
        if not self.chips[role].value:
            self.notify("all_in", _("{player} is all-in"), player=role)

    def raise_level(self, role: str, amount: int) -> None:
        self.pay(role, amount - self.bet[role].value)
        self.step.value = max(self.step.value, amount - self.level.value)
        self.level.value = amount
        self.raiser.value = role

    def open_round(self, level: int) -> None:
        self.level.value = level
        self.step.value = self.blinds.value[1]
        self.raiser.value = ""
        for role in self.roles:
            self.answered[role].value = -1

    def turn_to(self, role: str) -> None:
        order = self.after(role)
        self.play_order.value = (order[-1], *order[:-1])

    def stakes(self) -> list[Pot]:
        """The main pot and the side pots."""
        staked = {role: self.staked[role].value for role in self.after(self.seat("button"))}
        return side_pots(staked, [role for role in staked if not len(self.hole[role])])

    def throw_away(self, role: str) -> None:
        for card in self.hole[role].tokens():
            card.move_to(self.muck)

    def show(self, role: str) -> None:
        for card in self.hole[role]:
            card.turn_up()
        faces = [card.face for card in self.hole[role]]
        self.notify("shows", _("{player} shows {cards}"), player=role, cards=self.text(self.hole[role]), faces=faces)

    def text(self, cards: Iterable[Token]) -> str:
        return " ".join(symbol(card) for card in cards)


class NextHand(Automatic[TexasHoldem]):
    """Who has no chips is out; the marks move on, and the blinds are posted."""

    updates_progress = True

    def enter(self, game: TexasHoldem) -> To[Deal] | To[GameEnd]:
        self._clear(game)
        if len(game.play_order.value) == 1 or (game.option(HANDS) and game.hand.value == game.option(HANDS)):
            return GameEnd
        game.hand.add()
        small = game.option(BLIND)
        if game.option(RISE):
            small <<= (game.hand.value - 1) // game.option(RISE)
        if game.blinds.value != (small, 2 * small):
            game.blinds.value = (small, 2 * small)
            game.notify("blinds", _("The blinds are {small} and {big}"), small=small, big=2 * small)
        self._move_marks(game)
        game.notify("hand", _("Hand {number}: the button is with {player}"), number=game.hand.value, player=game.seat("button"))
        small_blind = game.seat("small blind")
        if small_blind not in game.eliminated:
            paid = game.pay(small_blind, small)
            game.notify("small_blind", _("{player} posts the small blind of {chips}"), player=small_blind, chips=paid)
        big_blind = game.seat("big blind")
        paid = game.pay(big_blind, 2 * small)
        game.notify("big_blind", _("{player} posts the big blind of {chips}"), player=big_blind, chips=paid)
        game.open_round(2 * small)
        game.turn_to(game.after(big_blind)[0])
        return Deal

    def _clear(self, game: TexasHoldem) -> None:
        """The table is empty, and the last hand's losers are out; who began it with more chips is ahead."""
        for role in game.roles:
            game.throw_away(role)
        game.deck.shuffle_in(game.board)
        game.deck.shuffle_in(game.muck)
        broke = [role for role in game.play_order.value if not game.chips[role].value]
        for stake in sorted({game.staked[role].value for role in broke}):
            out = [role for role in broke if game.staked[role].value == stake]
            game.eliminate(*out)
            for role in out:
                game.notify("out", _("{player} has no more chips and is out"), player=role)
        game.pots.value = ()
        for role in game.roles:
            game.staked[role].value = 0

    def _move_marks(self, game: TexasHoldem) -> None:
        big, small = game.seat("big blind"), game.seat("small blind")
        following = game.after(big)
        game.put("big blind", following[0])
        if len(following) == 2:
            game.put("small blind", following[1])
            game.put("button", following[1])
        else:
            game.put("small blind", big)
            game.put("button", small)


class Deal(Dealing[TexasHoldem]):
    """Two cards each, one by one from the seat after the button on."""

    def enter(self, game: TexasHoldem) -> To[Deal] | To[NextTurn]:
        hands = {role: game.hole[role] for role in game.after(game.seat("button"))}
        again = self.fill(game, game.deck, hands.values(), 1) or self.fill(game, game.deck, hands.values(), 2)
        for role, hand in hands.items():
            for card in hand:
                if not card.face_down:
                    card.turn_down(role)
        return again or NextTurn


class NextTurn(Automatic[TexasHoldem]):
    """The next player who must answer, or the end of the round."""

    def enter(self, game: TexasHoldem) -> To[Bet] | To[EndOfRound]:
        if len(game.holding()) > 1:
            order = game.play_order.value
            for role in order:
                if len(game.hole[role]) and game.must_act(role):
                    game.turn_to(role)
                    return Bet
        return EndOfRound


class Bet(ActivePlayer[TexasHoldem]):
    """The current player answers the bets."""

    description = _("{actplayer} must act, with {facing}")
    my_turn = _("{you} must act, with {facing}")

    def args(self, game: TexasHoldem, role: str) -> dict[str, Any]:
        missing = game.missing(game.player)
        return {"facing": phrase(_("{chips} to call"), chips=missing) if missing else _("nothing to call")}

    def zombie(self, game: TexasHoldem, role: str) -> str:
        return "fold" if game.missing(role) else "check"


@on(Bet, _("{actplayer} folds"))
def fold(game: TexasHoldem) -> To[NextTurn]:
    """Throw the cards away."""
    game.throw_away(game.player)
    game.next_player()
    return NextTurn


@fold.available
def must_pay(game: TexasHoldem) -> bool:
    """Nobody folds who may check."""
    return game.missing(game.player) > 0


@on(Bet, _("{actplayer} checks"))
def check(game: TexasHoldem) -> To[NextTurn]:
    """Stay, with nothing to pay."""
    game.answer()
    game.next_player()
    return NextTurn


@check.available
def need_not_pay(game: TexasHoldem) -> bool:
    """While nobody has bet more."""
    return game.missing(game.player) == 0


@on(Bet, _("{actplayer} calls"))
def call(game: TexasHoldem) -> To[NextTurn]:
    """Put in what is missing, or all."""
    amount = min(game.missing(game.player), game.chips[game.player].value)
    game.reword(_("{actplayer} calls {chips}"), chips=amount)
    game.pay(game.player, amount)
    game.answer()
    game.next_player()
    return NextTurn


@call.available
def may_call(game: TexasHoldem) -> bool:
    """While there is something to call."""
    return game.missing(game.player) > 0


@on(Bet, _("{actplayer} bets {chips}"))
def bet(game: TexasHoldem, chips: Annotated[int, range(1, MOST + 1)]) -> To[NextTurn]:
    """The first bet of a round."""
    game.raise_level(game.player, chips)
    game.answer()
    game.next_player()
    return NextTurn


@bet.options
def bets(game: TexasHoldem) -> Sequence[int]:
    """From the big blind to all."""
    return range(0) if game.level.value else game.raises(game.player)


@on(Bet, _("{actplayer} raises to {chips}"))
def raise_to(game: TexasHoldem, chips: Annotated[int, range(1, MOST + 1)]) -> To[NextTurn]:
    """A bet above the highest one."""
    game.raise_level(game.player, chips)
    game.answer()
    game.next_player()
    return NextTurn


@raise_to.options
def raises(game: TexasHoldem) -> Sequence[int]:
    """By at least the last raise, up to all."""
    return game.raises(game.player) if game.level.value else range(0)


class EndOfRound(Automatic[TexasHoldem]):
    """What nobody matched goes back, and the bets go into the pots."""

    def enter(self, game: TexasHoldem) -> To[Board] | To[Showdown] | To[TakePot]:
        for role, chips in uncalled({role: game.staked[role].value for role in game.roles}).items():
            game.bet[role].give(chips, game.chips[role])
            game.staked[role].value -= chips
            game.notify("returned", _("{player} takes back {chips} that nobody has matched"), player=role, chips=chips)
        for role in game.roles:
            game.bet[role].value = 0
        holding = game.holding()
        game.pots.value = tuple(pot.chips for pot in game.stakes())
        if len(holding) == 1:
            return TakePot
        betting = [role for role in holding if game.chips[role].value]
        if len(betting) < 2:
            for role in holding:
                if game.hole[role][0].face_down:
                    game.show(role)
        return Showdown if len(game.board) == 5 else Board


class Board(Dealing[TexasHoldem]):
    """The flop, the turn or the river."""

    def enter(self, game: TexasHoldem) -> To[Board] | To[NextTurn]:
        game.draw(game.deck, game.board)
        if len(game.board) < 3:
            return Board
        cards = game.board.tokens()[0 if len(game.board) == 3 else -1 :]
        faces = [card.face for card in game.board]
        game.notify("street", STREETS[len(game.board)], cards=game.text(cards), faces=faces)
        game.open_round(0)
        game.turn_to(game.after(game.seat("button"))[0])
        return NextTurn


class TakePot(Automatic[TexasHoldem]):
    """All others have folded."""

    def enter(self, game: TexasHoldem) -> To[NextHand]:
        [winner] = game.holding()
        chips = sum(game.pots.value)
        game.chips[winner].add(chips)
        game.count(WON, role=winner)
        game.notify("wins", _("{player} wins {chips}"), player=winner, chips=chips)
        return NextHand


class Showdown(Automatic[TexasHoldem]):
    """The hands are shown, and the best ones take the pots."""

    def enter(self, game: TexasHoldem) -> To[NextHand]:
        order = game.holding()
        hands = {role: PokerHand([*game.board, *game.hole[role]]) for role in order}
        pots = game.stakes()
        first = order.index(game.raiser.value) if game.raiser.value in order else 0
        shown: list[str] = []
        for role in order[first:] + order[:first]:
            if game.hole[role][0].face_down:
                rivals = [[hands[each] for each in shown if each in pot.roles] for pot in pots if role in pot.roles]
                if all(any(hand > hands[role] for hand in pot) for pot in rivals):
                    game.notify("mucks", _("{player} mucks"), player=role)
                    continue
                game.show(role)
            shown.append(role)
            category = phrase(hands[role].category)
            game.notify("has", _("{player} has {category}: {cards}"), player=role, category=category, cards=hands[role].text)
        winners: list[str] = []
        for pot in pots:
            for role, chips in payouts([pot], hands, order).items():
                winners.append(role)
                game.chips[role].add(chips)
                game.notify("wins", _("{player} wins {chips}"), player=role, chips=chips)
        for role in dict.fromkeys(winners):
            game.count(WON, role=role)
        return NextHand
