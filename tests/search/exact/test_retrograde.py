"""Retrograde analysis: games that go round, solved backwards, against solvers that share nothing with it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rondel
from rondel import Game
from rondel.errors import BadPosition, GameOver, Unsolvable
from rondel.search import Outcome, Table, alphabeta, retrograde
from rondel.search.exact.bounds import Known
from tests.search.contests import Forever


def test_all_of_tic_tac_toe() -> None:
    game = rondel.new("tic_tac_toe")
    solved = retrograde(game)
    assert solved.positions == 5_478
    assert solved.outcome(game) == Outcome("", 0)
    table: Table[Known] = Table()
    for first in game.moves():
        game.push(first)
        for second in game.moves():
            game.push(second)
            value = alphabeta(game, table=table).value
            assert solved.outcome(game).winner == ("x" if value["x"] > 0 else "o" if value["o"] > 0 else "")
            game.pop()
        game.pop()


def test_going_round_for_ever_is_a_draw_unless_somebody_can_win() -> None:
    """At place 2 who moves stops and wins; at place 1 either move loses; so at place 0 going on wins."""
    game = rondel.new(Forever)
    solved = retrograde(game)
    assert solved.outcome(game) == Outcome("a", 3)
    assert solved.best(game) == "go"
    game.push("go")
    assert solved.outcome(game) == Outcome("a", 2)
    assert solved.outcomes(game) == {"go": Outcome("a", 1), "stop": Outcome("a", 0)}
    assert solved.best(game) == "go", "who loses delays"
    game.push("go")
    assert solved.best(game) == "stop"
    game.push("stop")
    assert solved.outcome(game) == Outcome("a", 0)
    with pytest.raises(GameOver):
        solved.best(game)


# -- Stones, once more -------------------------------------------------------------------------------------------------

Board = tuple[int, ...]
"""0 for an empty tile, 1 for a stone of who moves, -1 for one of the other's."""


def stones_after(board: Board, rows: int, columns: int, neighbours: int) -> set[Board]:
    """The boards after each move, as the other sees them."""
    found = set()
    for tile, owner in enumerate(board):
        if owner != 1:
            continue
        row, column = divmod(tile, columns)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if (neighbours == 4 and down and right) or not (0 <= row + down < rows and 0 <= column + right < columns):
                    continue
                goal = (row + down) * columns + column + right
                if board[goal] != 1:
                    new = list(board)
                    new[tile], new[goal] = 0, 1
                    found.add(tuple(-each for each in new))
    return found


def solve_stones(start: Board, rows: int, columns: int, neighbours: int) -> dict[Board, int]:
    """The distance of every board's end, positive where who moves wins, negative where he loses; none for a draw. By going over
    all of them again and again until nothing changes."""
    ways: dict[Board, set[Board]] = {}
    new = [start]
    while new:
        board = new.pop()
        if board not in ways:
            ways[board] = stones_after(board, rows, columns, neighbours) if 1 in board else set()
            new.extend(ways[board])
    known: dict[Board, int] = {board: 0 for board in ways if 1 not in board}
    distance = 0
    while True:
        distance += 1
        found: dict[Board, int] = {}
        for board, after in ways.items():
            if board in known:
                continue
            ends = [known.get(each) for each in after]
            if any(end is not None and end <= 0 for end in ends):
                found[board] = distance
            elif all(end is not None and end > 0 for end in ends):
                found[board] = -distance
        if not found:
            return known
        known.update(found)


@pytest.mark.parametrize("neighbours", [4, 8])
@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 2), (2, 3), (4, 2)])
def test_small_boards_of_stones(rows: int, columns: int, neighbours: int) -> None:
    """Each position of the game against the oracle."""
    game = rondel.new("stones", seats=2, options={"rows": rows, "columns": columns, "neighbours": neighbours})
    solved = retrograde(game)

    def board_of(game: Game) -> Board:
        board = [0] * (rows * columns)
        for token in game.view("jade")["containers"]["board"]["tokens"]:
            column, row = ord(token["at"][0]) - ord("a"), int(token["at"][1:]) - 1
            board[row * columns + column] = 1 if token["owner"] == game.player else -1
        return tuple(board)

    known = solve_stones(board_of(game), rows, columns, neighbours)
    seen: set[object] = set()
    path = [iter(game.moves())]
    while path:
        if game.key() not in seen:
            seen.add(game.key())
            outcome = solved.outcome(game)
            if not game.is_over:
                other = "garnet" if game.player == "jade" else "jade"
                end = known.get(board_of(game))
                assert outcome == (Outcome("", 0) if end is None else Outcome(game.player if end > 0 else other, abs(end)))
                path.append(iter(game.moves()))
                game.push(next(path[-1]))
                continue
        game.pop()
        move = next(path[-1], None)
        while move is None:
            path.pop()
            if len(path) == 1:
                assert len(seen) == solved.positions
                return
            game.pop()
            move = next(path[-1], None)
        game.push(move)


def test_best_play_ends_when_it_says() -> None:
    game = rondel.new("stones", seats=2, options={"rows": 4, "columns": 2, "neighbours": 4})
    solved = retrograde(game)
    assert solved.outcome(game) == Outcome("garnet", 10)
    for left in range(10, 0, -1):
        assert solved.outcome(game).distance == left
        game.push(solved.best(game))
    assert game.winners == ("garnet",)
    assert solved.longest == 10


def test_a_coarser_key_takes_symmetric_positions_for_one() -> None:
    """Stones is the same seen in a mirror."""
    game = rondel.new("stones", seats=2, options={"rows": 3, "columns": 2})

    def key(game: Game) -> object:
        owners = [game.board.owner(cell) or "" for cell in game.board.cells]  # type: ignore[attr-defined]
        mirrored = [owners[2 * row + 1 - column] for row in range(3) for column in range(2)]
        return (game.state, game.player, tuple(min(owners, mirrored)))

    fine, coarse = retrograde(game), retrograde(game, key=key)
    assert fine.positions / 2 <= coarse.positions < 0.6 * fine.positions
    assert coarse.outcome(game) == fine.outcome(game)
    for move in game.moves():
        game.push(move)
        assert coarse.outcomes(game) == fine.outcomes(game)
        game.pop()


def test_what_was_counted() -> None:
    solved = retrograde(rondel.new("stones", seats=2, options={"rows": 2, "columns": 2}))
    assert (solved.count("jade") + solved.count("garnet") + solved.count(), repr(solved)) == (63, "<Solved: 63 positions>")


def test_what_was_not_solved_is_said() -> None:
    solved = retrograde(rondel.new("stones", seats=2, options={"rows": 2, "columns": 2}))
    with pytest.raises(BadPosition, match="is not one of the 63 solved positions"):
        solved.outcome(rondel.new("stones", seats=2, options={"rows": 3, "columns": 3}))
    with pytest.raises(Unsolvable, match="'stones' has more than 1,000 positions from here; start later, or raise limit="):
        retrograde(rondel.new("stones", seats=2), limit=1_000)


def test_the_game_is_left_as_it_was(scaled: Callable[[int], int]) -> None:
    game = rondel.new("stones", seats=2, options={"rows": 3, "columns": 2})
    before = game.key(), game.record()
    solved = retrograde(game)
    solved.outcomes(game)
    assert (game.key(), game.record()) == before
