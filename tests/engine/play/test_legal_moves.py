"""Legal moves: who may answer now, and what; the move that an answer means; and what is played for an absent player."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from rondel.engine import ActivePlayer, Game, GameEnd, Prop, To, _, decline, on
from rondel.engine.play.legal_moves import active, asked, find, moves
from rondel.errors import AmbiguousMove, GameOver, IllegalMove, MalformedMove, NotYourTurn, RulesError, UnknownRole
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.market import Market
from tests.engine.rules.passing import Passing


def test_one_player_acts() -> None:
    game = Duel(seed=1)
    machine = game._machine
    assert active(machine, game) == asked(machine, game) == ("left",)
    assert [str(move) for move in moves(machine, game, None)] == ["go"]
    assert moves(machine, game, "right") == []
    with pytest.raises(UnknownRole):
        moves(machine, game, "nobody")


def test_in_a_rule_those_act_whom_it_asks_and_who_has_answered_may_still_change_it() -> None:
    game = Duel(seed=1)
    game.push("go")
    game.push("say(2)", "left")
    machine = game._machine
    assert active(machine, game) == ("right",)
    assert asked(machine, game) == ("left", "right")
    assert [str(move) for move in moves(machine, game, "left")] == ["say(1)", "say(2)", "say(3)"]


def test_several_act_each_at_his_own_place() -> None:
    game = Market(seed=1, options={"full": 0})
    machine = game._machine
    assert active(machine, game) == ("apple", "bread", "cheese")
    with pytest.raises(AmbiguousMove):
        moves(machine, game, None)
    game.push("take(p)", "bread")
    assert [machine.node_of(role).name for role in game.roles] == ["Take", "Pay", "Take"]
    game.push("swap(q)", "apple")
    held = machine.held_of("apple")
    assert held is not None
    assert (held.actor, machine.held_of("bread"), machine.held_of("chance")) == ("apple", None, None)


def test_what_was_listed_for_several_is_listed_when_all_is_as_it_was_again() -> None:
    game = Market(seed=1, options={"full": 0})
    machine = game._machine
    before = {role: moves(machine, game, role) for role in game.roles}
    game.push("take(p)", "bread")
    assert [str(move) for move in moves(machine, game, "bread")] != [str(move) for move in before["bread"]]
    game.push("swap(q)", "apple")
    game.pop()
    game.pop()
    assert all(moves(machine, game, role) is before[role] for role in game.roles)


def test_nobody_acts_when_the_game_is_over() -> None:
    game = Duel(seed=1)
    for _each in range(3):
        game.push("go")
        for role in game.roles:
            game.push("say(1)", role)
    assert game.is_over
    assert active(game._machine, game) == ()
    assert moves(game._machine, game, None) == moves(game._machine, game, "left") == []


# -- answers ------------------------------------------------------------------------------------------------------------


def test_a_move_its_text_and_an_equal_move_of_another_game_mean_the_same() -> None:
    game = TicTacToe()
    listed = game._machine, game
    move = game.moves()[4]
    assert find(*listed, move, None) is find(*listed, "mark(b2)", None) is find(*listed, TicTacToe().moves()[4], "x")


@pytest.mark.parametrize(
    ("said", "role", "error", "why"),
    [
        ("mark(a1)", "o", NotYourTurn, "it is not o's turn: the game waits for x"),
        ("mark(z9)", "x", IllegalMove, r"illegal move 'mark\(z9\)'; legal for x in state 'PlayerTurn': mark\(a1\), "),
        ("jump(a1)", "x", MalformedMove, r"'jump\(a1\)' is not a move; legal for x"),
        ("mark(a1", "x", MalformedMove, "is not a move"),
    ],
)
def test_what_means_nothing_legal_is_refused_with_what_would_be(said: Any, role: str, error: type[Exception], why: str) -> None:
    game = TicTacToe()
    with pytest.raises(error, match=why):
        find(game._machine, game, said, role)


def test_after_the_end_nothing_means_anything() -> None:
    game = TicTacToe()
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        game.push(f"mark({cell})")
    with pytest.raises(GameOver, match="the game is over"):
        find(game._machine, game, "mark(c3)", "x")


# -- absent players -----------------------------------------------------------------------------------------------------


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
