"""The complete sample machine of Board Game Arena's documentation, with names of its own: set-up, a player's turn, the change
of players, the end. And a longer one: a round of a Euro game, with all players, then one after the other, then upkeep.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rondel.engine import (
    EVERYONE,
    ActivePlayer,
    Automatic,
    Game,
    GameEnd,
    MultipleActivePlayers,
    Prop,
    Stat,
    To,
    _,
    on,
)

TURNS = Stat("turns", _("Turns"))
ALL_TURNS = Stat("all_turns", _("Turns at the table"), per="table")


class Sample(Game):
    """Three players count down from nine; who cannot move is passed over."""

    name = "sample"
    seats = ("ann", "ben", "cat")
    stats: ClassVar[Sequence[Stat[Any]]] = (TURNS, ALL_TURNS)

    def setup(self) -> To[PlayerTurn]:
        self.left = self.add(Prop("left", 9, visible_to=EVERYONE))
        self.asleep = self.add(Prop[tuple[str, ...]]("asleep", (), visible_to=EVERYONE))
        return PlayerTurn

    def measure(self) -> float:
        return 100 * (9 - self.left.value) / 9


class PlayerTurn(ActivePlayer[Sample]):
    """The player takes something, or ends it all."""

    description = _("{actplayer} must take from {left}")
    my_turn = _("{you} must take from {left}")

    def args(self, game: Sample, role: str) -> dict[str, Any]:
        found: dict[str, Any] = {"left": game.left.value}
        if role in game.active:
            found["hint"] = "odd" if game.left.value % 2 else "even"
        if role == "ben":
            found["own"] = {"asleep": role in game.asleep.value}
        return found


@on(PlayerTurn, _("{actplayer} takes {count}"), labels={"NextPlayer": "next"})
def take(game: Sample, count: int) -> To[NextPlayer]:
    """Some of them."""
    game.left.value -= count
    return NextPlayer


@take.options
def counts(game: Sample) -> Iterable[int]:
    """One to three."""
    return range(1, min(3, game.left.value) + 1)


@on(PlayerTurn, _("{actplayer} falls asleep"), labels={"NextPlayer": "next"})
def sleep(game: Sample) -> To[NextPlayer]:
    """Passed over from now on."""
    game.asleep.value = (*game.asleep.value, game.player)
    return NextPlayer


@on(PlayerTurn, _("{actplayer} gives up"), labels={"GameEnd": "last"})
def give_up(game: Sample) -> To[GameEnd]:
    """A player's state may end the game."""
    return GameEnd


class NextPlayer(Automatic[Sample]):
    """Who is next, if there is anything left."""

    updates_progress = True
    labels: ClassVar[dict[str, str]] = {"PlayerTurn": "next", "NextPlayer": "loopback", "GameEnd": "last"}

    def enter(self, game: Sample) -> To[PlayerTurn] | To[NextPlayer] | To[GameEnd] | str:
        if not game.left.value or len(game.asleep.value) == len(game.roles):
            game.set_score(game.player, 1)
            return "last"
        role = game.next_player()
        if role in game.asleep.value:
            return "loopback"
        game.give_time(role, 30)
        game.count(TURNS, role=role)
        game.count(ALL_TURNS)
        return "next"


class Euro(Game):
    """Two rounds: everybody bids, then each builds in turn, then the market is filled again."""

    name = "euro"
    seats = ("ann", "ben", "cat")

    def setup(self) -> To[Bid]:
        self.bids = self.add(Prop[Any]("bids", {}, visible_to=EVERYONE))
        self.built = self.add(Prop("built", 0, visible_to=EVERYONE))
        self.round = self.add(Prop("round", 1, visible_to=EVERYONE))
        return Bid

    def measure(self) -> float:
        return 50.0 * (self.round.value - 1)


class Bid(MultipleActivePlayers[Euro]):
    """Phase 1: everybody at once."""

    description = _("Everybody must bid")
    my_turn = _("{you} must bid")


@on(Bid, _("{actplayer} bids {coins}"))
def bid(game: Euro, coins: int) -> To[Build]:
    """Once."""
    game.bids.value = {**game.bids.value, game.actor: coins}
    return Build


@bid.options
def coins(game: Euro) -> Iterable[int]:
    """Up to two."""
    return range(3)


class Build(ActivePlayer[Euro]):
    """Phase 2: one after the other."""

    description = _("{actplayer} must build")
    my_turn = _("{you} must build")


@on(Build, _("{actplayer} builds"))
def build(game: Euro) -> To[NextBuilder]:
    """Something."""
    game.built.value += 1
    return NextBuilder


class NextBuilder(Automatic[Euro]):
    """Until everybody has built."""

    def enter(self, game: Euro) -> To[Build] | To[Upkeep]:
        game.next_player()
        return Upkeep if game.built.value % 3 == 0 else Build


class Upkeep(Automatic[Euro]):
    """Nobody acts: the round is over."""

    updates_progress = True

    def enter(self, game: Euro) -> To[Bid] | To[GameEnd]:
        game.bids.value = {}
        if game.round.value == 2:
            return GameEnd
        game.round.value += 1
        return Bid
