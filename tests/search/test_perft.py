"""Perft: the numbers that others have published, and an independent count of our own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, on
from rondel.errors import RulesError
from rondel.search.perft import TreeCount, count_games, perft
from tests.engine.rules.flock import Flock
from tests.search.contests import Both, Forever

TIC_TAC_TOE = [1, 9, 72, 504, 3024, 15120, 54720, 148176]
"""Ways to play so many plies; finished games are not extended."""
REVERSI = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216]
"""Published for Othello; up to here nobody has passed."""
REVERSI_9 = 3005288
"""Published: from here on a pass counts as a ply."""
OURS_9 = 3005320
"""The same with passes that take no ply; the oracle below agrees with both ways of counting."""


def test_tic_tac_toe() -> None:
    assert [perft(rondel.new("tic_tac_toe"), depth) for depth in range(8)] == TIC_TAC_TOE


@pytest.mark.parametrize("merge", [True, False], ids=["merged", "walked"])
def test_the_whole_tree_of_tic_tac_toe(merge: bool, scaled: Callable[[int], int]) -> None:
    game = rondel.new("tic_tac_toe")
    if not merge and scaled(100) < 100:
        game.push("mark(b2)")  # a ninth of the walk: long enough for `make test`
        assert_same(count_games(game, merge=False), count_games(game))
        return
    count = count_games(game, merge=merge)
    assert (count.games, count.positions, count.nodes) == (255_168, 5_478 if merge else 0, 549_946)
    assert count.winners == {("x",): 131_184, ("o",): 77_904, ("x", "o"): 46_080}


def assert_same(one: TreeCount, other: TreeCount) -> None:
    assert (one.nodes, one.games, one.winners) == (other.nodes, other.games, other.winners)


def test_reversi_up_to_six() -> None:
    assert [perft(rondel.new("reversi"), depth) for depth in range(7)] == REVERSI[:7]


@pytest.mark.slow
def test_reversi_seven_and_eight() -> None:
    assert [perft(rondel.new("reversi"), depth) for depth in (7, 8)] == REVERSI[7:]


def test_perft_leaves_the_game_as_it_was() -> None:
    game = rondel.new("reversi", seed=1)
    before = (game.key(), game.record())
    perft(game, 3)
    assert (game.key(), game.record()) == before


def test_every_order_of_simultaneous_answers_counts() -> None:
    game = rondel.new(Both)
    game.push("ask")
    assert (perft(game, 1), perft(game, 2)) == (4, 8)


def test_chance_counts_like_everybody_when_it_is_explicit() -> None:
    game = rondel.new(Flock, chance="explicit")
    assert perft(game, 1) == len(game.moves(rondel.CHANCE)) > 1


@pytest.mark.parametrize("merge", [True, False], ids=["merged", "walked"])
def test_who_shares_a_win_is_counted_by_who_it_is(merge: bool) -> None:
    class Bids(Game):
        """Each of three bids 1 or 2 twice; the highest sum wins, and may be shared."""

        name = "bids"
        seats = ("a", "b", "c")

        def setup(self) -> To[Bid]:
            self.made = self.add(Prop("made", 0, visible_to=EVERYONE))
            return Bid

    class Bid(ActivePlayer[Bids]):
        description = "{actplayer} must bid"
        my_turn = "{you} must bid"

    @on(Bid, "{actplayer} bids {much}")
    def bid(game: Bids, much: int) -> To[Bid] | To[GameEnd]:
        game.set_score(game.player, game.scores[game.player] + much)
        game.made.value += 1
        game.next_player()
        return GameEnd if game.made.value == 6 else Bid

    @bid.options
    def amounts(game: Bids) -> tuple[int, ...]:
        return (1, 2)

    expected: dict[tuple[str, ...], int] = {}
    for bids in product((1, 2), repeat=6):
        sums = {role: bids[seat] + bids[seat + 3] for seat, role in enumerate("abc")}
        first = tuple([role for role in "abc" if sums[role] == max(sums.values())])
        expected[first] = expected.get(first, 0) + 1
    count = count_games(rondel.new(Bids), merge=merge)
    assert (count.games, count.winners) == (64, expected)


def test_a_tree_without_end_is_refused() -> None:
    with pytest.raises(RulesError, match="the tree of 'forever' is infinite: a position repeats within one game"):
        count_games(rondel.new(Forever))


# -- passes, counted both ways -----------------------------------------------------------------------------------------


def with_passes(game: rondel.Game, depth: int) -> int:
    """Perft of Reversi in which a pass is a ply of its own, as the published numbers count; ours passes by itself."""
    if depth <= 0:
        return 1
    moves = game.moves()
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        game.push(move)
        passed = game.active == (move.role,)
        leaves += with_passes(game, depth - 2 if passed else depth - 1)
        game.pop()
    return leaves


Board = tuple[int, ...]


class Oracle:
    """Reversi once more, on a tuple of 0, 1 and -1, sharing nothing with the game."""

    def __init__(self, size: int) -> None:
        self.size = size
        middle = size // 2
        board = [0] * (size * size)
        board[(middle - 1) * size + middle - 1] = board[middle * size + middle] = -1
        board[(middle - 1) * size + middle] = board[middle * size + middle - 1] = 1
        self.start: Board = tuple(board)

    def turned(self, board: Board, cell: int, player: int) -> list[int]:
        found: list[int] = []
        row, column = divmod(cell, self.size)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                line: list[int] = []
                here, there = row + down, column + right
                while 0 <= here < self.size and 0 <= there < self.size and board[here * self.size + there] == -player:
                    line.append(here * self.size + there)
                    here, there = here + down, there + right
                if 0 <= here < self.size and 0 <= there < self.size and board[here * self.size + there] == player and line:
                    found += line
        return found

    def after(self, board: Board, player: int) -> list[Board]:
        found = []
        for cell in range(self.size * self.size):
            lines = self.turned(board, cell, player) if board[cell] == 0 else []
            if lines:
                new = list(board)
                for each in (cell, *lines):
                    new[each] = player
                found.append(tuple(new))
        return found

    def perft(self, depth: int, *, passes: bool, board: Board | None = None, player: int = 1) -> int:
        """``passes``: whether a pass is a ply."""
        board = self.start if board is None else board
        if depth <= 0:
            return 1
        boards = self.after(board, player)
        if boards:
            return sum(self.perft(depth - 1, passes=passes, board=each, player=-player) for each in boards)
        if not self.after(board, -player):
            return 0
        return self.perft(depth - 1 if passes else depth, passes=passes, board=board, player=-player)


def late(seed: int) -> tuple[rondel.Game, Board, int]:
    """A small board some way into a random game, where passes are near: ours, and the oracle's."""
    game = rondel.new("reversi", options={"size": 6})
    rng = Random(seed)
    while game.progress < 75:
        game.push(rng.choice(game.moves()))
    board = [0] * 36
    for token in game.view("black")["containers"]["board"]["tokens"]:
        column, row = ord(token["at"][0]) - ord("a"), int(token["at"][1:]) - 1
        board[row * 6 + column] = 1 if token["owner"] == "black" else -1
    return game, tuple(board), 1 if game.active == ("black",) else -1


def test_both_ways_of_counting_passes_agree_with_an_oracle(scaled: Callable[[int], int]) -> None:
    oracle = Oracle(6)
    apart = 0
    for seed in range(scaled(400)):
        game, board, player = late(seed)
        for depth in range(1, 5):
            ours, published = perft(game, depth), with_passes(game, depth)
            assert ours == oracle.perft(depth, passes=False, board=board, player=player)
            assert published == oracle.perft(depth, passes=True, board=board, player=player)
            apart += ours != published
    assert apart, "no pass came up, so nothing was compared"


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_reversi_nine_counted_both_ways(scaled: Callable[[int], int]) -> None:
    """At nine plies for `make test-long`; up to eight nobody has passed and both counts are the published ones."""
    full = scaled(100) >= 100
    depth = 9 if full else 6
    assert with_passes(rondel.new("reversi"), depth) == [*REVERSI, REVERSI_9][depth]
    assert perft(rondel.new("reversi"), depth) == [*REVERSI, OURS_9][depth]
