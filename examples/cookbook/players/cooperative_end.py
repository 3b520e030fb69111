"""Cooperative end: all play against the game, and win or lose together.

``cooperative = True`` declares it, and ``all_win`` says who has won.
"""

from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Automatic, Counter, Game, GameEnd, To, _, decline, on

LOST = 9


class CooperativeEnd(Game):
    """The fire grows by a die roll after each turn; eight turns are to be survived."""

    title = _("Cooperative end")
    summary = _("Fight a fire together.")
    seats = ("ann", "bob", "cid")
    cooperative = True

    def setup(self) -> To[Turn]:
        self.fire = self.add(Counter("fire", 5, visible_to=EVERYONE))
        self.water = self.each(Counter, "water", 2, visible_to=EVERYONE)
        self.turns = self.add(Counter("turns", 8, visible_to=EVERYONE))
        return Turn

    def all_win(self) -> bool:
        return self.fire.value < LOST

    def measure(self) -> float:
        return 100 - 100 * self.turns.value / 8


class Turn(ActivePlayer[CooperativeEnd]):
    """The current player throws water or fetches some."""

    description = _("{actplayer} must throw or fetch water")
    my_turn = _("{you} must throw or fetch water")
    updates_progress = True


@on(Turn, _("{actplayer} throws {buckets}"))
def throw(game: CooperativeEnd, buckets: int) -> To[Burn]:
    game.water[game.player].take(buckets)
    game.fire.take(min(buckets, game.fire.value))
    return Burn


@throw.options
def buckets(game: CooperativeEnd) -> range:
    return range(1, game.water[game.player].value + 1)


@decline(Turn, _("{actplayer} fetches water"))
def fetch(game: CooperativeEnd) -> To[Burn]:
    game.water[game.player].add(3)
    return Burn


class Burn(Automatic[CooperativeEnd]):
    """The fire grows."""

    def enter(self, game: CooperativeEnd) -> To[Turn] | To[GameEnd]:
        game.fire.add(game.chance((0, 1, 2)))
        game.next_player()
        return Turn if game.turns.take() and game.all_win() else GameEnd
