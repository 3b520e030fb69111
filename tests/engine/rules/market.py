"""A market day, for several active players: three stalls choose goods from one shared table, each at a pace of its own.

First everybody who holds more than two goods discards (`Discard`: some are active, some ask twice). Then everybody shops
(`Shop`, the master of the private states `Take` and `Pay`), and may change his mind while others are still shopping. A
bell, rung out of turn in `Close`, ends the day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rondel.engine import (
    EVERYONE,
    OWNER,
    ActivePlayer,
    Automatic,
    ChanceState,
    Game,
    GameEnd,
    Hand,
    MultipleActivePlayers,
    Option,
    PrivateState,
    Prop,
    Row,
    To,
    Token,
    TokenKind,
    _,
    on,
)

Good = TokenKind("good")
FULL = Option("full", 1, text=_("Stalls that begin with too many goods"), low=0, high=3)
"""How many stalls begin with three goods instead of two."""


class Market(Game):
    """Three stalls and a table of goods."""

    name = "market"
    title = _("Market")
    seats = ("apple", "bread", "cheese")
    options = (FULL,)
    kinds = (Good,)

    def setup(self) -> To[Discard]:
        self.table = self.add(Row("table", visible_to=EVERYONE))
        self.bin = self.add(Row("bin", visible_to=EVERYONE))
        self.stalls = self.each(Hand, "stall", visible_to=OWNER, backs_visible_to=EVERYONE)
        self.paid = self.add(Prop[Mapping[str, int]]("paid", {}, visible_to=EVERYONE))
        self.weather = self.add(Prop("weather", "", visible_to=EVERYONE))
        for face in "pqrstuv":
            self.table.add(Good(face=face))
        for number, role in enumerate(self.roles):
            for each in range(3 if number < self.option(FULL) else 2):
                self.stalls[role].add(Good(face=f"{role[0]}{each}"))
        return Discard

    def measure(self) -> float:
        return 100 * len(self.paid.value) / 3


class Discard(MultipleActivePlayers[Market]):
    """Whoever has too much throws one away, and says where it goes."""

    description = _("{actplayer} must discard")
    my_turn = _("{you} must discard")

    def enter(self, game: Market) -> To[Shop] | None:
        full = [role for role in game.roles if len(game.stalls[role]) > 2]
        if not full:
            return Shop
        game.activate(*full)
        return None


@on(Discard, _("{actplayer} discards {good}"))
def discard(game: Market, good: Token) -> To[Shop]:
    """Into the bin, or back onto the table."""
    place = game.choose(["bin", "table"], ask=_("{you} must say where it goes"), action="to")
    good.move_to(game.bin if place == "bin" else game.table)
    return Shop


@discard.options
def spare(game: Market) -> Iterable[Token]:
    """What the stall has."""
    return game.stalls[game.actor]


@on(Discard, _("{actplayer} helps out"), out_of_turn=True)
def help_out(game: Market) -> To[Discard]:
    """Nothing but a word."""
    game.weather.value = "fair"
    return Discard


class Shop(MultipleActivePlayers[Market]):
    """Everybody shops."""

    description = _("Everybody shops")

    def first(self, game: Market, role: str) -> To[Take]:
        return Take

    def args(self, game: Market, role: str) -> dict[str, Any]:
        return {"goods": len(game.table)}


class Take(PrivateState[Market]):
    """Take something from the table."""

    my_turn = _("{you} must take something")


@on(Take, _("{actplayer} takes {good}"))
def take(game: Market, good: Token) -> To[Pay]:
    """It goes to the stall."""
    good.move_to(game.stalls[game.actor])
    return Pay


@take.options
def goods(game: Market) -> Iterable[Token]:
    """What lies on the table."""
    return game.table


@on(Take, _("{actplayer} goes home"))
def go_home(game: Market) -> To[Weather]:
    """With nothing; the table may be empty."""
    return Weather


@on(Take, _("{actplayer} swaps {good}"))
def swap(game: Market, good: Token) -> To[Take]:
    """For one of the stall's own, chosen in the middle of it."""
    also = game.choose(game.table, ask=_("{you} must name what nobody may mind"), action="name")
    mine = game.choose(game.stalls[game.actor], ask=_("{you} must give something"), action="give")
    mine.move_to(game.table)
    good.move_to(game.stalls[game.actor])
    game.notify("swapped", _("{player} names {what}"), player=game.actor, what=also.face)
    return Take


@swap.options
def wares(game: Market) -> Iterable[Token]:
    """What lies on the table, if there is enough of it."""
    return game.table if len(game.table) > 1 else []


class Pay(PrivateState[Market]):
    """Pay for it, or take another thing."""

    my_turn = _("{you} must pay, from {goods} goods on the table")

    def enter(self, game: Market) -> None:
        game.paid.value = {**game.paid.value, game.actor: 0}

    def args(self, game: Market, role: str) -> dict[str, Any]:
        return {"price": len(game.stalls[role])}


@on(Pay, _("{actplayer} pays {price}"), labels={"Take": "on"})
def pay(game: Market, price: int) -> To[Take] | To[Weather]:
    """One who pays 9 goes on shopping."""
    game.paid.value = {**game.paid.value, game.actor: price}
    return Take if price == 9 else Weather


@pay.options
def prices(game: Market) -> Iterable[int]:
    """Any price up to nine, cheap or dear."""
    return (1, 2, 9)


@on(Shop, _("{actplayer} comes back"), out_of_turn=True)
def come_back(game: Market) -> To[Take]:
    """Whoever is done may shop again while the others still do."""
    return Take


class Weather(ChanceState[Market]):
    """It rains one day in four."""

    def outcomes(self, game: Market) -> Mapping[str, int]:
        return {"rain": 1, "sun": 3}

    def happens(self, game: Market, outcome: str) -> To[Close]:
        game.weather.value = outcome
        return Close


class Close(ActivePlayer[Market]):
    """The first stall closes the day, unless somebody rings the bell before."""

    updates_progress = True
    description = _("{actplayer} must close")
    my_turn = _("{you} must close")


@on(Close, _("{actplayer} closes"))
def close(game: Market) -> To[Count]:
    """The end of the day."""
    return Count


@on(Close, _("{actplayer} rings the bell"), out_of_turn=True)
def ring(game: Market) -> To[Count] | To[Close]:
    """The others may ring."""
    return Count


@ring.available
def may_ring(game: Market) -> bool:
    """Not who closes."""
    return game.actor != game.player


class Count(Automatic[Market]):
    """Who has most goods wins."""

    def enter(self, game: Market) -> To[GameEnd]:
        for role in game.roles:
            game.set_score(role, len(game.stalls[role]))
        return GameEnd


def market(full: int = 0, **given: Any) -> Market:
    """A market in which so many stalls must discard first."""
    return Market(seed=given.pop("seed", 5), options={"full": full}, **given)


def shopping() -> Market:
    """Everybody is in the private state where he takes something."""
    game = market()
    assert (game.state, game.active) == ("Shop", ("apple", "bread", "cheese"))
    return game
