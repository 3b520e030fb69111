"""Alpha-beta: the values that others have found, on whole games and on positions near the end of great ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pyspiel
import pytest

import rondel
from rondel import Game, Move
from rondel.errors import BadOption, Unsolvable
from rondel.search import Table, alphabeta, retrograde
from rondel.search.exact.bounds import Known
from tests.search.contests import Forever
from tests.search.fours import Oracle, played, random_drops
from tests.search.tree.test_tree import spiel_value


def test_every_position_of_tic_tac_toe_is_worth_what_pyspiel_says() -> None:
    """All that are not over: 4,520 of 5,478."""
    table: Table[Known] = Table()
    known: dict[str, float] = {}
    seen: set[object] = set()
    game = rondel.new("tic_tac_toe")

    def compare(state: pyspiel.State) -> None:
        if game.is_over or game.key() in seen:
            return
        seen.add(game.key())
        solution = alphabeta(game, table=table)
        assert solution.exact
        assert solution.value["x"] == -solution.value["o"] == spiel_value(state, known)
        for move in game.moves():
            column, row = ord(move.text[5]) - ord("a"), int(move.text[6]) - 1
            after = state.child(3 * row + column)
            if move.text == solution.best:
                assert spiel_value(after, known) == solution.value["x"]
            game.push(move)
            compare(after)
            game.pop()

    compare(pyspiel.load_game("tic_tac_toe").new_initial_state())
    assert len(seen) == 4_520


def test_small_boards_of_connect_four(scaled: Callable[[int], int]) -> None:
    """They are draws; the oracle agrees."""
    for columns, rows in [(4, 4), (4, 5), (5, 4)] if scaled(100) >= 100 else [(4, 4)]:
        solution = alphabeta(rondel.new("connect_four", options={"columns": columns, "rows": rows}))
        assert solution.exact
        assert solution.value["red"] == max(Oracle(columns, rows).values("").values()) == 0


def test_connect_four_is_played_perfectly_near_its_end(scaled: Callable[[int], int]) -> None:
    """The value of every move with up to twelve empty cells, against an independent solver."""
    rng = Random(12)
    oracle = Oracle()
    drawn = 0
    for number in range(scaled(400)):
        drops = random_drops(rng, 12 - number % 5)
        solution = alphabeta(played(drops), every=True)
        assert solution.exact
        assert solution.values == oracle.values(drops)
        assert solution.values[solution.best] == max(solution.values.values())
        drawn += solution.values[solution.best] == 0
    assert drawn, "no position was a draw, so little was compared"


def test_the_line_is_best_play_to_the_end() -> None:
    oracle = Oracle()
    rng = Random(3)
    for _each in range(5):
        drops = random_drops(rng, 10)
        solution = alphabeta(played(drops))
        game = played(drops)
        assert solution.line[0] == solution.best
        for text in solution.line:
            values = oracle.values(drops)
            assert values[text] == max(values.values())
            game.push(text)
            drops += text[5]
    assert game.is_over


def test_deepening_finds_the_quickest_win() -> None:
    """The first depth at which a win is certain is its distance, by retrograde analysis."""
    solved = retrograde(rondel.new("tic_tac_toe"))
    rng = Random(7)
    wins = 0
    for _each in range(40):
        game = rondel.new("tic_tac_toe")
        for _move in range(rng.randrange(1, 6)):
            if not game.is_over:
                game.push(rng.choice(game.moves()))
        outcome = solved.outcome(game)
        if game.is_over or not outcome.winner:
            continue
        solution = alphabeta(game, depth=9)
        assert solution.exact
        assert solution.value[outcome.winner] == 1
        assert solution.depth == outcome.distance
        if outcome.winner == game.player:
            game.push(solution.best)
            assert solved.outcome(game).distance == outcome.distance - 1
        wins += 1
    assert wins > 10


def test_a_search_that_does_not_reach_the_end_rests_on_estimates() -> None:
    asked: list[int] = []

    def judge(game: Game, role: str) -> float:
        assert role == "x"
        asked.append(game.progress)
        return 0.25 if game.player == "x" else 0.75

    solution = alphabeta(rondel.new("tic_tac_toe"), depth=2, judge=judge)
    assert (solution.exact, solution.depth, solution.value) == (False, 2, {"x": 0.25, "o": -0.25})
    assert set(asked) == {11, 22}
    assert alphabeta(rondel.new("tic_tac_toe"), depth=3, judge=judge).value["x"] == 0.75
    own = alphabeta(rondel.new("connect_four"), depth=1)
    assert own.best == "drop(d)", "the game's own estimate likes the middle, through which most lines go"
    assert 0 < own.value["red"] < 1


def test_an_estimate_is_never_taken_for_a_win() -> None:
    game = rondel.new("tic_tac_toe")
    solution = alphabeta(game, depth=1, judge=lambda game, role: 7.0)
    assert solution.value["x"] == 0.999
    assert not solution.exact


def test_no_more_positions_are_looked_at_than_allowed() -> None:
    for nodes in (100, 1_000, 5_000):
        solution = alphabeta(rondel.new("connect_four"), nodes=nodes)
        assert nodes // 10 < solution.nodes <= nodes
        assert not solution.exact
    few, many = alphabeta(rondel.new("connect_four"), nodes=100), alphabeta(rondel.new("connect_four"), nodes=5_000)
    assert few.depth < many.depth
    assert alphabeta(rondel.new("tic_tac_toe"), nodes=100_000).exact


def test_the_order_of_the_moves_is_the_callers() -> None:
    def from_the_middle(game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        return sorted(moves, key=lambda move: abs(ord(move.text[5]) - ord("d")))

    def from_the_edge(game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        return sorted(moves, key=lambda move: -abs(ord(move.text[5]) - ord("d")))

    good, bad, own = [
        alphabeta(rondel.new("connect_four"), depth=5, order=each) for each in (from_the_middle, from_the_edge, None)
    ]
    assert good.value == bad.value == own.value
    assert good.nodes < 0.8 * bad.nodes
    assert own.nodes < bad.nodes


def test_a_small_table_costs_time_and_nothing_else() -> None:
    game = rondel.new("tic_tac_toe")
    small: Table[Known] = Table(100)
    large: Table[Known] = Table()
    one, other = alphabeta(game, table=small), alphabeta(game, table=large)
    assert one.value == other.value == {"x": 0, "o": 0}
    assert len(small) <= 100 < len(large)
    assert one.nodes > 1.5 * other.nodes
    assert alphabeta(game, table=large).nodes == 1, "the next search knows what the last one found out"


def test_the_same_search_comes_out_the_same() -> None:
    drops = random_drops(Random(1), 12)
    one, other = alphabeta(played(drops)), alphabeta(played(drops))
    assert (one.best, one.line, one.nodes) == (other.best, other.line, other.nodes)


def test_the_game_is_left_as_it_was_and_may_be_over() -> None:
    game = rondel.new("tic_tac_toe")
    for text in ("mark(a1)", "mark(a2)", "mark(b1)", "mark(b2)"):
        game.push(text)
    before = game.key(), game.record()
    assert alphabeta(game).best == "mark(c1)"
    assert (game.key(), game.record()) == before
    game.push("mark(c1)")
    over = alphabeta(game)
    assert (over.value, over.best, over.line, over.exact) == ({"x": 1, "o": -1}, "", [], True)


def test_what_has_no_end_is_not_searched_whole() -> None:
    with pytest.raises(Unsolvable, match="'forever' goes on for more than 400 answers; search it with depth= or nodes="):
        alphabeta(rondel.new(Forever), order=lambda game, moves: moves[:1])
    with pytest.raises(BadOption, match="a search with depth=0 examines no position"):
        alphabeta(rondel.new("tic_tac_toe"), depth=0)


def test_a_player_may_move_twice_in_a_row() -> None:
    """Reversi's passes are automatic: the late positions of small boards, against plain minimax over the game itself."""

    passes = []

    def worth(game: Game) -> float:
        if game.is_over:
            return game.returns["black"]
        found = []
        player = game.player
        for move in game.moves():
            game.push(move)
            if game.active == (player,):
                passes.append(move)
            found.append(worth(game))
            game.pop()
        return max(found) if player == "black" else min(found)

    for seed in range(6):
        rng = Random(seed)
        game = rondel.new("reversi", options={"size": 6})
        while game.progress < 84 and not game.is_over:
            game.push(rng.choice(game.moves()))
        assert alphabeta(game).value["black"] == worth(game)
    assert passes, "nobody passed, so this shows nothing"
