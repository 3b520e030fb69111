"""Betting round: players check, call, raise or fold until all who stay have put in the same.

``to_act`` counts the players who must still answer. A raise makes it the number of the others. Who folds leaves ``play_order``.
"""

from __future__ import annotations

from rondel import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Counter,
    Dealing,
    Face,
    Game,
    GameEnd,
    Hand,
    Pile,
    To,
    TokenKind,
    _,
    decline,
    on,
)

Card = TokenKind("card", faces={str(value): Face("card", text=str(value)) for value in range(1, 7)})


class BettingRound(Game):
    """One card each, one round of bets; the highest card of those who stay takes the pot."""

    title = _("Betting round")
    summary = _("Bet on your card; the highest card takes the pot.")
    seats = ("ann", "bob", "cid")
    kinds = (Card,)
    reveals = ("*",)

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hand = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.chips = self.each(Counter, "chips", 4, visible_to=EVERYONE)
        self.stake = self.each(Counter, "stake", 1, visible_to=EVERYONE)
        self.to_act = self.add(Counter("to_act", len(self.roles), visible_to=EVERYONE))
        for card in Card.set(dict.fromkeys(Card.faces, 1)):
            self.deck.add(card)
        return Deal

    def missing(self) -> int:
        """What the current player must put in to stay."""
        return max(each.value for each in self.stake.values()) - self.stake[self.player].value

    def pay(self, amount: int) -> None:
        self.chips[self.player].give(amount, self.stake[self.player])


class Deal(Dealing[BettingRound]):
    """A card for each player."""

    def enter(self, game: BettingRound) -> To[Deal] | To[Bet]:
        return self.fill(game, game.deck, game.hand.values(), 1) or Bet


class Bet(ActivePlayer[BettingRound]):
    """The current player answers the bets."""

    description = _("{actplayer} must call, raise or fold")
    my_turn = _("{you} must call, raise or fold")


class Answered(Automatic[BettingRound]):
    """The next player answers, or it is over."""

    def enter(self, game: BettingRound) -> To[Bet] | To[GameEnd]:
        if game.to_act.value and len(game.play_order.value) > 1:
            return Bet
        best = max(game.play_order.value, key=lambda role: int(game.hand[role][0].face))
        for stake in game.stake.values():
            stake.give(stake.value, game.chips[best])
        for role in game.roles:
            game.set_score(role, game.chips[role].value)
        return GameEnd


@on(Bet, _("{actplayer} calls"))
def call(game: BettingRound) -> To[Answered]:
    game.pay(game.missing())
    game.to_act.take()
    game.next_player()
    return Answered


@on(Bet, _("{actplayer} raises by {amount}"))
def raise_by(game: BettingRound, amount: int) -> To[Answered]:
    game.pay(game.missing() + amount)
    game.to_act.value = len(game.play_order.value) - 1
    game.next_player()
    return Answered


@raise_by.options
def amounts(game: BettingRound) -> range:
    """As much as everybody who stays can still pay."""
    return range(1, min(game.chips[role].value for role in game.play_order.value) - game.missing() + 1)


@decline(Bet, _("{actplayer} folds"))
def fold(game: BettingRound) -> To[Answered]:
    game.play_order.value = game.play_order.value[1:]
    game.to_act.take()
    return Answered
