"""The rules of Amazons: OpenSpiel's game step by step, the known number of first moves, and what the rules say."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel.errors import BadOption, IllegalMove
from rondel.search import perft
from rondel.shelf.amazons import Amazons
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_000, 4)


def placed(white: str, black: str, closed: str, to_move: str = "white") -> Amazons:
    """A board of six with amazons and arrows on these squares."""
    tokens = [
        {"kind": "amazon", "owner": role, "at": cell}
        for role, cells in (("white", white), ("black", black))
        for cell in cells.split()
    ] + [{"kind": "arrow", "face": "closed", "at": cell} for cell in closed.split()]
    order = [to_move, "black" if to_move == "white" else "white"]
    return Amazons(options={"size": 6}, position={"containers": {"board": tokens}, "play_order": order})


def test_it_is_the_game_of_openspiel() -> None:
    """The same steps are legal in each position: the amazon, its goal, and where it shoots; and the same player wins."""
    theirs = pyspiel.load_game("amazons")
    random = Random(2)
    for _each in range(GAMES):
        game, state = Amazons(), theirs.new_initial_state()
        while not state.is_terminal():
            steps = [(number(start.name), number(end.name)) for start, end in game.steps(game.player)]
            assert sorted({start for start, _end in steps}) == state.legal_actions()
            start, end = random.choice(steps)
            state.apply_action(start)
            assert sorted([other for one, other in steps if one == start]) == state.legal_actions()
            state.apply_action(end)
            game.push(f"move({cell(start)},{cell(end)})")
            shots = {number(str(move)[len("shoot(") : -1]): move for move in game.moves()}
            assert sorted(shots) == state.legal_actions()
            shot = random.choice(sorted(shots))
            state.apply_action(shot)
            game.push(shots[shot])
            assert game.is_over == state.is_terminal()
        assert list(game.returns.values()) == state.returns()


def number(name: str) -> int:
    """OpenSpiel's number of a square: row by row from the top."""
    return 10 * (10 - int(name[1:])) + ord(name[0]) - ord("a")


def cell(at: int) -> str:
    return f"{'abcdefghij'[at % 10]}{10 - at // 10}"


def test_there_are_2176_first_moves() -> None:
    game = Amazons()
    assert perft(game, 1) == 80
    assert perft(game, 2) == 2176


def test_an_arrow_may_go_where_the_amazon_came_from_and_closes_the_square() -> None:
    game = Amazons(options={"size": 6})
    game.push("move(a2,b2)")
    assert game.active == ("white",)
    game.push("shoot(a2)")
    assert game.board.token("a2").face == "closed"
    assert game.active == ("black",)


def test_nothing_goes_over_what_is_closed() -> None:
    game = placed("a1", "f6", "b1 b2 a3")
    assert [str(move) for move in game.moves()] == ["move(a1,a2)"]
    with pytest.raises(IllegalMove):
        game.push("move(a1,c3)")


def test_who_cannot_move_has_lost() -> None:
    game = placed("c3", "f6", "e6 f5")
    assert not game.is_over
    game.push("move(c3,d4)")
    game.push("shoot(e5)")
    assert (game.winners, game.ending()) == (("white",), "as the other cannot move")


def test_other_boards_are_refused() -> None:
    with pytest.raises(BadOption):
        Amazons(options={"size": 7})


def test_more_room_is_better() -> None:
    room = placed("c3", "f6", "e6 e5")
    assert room.estimate("white") > 0 > room.estimate("black")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("amazons"), ["greedy", "random"], games=2, seed=1, options={"size": 6}, seats=None)
    assert greedy.points == 2
