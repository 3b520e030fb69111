"""Games: what authors are offered, and what a game in progress can be asked."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from rondel.engine import (
    EVERYONE,
    Game,
    Prop,
    Token,
)
from rondel.errors import BadOption, RulesError
from rondel.shelf.reversi import Reversi
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.rules.flock import Flock
from tests.engine.rules.plan import FAST, SEATS, Plan
from tests.engine.rules.workshop import Workshop

# -- starting ----------------------------------------------------------------------------------------------------------


def test_seats() -> None:
    assert [Plan(seats=count).roles for count in (1, 3, 4)] == [SEATS[:1], SEATS[:3], SEATS]
    assert Plan().roles == SEATS[:1], "as few as may be, where nothing else is said"
    assert TicTacToe().roles == TicTacToe(seats=2).roles == ("x", "o")


@pytest.mark.parametrize(
    ("kind", "seats", "said"),
    [
        (Plan, 0, "Plan cannot be played by 0: it has 1 to 4 seats"),
        (Plan, 5, "Plan cannot be played by 5: it has 1 to 4 seats"),
        (TicTacToe, 1, "TicTacToe cannot be played by 1: it has 2 seats"),
    ],
)
def test_too_few_and_too_many(kind: type[Game], seats: int, said: str) -> None:
    with pytest.raises(BadOption) as caught:
        kind(seats=seats)
    assert str(caught.value) == said


def test_options() -> None:
    assert [Plan(options=given).option(FAST) for given in (None, {}, {"fast": True})] == [False, False, True]
    with pytest.raises(BadOption, match="unknown option 'slow': this game has 'fast'"):
        Plan(options={"slow": True})
    with pytest.raises(BadOption, match="option 'size' cannot be 7"):
        Reversi(options={"size": 7})


def test_chance_is_seeded_or_explicit() -> None:
    with pytest.raises(BadOption, match="chance cannot be 'loaded': it is 'seeded' or 'explicit'"):
        TicTacToe(chance="loaded")


def test_a_game_says_how_it_stands() -> None:
    game = TicTacToe()
    assert repr(game) == "<TicTacToe: PlayerTurn, x to answer>"
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        game.push(f"mark({cell})")
    assert repr(game) == "<TicTacToe: over>"


# -- setup -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            lambda game: game.roll(),
            "setup, options, args and scores cannot draw by chance: deal in an automatic state's 'enter'",
        ),
        (
            lambda game: game.choose([1, 2], ask="?"),
            "setup, options, args and scores cannot ask: ask in an action or in 'enter'",
        ),
    ],
)
def test_nothing_random_happens_in_setup_and_nobody_is_asked(setup: Any, rule: Any, said: str) -> None:
    kind = setup(rule)
    for chance in ("seeded", "explicit"):
        with pytest.raises(RulesError) as caught:
            kind(seed=1, chance=chance)
        assert str(caught.value) == said


def test_a_setup_that_calls_itself_without_end_is_named(setup: Any) -> None:
    def rule(game: Plan) -> None:
        rule(game)

    with pytest.raises(RulesError, match=r"^setup calls itself without end; find the repeated call in its traceback"):
        setup(rule)()


def test_setup_may_write_and_none_of_it_is_undone(setup: Any) -> None:
    def rule(game: Plan) -> None:
        hits = game.add(Prop("hits", 1, visible_to=EVERYONE))
        hits.value = 5
        game.next_player()
        game.set_score("one", 3)

    game = setup(rule)(seats=2)
    assert (game.view("one")["props"], game.active, game.scores["one"]) == ({"hits": 5}, ("two",), 3)
    game.push("go_on")
    game.pop()
    assert (game.view("one")["props"], game.active) == ({"hits": 5}, ("two",))


# -- the end of a game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Reversi, Flock, Workshop])
def test_a_dropped_game_is_freed_at_once(kind: type[Game]) -> None:
    def play() -> None:
        game = kind(seed=1)
        for _each in range(6):
            if game.is_over:
                break
            game.push(game.moves(game.active[0])[0])
        game.pop()
        game.copy()

    play()
    gc.collect()
    gc.disable()
    try:
        before = sum(isinstance(each, Token) for each in gc.get_objects())
        play()
        assert sum(isinstance(each, Token) for each in gc.get_objects()) == before
    finally:
        gc.enable()


def test_what_somebody_still_holds_of_a_dropped_game_can_be_looked_at() -> None:
    board = Reversi().board
    gc.collect()
    assert (board.count("black"), [str(cell) for cell in board.owned("white")]) == (2, ["d4", "e5"])
    assert [token.container for token in board.tokens()] == [None] * 4


# -- scores ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "points", "winners", "returns"),
    [
        (1, "0000", (), [-1]),
        (1, "1000", ("one",), [1]),
        (2, "1000", ("one",), [1, -1]),
        (2, "0000", ("one", "two"), [0, 0]),
        (2, "1111", ("one", "two"), [0, 0]),
        (4, "1000", ("one",), [1, -1 / 3, -1 / 3, -1 / 3]),
        (4, "1100", ("one", "two"), [0.5, 0.5, -0.5, -0.5]),
        (4, "1110", ("one", "two", "three"), [1 / 3, 1 / 3, 1 / 3, -1]),
        (4, "2001", ("one",), [1, -1 / 3, -1 / 3, -1 / 3]),
        (4, "1111", SEATS, [0, 0, 0, 0]),
    ],
)
def test_who_wins_and_what_it_is_worth(seats: int, points: str, winners: tuple[str, ...], returns: list[float]) -> None:
    game = Plan(seats=seats)
    assert game.winners == ()
    assert set(game.returns.values()) == {0.0}
    game.push(f"finish({points})")
    assert game.winners == winners
    assert list(game.returns.values()) == pytest.approx(returns)
    assert list(game.scores.values()) == [int(point) for point in points[:seats]]
    game.pop()
    assert game.winners == ()
    assert set(game.scores.values()) == {0}


# -- progress ----------------------------------------------------------------------------------------------------------


def test_progress_is_taken_on_entering_the_states_that_update_it() -> None:
    game = TicTacToe()
    seen = []
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        seen.append(game.progress)
        game.push(f"mark({cell})")
    assert seen == [0, 11, 22, 33, 44]
    assert game.progress == 100
    game.pop()
    assert game.progress == 44


def test_progress_is_measured_from_the_start(setup: Any) -> None:
    game = setup(lambda game: None, lambda game: 30.4)()
    assert game.progress == 30
    assert game.copy().progress == 30


def test_progress_only_looks(setup: Any) -> None:
    def asks(game: Plan) -> float:
        return game.choose([1, 2], ask="?")

    def writes(game: Plan) -> float:
        game.set_score("one", 9)
        return 50

    for measure, said in ((asks, "cannot ask"), (writes, "changed the position; they only look")):
        game = setup(lambda game: None, measure)()
        with pytest.raises(RulesError, match=said):
            _ = game.progress
        assert game.scores["one"] == 0
