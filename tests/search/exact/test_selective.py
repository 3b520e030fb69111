"""Selective search: exact where it says so, deterministic by nodes, within its time, and not fooled by exchanges."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from random import Random

import pytest

import rondel
from rondel import Game
from rondel.errors import BadOption, Unsolvable
from rondel.search import alphabeta, selective
from rondel.search.exact.contest import NEARLY
from rondel.shelf.chess import Chess, from_fen
from tests.search.fours import Oracle, played, random_drops


def chess(fen: str) -> Chess:
    return Chess(position=from_fen(fen))


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        # In one move, one, two, two and three.
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "move(a1,a8)"),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4", "move(h5,f7)"),  # scholar's mate
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "move(a1,a6)"),  # P. Morphy, 1849
        ("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", "move(d5,f6)"),  # after F. de Legal, 1750
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "move(f6,a6)"),
    ],
)
def test_a_mate_is_found_and_certain(fen: str, best: str) -> None:
    solution = selective(chess(fen), nodes=20_000)
    assert (solution.best, solution.value["white"], solution.exact) == (best, 1, True)


@pytest.mark.parametrize(
    ("fen", "bad"),
    [
        ("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1", "move(d2,d6)"),  # the pawn is protected
        ("3qk3/8/3p4/8/8/8/3Q4/3RK3 w - - 0 1", ""),
    ],
)
def test_an_exchange_is_followed_to_its_end(fen: str, bad: str) -> None:
    """One answer ahead, and yet it does not take what is protected."""
    assert selective(chess(fen), depth=1).best != bad


def quiet(game: Game, left: int) -> float:
    """Plain quiescence without pruning, worth to the role that moves."""
    side = game.player
    moves = game.moves()
    urgent = game.urgencies(moves)
    assert urgent is not None
    found = [] if all(each > 0 for each in urgent) else [game.quiet_estimate(side) or 0.0]
    assert left > 0
    for move, urgency in zip(moves, urgent, strict=True):
        if urgency > 0:
            game.push(move)
            found.append(game.returns[side] if game.is_over else -quiet(game, left - 1))
            game.pop()
    return max(found)


def minimax(game: Game, depth: int) -> float:
    side = game.player
    if depth == 0:
        return quiet(game, 24)
    found = []
    for move in game.moves():
        game.push(move)
        found.append(game.returns[side] if game.is_over else -minimax(game, depth - 1))
        game.pop()
    return max(found)


@pytest.mark.parametrize(
    ("fen", "depth"),
    [
        ("4k3/2p5/3p4/8/8/2n5/3Q4/4K3 w - - 0 1", 2),
        ("3rk3/1P6/8/3pP3/8/8/8/3RK3 w - d6 0 1", 2),  # en passant and promotion
        ("4k3/8/8/8/8/5r2/3q4/4K3 w - - 0 1", 2),  # in check
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 1),
        ("4k3/8/4p3/3p4/2P1P3/8/8/4K3 w - - 98 70", 2),  # a draw may be claimed
    ],
)
def test_the_value_is_that_of_plain_minimax_with_quiescence(fen: str, depth: int) -> None:
    """Up to depth 2, at which nothing is reduced."""
    game = chess(fen)
    before = game.key(), game.record()
    assert selective(game, depth=depth).value[game.player] == pytest.approx(minimax(game, depth), abs=1e-7)
    assert (game.key(), game.record()) == before


def test_without_tactics_the_value_is_that_of_alphabeta() -> None:
    rng = Random(5)
    for depth in (1, 2, 3, 4, 5):
        game = rondel.new("connect_four")
        for _ply in range(6):
            game.push(rng.choice(game.moves()))
        expected = alphabeta(game, depth=depth)
        found = selective(game, depth=depth, rng=rng)
        assert found.value["red"] == pytest.approx(expected.value["red"], abs=1e-7)


def test_the_end_of_connect_four_is_played_perfectly(scaled: Callable[[int], int]) -> None:
    """With up to twelve empty cells, against an independent solver."""
    rng = Random(12)
    oracle = Oracle()
    for number in range(scaled(200)):
        drops = random_drops(rng, 12 - number % 5)
        solution = selective(played(drops), nodes=1_000_000, rng=rng)
        values = oracle.values(drops)
        assert solution.exact
        assert values[solution.best] == max(values.values()) == solution.values[solution.best]


def test_a_player_may_move_twice_in_a_row() -> None:
    for seed in range(6):
        rng = Random(seed)
        game = rondel.new("reversi", options={"size": 6})
        while game.progress < 80 and not game.is_over:
            game.push(rng.choice(game.moves()))
        solution = selective(game, nodes=1_000_000)
        assert solution.exact
        assert solution.value == alphabeta(game).value


def test_who_is_lost_holds_out_as_long_as_possible() -> None:
    """The king in the corner may be mated at once, or two moves later."""
    game = chess("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1")
    solution = selective(game, nodes=30_000)
    assert solution.exact
    assert solution.value["black"] == -1
    assert solution.best == "move(h8,h7)"


def test_the_same_budget_of_nodes_gives_the_same_move() -> None:
    program = (
        "import rondel; from random import Random; from rondel.search import selective\n"
        "game = rondel.new('chess')\n"
        "for move in ('e2,e4', 'e7,e5', 'g1,f3', 'b8,c6'): game.push(f'move({move})')\n"
        "found = selective(game, nodes=300, rng=Random(1))\n"
        "print(found.best, found.value, found.depth, found.nodes)\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1] != ""


def test_it_looks_at_no_more_positions_than_allowed() -> None:
    for nodes in (100, 700):
        solution = selective(rondel.new("chess"), nodes=nodes)
        assert solution.nodes <= nodes
        assert -NEARLY <= solution.value["white"] <= NEARLY
    assert selective(rondel.new("chess"), nodes=1).best, "depth 1 is always searched, so there is always a move"


class Clock:
    """A clock that goes on by a hundredth of a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def test_it_ends_when_its_time_is_up() -> None:
    clock = Clock()
    game = rondel.new("chess")
    solution = selective(game, seconds=0.2, clock=clock)
    assert clock.now < 0.25
    assert solution.best in [move.text for move in game.moves()]
    longer = selective(game, seconds=0.8, clock=Clock())
    assert longer.nodes > 2 * solution.nodes


def test_what_is_over_and_what_is_no_budget() -> None:
    game = chess("8/8/8/8/8/2k5/8/2K5 w - - 0 1")
    assert (selective(game, nodes=5).best, selective(game, nodes=5).exact) == ("", True)
    with pytest.raises(BadOption, match="needs a budget"):
        selective(rondel.new("chess"))
    with pytest.raises(BadOption, match="a search with nodes=0 examines no position"):
        selective(rondel.new("chess"), nodes=0)
    with pytest.raises(BadOption, match="must be more than 0, and needs a clock"):
        selective(rondel.new("chess"), seconds=1.0)
    with pytest.raises(Unsolvable):
        selective(rondel.new("kuhn_poker", seed=1), nodes=10)
