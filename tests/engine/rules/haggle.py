"""Haggle: what may be done in several states hangs on a base of them: a bid may be raised in each, and each can be left."""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine import EVERYONE, ActivePlayer, Counter, Game, GameEnd, To, _, on


class Haggle(Game):
    """The buyer bids, the seller asks; whoever walks away ends it."""

    name = "haggle"
    seats = ("buyer", "seller")

    def setup(self) -> To[Bid]:
        self.price = self.add(Counter("price", 1, most=9, visible_to=EVERYONE))
        return Bid


class Talk(ActivePlayer[Haggle]):
    """What both states share."""

    abstract = True
    description = _("{actplayer} must say a price")
    my_turn = _("{you} must say a price")


class Bid(Talk):
    """The buyer speaks."""


class Ask(Talk):
    """The seller speaks."""


@on(Bid, _("{actplayer} lets the other speak"))
def hand_over(game: Haggle) -> To[Ask]:
    """The seller speaks."""
    game.next_player()
    return Ask


@on(Talk, _("{actplayer} raises the price by {step}"), labels={"Talk": "raised", "GameEnd": "sold"})
def raise_by(game: Haggle, step: int) -> To[Talk] | To[GameEnd]:
    """At nine it is sold; else the same player goes on."""
    game.price.add(step)
    return Talk if game.price.value < 9 else GameEnd


@raise_by.options
def steps(game: Haggle) -> Iterable[int]:
    """As far as nine."""
    return [step for step in (1, 4) if game.price.value + step <= 9]


@on(Talk, _("{actplayer} walks away"))
def leave(game: Haggle) -> To[GameEnd]:
    """Nothing is sold."""
    return GameEnd
