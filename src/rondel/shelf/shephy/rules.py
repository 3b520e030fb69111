"""Shephy: play all your cards, good and bad, and let a flock grow to a sheep of a thousand.

Rules: the printed ones of Shephy (Pawn, 2013), as docs/games/shephy.md tells them. One player, 22 events, three rounds.
A card must be played on each turn. A sheep of rank 1000 wins; an empty field loses, and so does the end of the third
round, when the enemy sheep has grown to 1000 itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Dealing,
    Facts,
    GameEnd,
    Option,
    Showcase,
    To,
    Token,
    _,
    on,
)
from rondel.shelf.shephy.cards import COPIES, EVENTS, RANKS, TOP, WORST, Event, Sheep
from rondel.shelf.shephy.effects import effect
from rondel.shelf.shephy.flock import DOMINION, FIELD_SIZE, Flock

MODE = Option(
    "mode", "basic", text=_("basic: a sheep of 1000 wins; challenge: all rounds count"), values=("basic", "challenge")
)
ROUNDS = Option("rounds", 3, text=_("Rounds until the enemy sheep has grown (0: it never does)"), low=0, high=9)
DECK = Option("deck", "full", text=_("full: all cards; gentle: without the worst disasters"), values=("full", "gentle"))

HAND_SIZE = 5


class Shephy(Flock):
    """A shepherd against the cards."""

    name = "shephy"
    title = _("Shephy")
    summary = _("Play all your cards, good and bad, and let your flock grow to a sheep of a thousand.")
    showcase = Showcase(family=_("Cards"), minutes=15, drawn=11)
    seats = ("shepherd",)
    options = (MODE, ROUNDS, DOMINION, DECK)
    kinds = (Sheep, Event)
    effects = (effect,)
    score_visible_to = EVERYONE
    facts = Facts(chance=True, hidden=True, simultaneous=False, scores=(0, FIELD_SIZE * TOP), length=(1, None))

    def setup(self) -> To[Refill]:
        self.lay_out()
        for rank, pile in self.stock.items():
            for _each in range(COPIES):
                pile.add(Sheep(face=str(rank)))
        self.stock[1][0].move_to(self.field)
        spared = WORST if self.option(DECK) == "gentle" else ()
        for name, make in EVENTS.items():
            for _each in range(make.count if name not in spared else 0):
                self.deck.add(Event(face=name))
        return Refill

    # -- options and results -------------------------------------------------------------------------------------------

    def challenge(self) -> bool:
        """Whether all rounds are played and the flock is counted at the end."""
        return self.option(MODE) == "challenge"

    def won(self) -> bool:
        """Whether the game is won now: only in the basic game, by a sheep of rank 1000."""
        return not self.challenge() and self.highest() == TOP

    def overrun(self) -> bool:
        """Whether the enemy sheep has grown up."""
        rounds = self.option(ROUNDS)
        return rounds > 0 and self.enemy.value >= 10**rounds

    def score(self, role: str) -> float:
        return self.worth()

    def all_win(self) -> bool:
        return self.worth() > 0 if self.challenge() else self.won()

    def utility(self, role: str) -> float:
        if self.challenge():
            return 2 * self.worth() / (FIELD_SIZE * TOP) - 1
        return super().utility(role)

    def measure(self) -> float:
        """How much of the rounds is played; without an end of rounds, how high the flock has come."""
        rounds = self.option(ROUNDS)
        if not rounds:
            return 100 * RANKS.index(self.highest()) / len(RANKS) if self.highest() else 0
        past = len(str(self.enemy.value)) - 1
        left = len(self.hand) + len(self.deck)
        return 100 * (past + len(self.discard) / max(1, left + len(self.discard))) / rounds


class Refill(Dealing[Shephy]):
    """The end of the game, the end of a round, or the hand is filled; else a card is played."""

    def enter(self, game: Shephy) -> To[Refill] | To[PlayCard] | To[NextRound] | To[GameEnd]:
        if game.won():
            game.notify("won", _("{player} has a sheep of rank 1000"), player=game.player)
            return GameEnd
        if not len(game.field):
            game.notify("extinct", _("{player} has no sheep left"), player=game.player)
            return GameEnd
        if game.overrun():
            game.notify("overrun", _("the enemy sheep has grown to rank {rank}"), rank=game.enemy.value)
            return GameEnd
        return self.fill(game, game.deck, game.hand, HAND_SIZE) or (PlayCard if len(game.hand) else NextRound)


class NextRound(Automatic[Shephy]):
    """The enemy sheep grows; if it is not yet grown up, the discarded cards become the deck."""

    def enter(self, game: Shephy) -> To[Refill] | To[GameEnd]:
        if not len(game.discard) and not game.option(ROUNDS):
            game.notify("no_cards", _("there is no card left"))
            return GameEnd
        if game.option(ROUNDS):
            game.enemy.value *= 10
            if game.overrun():
                return Refill  # where the game ends; nothing is shuffled that will not be drawn
            game.notify("round", _("a new round begins, and the enemy sheep grows to rank {rank}"), rank=game.enemy.value)
        game.deck.shuffle_in(game.discard)
        return Refill


class PlayCard(ActivePlayer[Shephy]):
    """A card of the hand must be played."""

    description = _("{actplayer} must play a card")
    my_turn = _("Play a card")
    updates_progress = True


@on(PlayCard, _("{actplayer} plays {card}"), says=_("Play {card}"))
def play(game: Shephy, card: Token) -> To[Refill]:
    """The card is discarded first; then it does what it says."""
    card.move_to(game.discard)
    effect.of(card)(game, card)
    return Refill


@play.options
def cards(game: Shephy) -> Iterable[Token]:
    """The cards in hand."""
    return game.hand
