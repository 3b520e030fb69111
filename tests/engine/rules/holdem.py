"""Hold'em: poker without a limit, in small: several deals, and who has no chips left is out of the game.

Everybody has one card in hand, and one lies on the table. There is one round of bets: a player folds, calls, or raises by any
number of chips. A pair wins the pot, or else the highest card; there are no side pots.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    Counter,
    Game,
    GameEnd,
    Hand,
    Option,
    Pile,
    PlayingCard,
    Prop,
    Row,
    To,
    _,
    on,
)
from rondel.engine.components.playing_cards import rank

DEALS = Option("deals", 8, text=_("Deals to play"), low=1, high=50)

CARDS: Final = tuple(f"{number}{suit}" for number in "9TJQK" for suit in "SH")
CHIPS: Final = 6


class Holdem(Game):
    """Four players with a card and some chips each, and a card between them."""

    name = "holdem"
    title = _("Hold'em")
    seats = ("north", "east", "south", "west")
    options = (DEALS,)
    kinds = (PlayingCard,)
    score_visible_to = EVERYONE

    def setup(self) -> To[Deal]:
        self.deck = self.add(Pile("deck", backs_visible_to=EVERYONE))
        self.hands = self.each(Hand, "hand", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.table = self.add(Row("table", visible_to=EVERYONE))
        self.shown = self.each(Row, "shown", visible_to=EVERYONE)
        self.chips = self.each(Counter, "chips", CHIPS, visible_to=EVERYONE)
        self.staked = self.each(Counter, "staked", visible_to=EVERYONE)
        self.folded = self.add(Prop[tuple[str, ...]]("folded", (), visible_to=EVERYONE))
        self.spoken = self.add(Prop[tuple[str, ...]]("spoken", (), visible_to=EVERYONE))
        self.number = self.add(Counter("deal", visible_to=EVERYONE))
        for face in CARDS:
            self.deck.add(PlayingCard(face=face))
        return Deal

    def stake(self, role: str, chips: int) -> None:
        """Stake chips, or as many as there are."""
        given = min(chips, self.chips[role].value)
        self.chips[role].value -= given
        self.staked[role].value += given

    @property
    def highest(self) -> int:
        return max([stake.value for stake in self.staked.values()])

    @property
    def contenders(self) -> list[str]:
        """The players of this deal who have not folded."""
        return [role for role in self.roles if len(self.hands[role]) and role not in self.folded.value]

    def measure(self) -> float:
        return 100 * self.number.value / self.option(DEALS)


class Deal(Automatic[Holdem]):
    """Everybody stakes a chip and is dealt a card, in turn; then one is laid on the table."""

    updates_progress = True

    def enter(self, game: Holdem) -> To[Deal] | To[Bet]:
        if len(game.hands[game.player]):
            game.draw(game.deck, game.table)
            return Bet
        game.stake(game.player, 1)
        game.draw(game.deck, game.hands[game.player])
        game.next_player()
        return Deal


class Bet(ActivePlayer[Holdem]):
    """A player folds, calls or raises."""

    description = _("{actplayer} must fold, call or raise")
    my_turn = _("{you} must fold, call or raise")


def spoken(game: Holdem, *, anew: bool = False) -> To[Bet] | To[Showdown]:
    """The next player who must speak; where there is none, the cards are shown."""
    game.spoken.value = (game.player,) if anew else (*game.spoken.value, game.player)
    left = [role for role in game.contenders if role not in game.spoken.value and game.chips[role].value]
    if len(game.contenders) == 1 or not left:
        return Showdown
    while game.next_player() not in left:
        pass
    return Bet


@on(Bet, _("{actplayer} folds"))
def fold(game: Holdem) -> To[Bet] | To[Showdown]:
    """The card is not shown."""
    game.folded.value = (*game.folded.value, game.player)
    return spoken(game)


@on(Bet, _("{actplayer} calls"))
def call(game: Holdem) -> To[Bet] | To[Showdown]:
    """Stake as much as the highest."""
    game.stake(game.player, game.highest - game.staked[game.player].value)
    return spoken(game)


@on(Bet, _("{actplayer} raises by {chips}"))
def raise_by(game: Holdem, chips: int) -> To[Bet] | To[Showdown]:
    """Stake more than the highest; all others must speak again."""
    game.stake(game.player, game.highest - game.staked[game.player].value + chips)
    return spoken(game, anew=True)


@raise_by.options
def affordable(game: Holdem) -> Iterable[int]:
    """Any number of chips that the player has."""
    return range(1, game.chips[game.player].value - (game.highest - game.staked[game.player].value) + 1)


class Showdown(Automatic[Holdem]):
    """The best card of those who have not folded takes the pot."""

    def enter(self, game: Holdem) -> To[NextDeal]:
        pair = rank(game.table[0])
        left = game.contenders
        strength = {role: (rank(game.hands[role][0]) == pair, rank(game.hands[role][0])) for role in left}
        if len(left) > 1:
            for role in left:
                card = game.hands[role][0]
                game.notify("show", _("{player} shows {card}"), player=role, card=card.face)
                card.move_to(game.shown[role])
        winner = max(left, key=lambda role: strength[role])
        for stake in game.staked.values():
            game.chips[winner].value += stake.value
            stake.value = 0
        return NextDeal


class NextDeal(Automatic[Holdem]):
    """The cards go back, and players without chips are out; there is another deal, or the end."""

    updates_progress = True

    def enter(self, game: Holdem) -> To[Deal] | To[GameEnd]:
        for cards in (*game.hands.values(), *game.shown.values(), game.table):
            for card in cards.tokens():
                card.move_to(game.deck)
        game.folded.value = game.spoken.value = ()
        game.eliminate(*[role for role in game.roles if not game.chips[role].value])
        game.number.value += 1
        if len(game.eliminated) == len(game.roles) - 1 or game.number.value == game.option(DEALS):
            for role in game.roles:
                game.set_score(role, game.chips[role].value)
            return GameEnd
        if game.player in game.eliminated:
            game.next_player()
        return Deal
