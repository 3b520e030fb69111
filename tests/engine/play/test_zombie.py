"""What is played for an absent player: what the state says, or a random legal move; and the game comes to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from rondel.engine import ActivePlayer, Game, GameEnd, Prop, To, _, decline, on
from rondel.errors import NotYourTurn, RulesError
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.engine.rules.passing import Passing

SAID = ["say(nothing)"]
"""What an absent player says."""


class Nap(Game):
    """Whose players may sleep."""

    name = "nap"
    seats = ("one", "two")

    def setup(self) -> To[Say]:
        return Say


class Say(ActivePlayer[Nap]):
    """An absent player says what the test wants."""

    description = _("{actplayer} must speak")
    my_turn = _("{you} must speak")

    def zombie(self, game: Nap, role: str) -> str:
        return SAID[-1]


@on(Say, _("{actplayer} says {word}"))
def say(game: Nap, word: str) -> To[Say] | To[GameEnd]:
    """A word."""
    return GameEnd if word == "all" else Say


@say.options
def words(game: Nap) -> Iterable[str]:
    """Three."""
    return ("nothing", "something", "all")


class Bid(Game):
    """Who has bid three times may pass no more."""

    name = "bid"
    seats = ("one", "two")

    def setup(self) -> To[Ask]:
        self.bids = self.add(Prop("bids", 0))
        return Ask


class Ask(ActivePlayer[Bid]):
    """An absent player passes while that is allowed."""

    description = _("{actplayer} may bid")
    my_turn = _("{you} may bid")


@on(Ask, _("{actplayer} bids {price}"))
def bid(game: Bid, price: int) -> To[Ask]:
    """More."""
    game.bids.value += 1
    game.next_player()
    return Ask


@bid.options
def prices(game: Bid) -> Iterable[int]:
    """Many."""
    return range(100)


@decline(Ask, _("{actplayer} bids nothing"))
def bid_nothing(game: Bid) -> To[GameEnd]:
    """The end."""
    return GameEnd


@bid_nothing.available
def may_decline(game: Bid) -> bool:
    """Only at first."""
    return game.bids.value < 3


def test_an_absent_player_declines_where_that_is_legal() -> None:
    game = Bid(seed=1)
    for price in range(3):
        assert str(game.zombie_move(game.active[0])) == "bid_nothing"
        game.push(f"bid({price})")
    assert game.zombie_move(game.active[0]).action == "bid"
    game.pop()
    game.push(game.zombie_move(game.active[0]))
    assert game.is_over


def test_a_state_says_what_an_absent_player_does() -> None:
    game = Nap()
    assert str(game.zombie_move("one")) == "say(nothing)"
    game.push(game.zombie_move("one"))
    assert game.record()["answers"] == [["one", "say(nothing)"]]


def test_it_must_be_legal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "SAID", ["say(everything)"])
    with pytest.raises(RulesError) as caught:
        Nap().zombie_move("one")
    assert str(caught.value) == (
        "'zombie' of state 'Say' returned 'say(everything)' for one, which is not legal; "
        "legal: say(nothing), say(something), say(all)"
    )


def test_who_is_not_asked_has_no_move() -> None:
    with pytest.raises(NotYourTurn, match="two has nothing to answer: the game waits for one"):
        Nap().zombie_move("two")


def test_a_random_move_is_the_same_again_and_not_always_the_first() -> None:
    def moves(seed: int) -> list[str]:
        game = TicTacToe(seed=seed)
        said = []
        while not game.is_over:
            move = game.zombie_move(game.active[0])
            assert move in game.moves()
            said.append(str(move))
            game.push(move)
        return said

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(8)}) > 4


@pytest.mark.parametrize(
    "make",
    [
        lambda: Market(seed=1, options={"full": 3}),
        lambda: Flock(seed=1),
        lambda: Passing(seed=1, options={"held": 4}),
    ],
)
def test_a_game_of_absent_players_ends(make: Callable[[], Game]) -> None:
    """Also where a rule waits in the middle, and where several act."""
    game = make()
    for _each in range(500):
        if game.is_over:
            return
        for role in game.active:
            if role in game.active:
                game.push(game.zombie_move(role), role)
    raise AssertionError("not over after 500 rounds")
