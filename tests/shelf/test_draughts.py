"""The rules of draughts: pydraughts and OpenSpiel move by move, published counts of positions, and what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import draughts as pydraughts
import pyspiel
import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.search import perft
from rondel.shelf.draughts import Draughts, Path
from rondel.tournament import contest
from tests.conftest import SCALE, many

THEIRS = {"english": "english", "international": "standard"}
GAMES = many(1_000, 6)
"""Beside each of the others."""


def numbered(game: Draughts, path: Path) -> tuple[int, ...]:
    return tuple([game.numbers[cell] for cell in path])


def play(game: Draughts, path: Path) -> None:
    """One whole move: the first step, and each jump that follows."""
    game.push(f"move({path[0]},{path[1]})")
    for cell in path[2:]:
        game.push(f"jump({cell})")


def placed(pieces: str, *, to_move: str, **options: Any) -> Draughts:
    """The position of these pieces, as in FEN: ``"W21,K30 B1"``."""
    game = Draughts(options=options)
    at = {number: cell for cell, number in game.numbers.items()}
    board = [
        {
            "kind": "piece",
            "owner": {"W": "white", "B": "black"}[side[0]],
            "face": "king" if each.startswith("K") else "man",
            "at": str(at[int(each.lstrip("K"))]),
        }
        for side in pieces.split()
        for each in side[1:].split(",")
    ]
    order = [to_move, game.opponent(to_move)]
    return Draughts(options=options, position={"containers": {"board": board}, "play_order": order})


def ways(game: Draughts) -> Sequence[tuple[int, ...]]:
    return sorted([numbered(game, path) for path in game.moves_of(game.player)])


# -- what others know --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["english", "international"])
def test_it_is_the_game_of_pydraughts(variant: str) -> None:
    """The same moves in each position of random games, and the end at the same position; draws are declared by our rules."""
    random = Random(3)
    chains = 0
    for _each in range(many(300, 6) // (1 if variant == "english" else 2)):  # a game takes three times as long
        game, board = Draughts(options={"variant": variant}), pydraughts.Board(variant=THEIRS[variant])
        while not game.is_over:
            theirs = {tuple(each.steps_move): each for each in board.legal_moves()}
            ours = {numbered(game, path): path for path in game.moves_of(game.player)}
            assert {each[:1] + each[-1:] for each in ours} == {each[:1] + each[-1:] for each in theirs}
            assert theirs.keys() <= ours.keys()
            chosen = random.choice(sorted(theirs))
            chains += len(chosen) > 2
            play(game, ours[chosen])
            board.push(theirs[chosen])
        if any(game.scores.values()):
            assert board.legal_moves() == []
    assert chains > 0


def test_it_is_the_game_of_openspiel() -> None:
    """English draughts, jump by jump, on the board turned round; its draw comes after fewer moves without a capture."""
    theirs = pyspiel.load_game("checkers")
    random = Random(5)
    for _each in range(GAMES):
        game, state = Draughts(), theirs.new_initial_state()
        here = ""
        while not state.is_terminal() and not game.is_over:
            moves = {}
            for each in map(str, game.moves()):
                start, goal = each[5:-1].split(",") if each.startswith("move") else (here, each[5:-1])
                moves[turned(start) + turned(goal)] = (each, goal)
            actions = {state.action_to_string(each): each for each in state.legal_actions()}
            assert moves.keys() == actions.keys()
            chosen = random.choice(sorted(actions))
            state.apply_action(actions[chosen])
            pushed, here = moves[chosen]
            game.push(pushed)
        if game.is_over and any(game.scores.values()):
            assert list(game.returns.values()) == state.returns()


def turned(cell: str) -> str:
    """The name of a cell as seen from the other side of the board."""
    return "hgfedcba"[ord(cell[0]) - ord("a")] + str(9 - int(cell[1]))


@pytest.mark.parametrize(
    ("variant", "counts"),
    [("english", [7, 49, 302, 1469, 7361, 36768]), ("international", [9, 81, 658, 4265, 27117])],
)
def test_the_numbers_of_positions_are_the_published_ones(variant: str, counts: list[int]) -> None:
    """Aart Bik's counts of English draughts, and those of the international draughts community: whole moves to a depth."""

    def leaves(game: Draughts, depth: int) -> int:
        total = 0
        for path in game.moves_of(game.player):
            if depth == 1:
                total += 1
                continue
            play(game, path)
            total += leaves(game, depth - 1)
            for _cell in path[1:]:
                game.pop()
        return total

    reached = len(counts) if SCALE >= 1 else 3
    game = Draughts(options={"variant": variant})
    assert [leaves(game, depth) for depth in range(1, reached + 1)] == counts[:reached]
    assert perft(game, 2) == counts[1]


# -- the rules ---------------------------------------------------------------------------------------------------------


def test_black_begins_english_draughts_and_white_the_international_game() -> None:
    assert Draughts().active == ("black",)
    game = Draughts(options={"variant": "international"})
    assert game.active == ("white",)
    assert len(game.board) == 40


def test_who_can_capture_must() -> None:
    game = placed("W18,32 B14,1", to_move="black")
    assert ways(game) == [(14, 23)]
    with pytest.raises(IllegalMove):
        game.push("move(b8,a7)")


def test_a_capture_goes_on_with_the_same_piece_and_is_written_down() -> None:
    game = placed("W18,26,32 B14,1", to_move="black")
    assert ways(game) == [(14, 23, 30)]
    game.push("move(c5,e3)")
    assert game.active == ("black",)
    assert [str(each) for each in game.moves()] == ["jump(c1)"]
    assert len(game.board) == 5, "captured pieces leave the board when the capture is made"
    game.push("jump(c1)")
    assert len(game.board) == 3
    assert game.board.token("c1").face == "king"
    assert game.events(0, "black")[-1]["args"]["move"] == "14x23x30"


def test_an_english_man_that_becomes_a_king_captures_no_more() -> None:
    game = placed("W26,25 B23", to_move="black")
    assert ways(game) == [(23, 30)]


def test_an_international_man_that_only_passes_the_last_row_stays_a_man() -> None:
    """It comes to the last row in the middle of its capture, and goes on backwards."""
    game = placed("W42,43 B37", to_move="black", variant="international")
    assert ways(game) == [(37, 48, 39)]
    play(game, game.moves_of("black")[0])
    assert [piece.face for piece in game.board] == ["man"]
    ends = placed("W42 B37", to_move="black", variant="international")
    play(ends, ends.moves_of("black")[0])
    assert [piece.face for piece in ends.board] == ["king"]


def test_most_pieces_must_be_taken_in_the_international_game_alone() -> None:
    both = "W19,20,29 B14"
    assert {len(way) for way in ways(placed(both, to_move="black", variant="international"))} == {3}


def test_no_piece_is_jumped_twice_and_a_king_flies() -> None:
    game = placed("W28 BK6", to_move="black", variant="international")
    assert ways(game) == [(6, 33), (6, 39), (6, 44), (6, 50)]
    english = placed("W18 BK6", to_move="black")
    assert {way[1] for way in ways(english)} == {1, 2, 9, 10}


def test_who_cannot_move_has_lost() -> None:
    game = placed("W29 B22,25,18", to_move="black")
    play(game, next(path for path in game.moves_of("black") if numbered(game, path) == (18, 23)))
    assert game.is_over
    assert game.winners == ("black",)
    assert game.ending() == "as the other cannot move"


def test_it_is_a_draw_when_a_position_comes_back_or_nothing_happens_for_long() -> None:
    game = placed("WK32 BK1", to_move="black")
    shuffle = ("move(b8,a7)", "move(g1,f2)", "move(a7,b8)", "move(f2,g1)")
    for number in range(8):
        assert not game.is_over
        game.push(shuffle[number % 4])
    assert game.is_over
    assert game.returns == {"black": 0.0, "white": 0.0}
    assert game.ending() == "by repetition"
    few = placed("WK46 BK5", to_move="black", variant="international", repetitions=0)
    random, plies = Random(1), 0
    while not few.is_over:
        few.push(random.choice(few.moves()))
        plies += 1
    assert plies <= 10, "a king against a king: five moves each"


def test_a_bot_that_looks_ahead_beats_the_random_one() -> None:
    ahead, _random = contest(rondel.find("draughts"), ["alphabeta:60", "random"], games=4, seed=1, seats=None)
    assert ahead.points >= 3.5
