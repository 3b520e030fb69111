"""The rules of shogi: OpenSpiel's game move by move, the known numbers of first moves, and what the rules say."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import Move
from rondel.errors import BadOption, IllegalMove
from rondel.search import perft
from rondel.shelf.shogi.pieces import PLAIN, PROMOTED
from rondel.shelf.shogi.rules import LETTERS, MOST, Shogi
from rondel.tournament import contest
from tests.conftest import SCALE, many

GAMES = many(300, 3)
FACES = {letter: face for face, letter in LETTERS.items()}


def placed(board: str, hands: str = "", to_move: str = "sente") -> Shogi:
    """A position as SFEN writes it: the rows from the top, and the pieces in hand, those of sente in capitals."""
    lying: list[dict[str, Any]] = []
    for row, line in enumerate(board.split("/")):
        column, promoted = 0, False
        for sign in line:
            if sign.isdigit():
                column += int(sign)
            elif sign == "+":
                promoted = True
            else:
                face = FACES[sign.lower()]
                owner = "sente" if sign.isupper() else "gote"
                cell = f"{'abcdefghi'[column]}{row + 1}"
                lying.append({"kind": "piece", "owner": owner, "face": PROMOTED[face] if promoted else face, "at": cell})
                column, promoted = column + 1, False
    held = {
        side: [
            {"kind": "piece", "owner": side, "face": FACES[sign.lower()]}
            for sign in hands
            if sign.isupper() == (side == "sente")
        ]
        for side in ("sente", "gote")
    }
    order = [to_move, "gote" if to_move == "sente" else "sente"]
    containers = {"board": lying, "hand_sente": held["sente"], "hand_gote": held["gote"]}
    return Shogi(position={"containers": containers, "play_order": order, "state": "PlayerTurn"})


def usi(move: Move) -> str:
    """A move as the Universal Shogi Interface writes it: files from the right, ranks as letters, + for a promotion."""
    if move.action == "drop":
        face, cell = str(move)[len("drop(") : -1].split(",")
        return f"{LETTERS[face.split('.')[0]].upper()}*{square(cell)}"
    start, goal, *promoted = str(move)[len("move(") : -1].split(",")
    return square(start) + square(goal) + ("+" if promoted and promoted[0] == "promoting" else "")


def square(cell: str) -> str:
    return f"{9 - 'abcdefghi'.index(cell[0])}{'abcdefghi'[int(cell[1]) - 1]}"


def test_it_is_the_game_of_openspiel() -> None:
    """The same moves are legal in each position of random games, and the games end alike; those that end by repetition or are
    long, which OpenSpiel ends otherwise, are followed as far as both go."""
    theirs = pyspiel.load_game("shogi")
    random = Random(9)
    for _each in range(GAMES):
        game, state = Shogi(), theirs.new_initial_state()
        while not state.is_terminal() and not game.is_over:
            moves = {usi(move): move for move in game.moves()}
            actions = {state.action_to_string(action): action for action in state.legal_actions()}
            assert moves.keys() == actions.keys()
            chosen = random.choice(sorted(actions))
            game.push(moves[chosen])
            state.apply_action(actions[chosen])
        if game.is_over and game.seen.times < 4 and len(game.seen.value) <= MOST:
            assert state.is_terminal()
            assert list(game.returns.values()) == state.returns()


def test_the_first_moves_are_as_many_as_are_known() -> None:
    """30, 900 and 25,470; the third move in full length alone."""
    known = [30, 900, 25_470][: 3 if SCALE >= 1 else 2]
    assert [perft(Shogi(), depth) for depth in range(1, len(known) + 1)] == known


def test_what_is_taken_comes_into_the_hand_unpromoted_and_may_be_dropped() -> None:
    game = placed("4k4/9/9/9/9/4+p4/4R4/9/4K4")
    game.push("move(e7,e6)")
    assert [(piece.face, piece.owner) for piece in game.hands["sente"]] == [("pawn", "sente")]
    assert not [face for face in (piece.face for piece in game.hands["sente"]) if face in PLAIN]


def test_no_second_pawn_on_a_file_and_none_where_it_could_not_move() -> None:
    game = placed("4k4/9/9/9/9/9/P8/9/4K4", "PNL")
    drops = {str(move) for move in game.moves() if move.action == "drop"}
    assert not [drop for drop in drops if drop.startswith("drop(pawn,a") or drop in ("drop(pawn,b1)", "drop(lance,b1)")]
    assert "drop(knight,b2)" not in drops
    assert {"drop(pawn,b2)", "drop(knight,b3)", "drop(lance,b2)"} <= drops


def test_a_dropped_pawn_may_give_check_but_not_checkmate() -> None:
    mate = placed("3lkl3/3p1p3/4G4/9/9/9/9/9/4K4", "P")
    assert "drop(pawn,e2)" not in map(str, mate.moves())
    check = placed("4k4/9/9/9/9/9/9/9/4K4", "P")
    assert "drop(pawn,e2)" in map(str, check.moves())


def test_a_pawn_on_the_last_row_must_be_promoted() -> None:
    game = placed("k8/4P4/9/9/9/9/9/9/4K4")
    assert [str(move) for move in game.moves() if str(move).startswith("move(e2")] == ["move(e2,e1,promoting)"]
    with pytest.raises(IllegalMove):
        game.push("move(e2,e1)")
    game.push("move(e2,e1,promoting)")
    assert game.board.token("e1").face == "tokin"


def test_who_cannot_move_has_lost() -> None:
    game = placed("4k4/9/4P4/9/9/9/9/9/4K4", "G")
    game.push("drop(gold,e2)")
    assert (game.winners, game.ending()) == (("sente",), "by checkmate")


def test_a_position_that_comes_four_times_is_a_draw() -> None:
    game = Shogi()
    for _round in range(3):
        for move in ("h8,g8", "b2,c2", "g8,h8", "c2,b2"):
            game.push(next(each for each in game.moves() if str(each).startswith(f"move({move}")))
    assert (game.is_over, game.ending(), game.returns) == (True, "by repetition", {"sente": 0.0, "gote": 0.0})


def test_who_gives_check_all_the_time_loses() -> None:
    game = placed("k8/9/9/9/9/9/9/9/1R2K4")
    for _round in range(6):
        for move in ("b9,a9", "a1,b1", "a9,b9", "b1,a1"):
            if not game.is_over:
                game.push(next(each for each in game.moves() if str(each).startswith(f"move({move}")))
    assert (game.winners, game.ending()) == (("gote",), "by perpetual check")


def test_with_a_handicap_gote_lacks_pieces_and_begins() -> None:
    game = Shogi(options={"handicap": "two"})
    assert (game.player, len(game.board)) == ("gote", 38)
    assert "rook" not in [piece.face for piece in game.board if piece.owner == "gote"]
    with pytest.raises(BadOption):
        Shogi(options={"handicap": "all"})


def test_pieces_are_worth_more_in_hand() -> None:
    assert placed("4k4/9/9/9/9/9/9/9/4K4", "R").estimate("sente") > 0 > placed("4k4/9/9/9/9/9/9/9/4K4", "r").estimate("sente")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("shogi"), ["greedy", "random"], games=2, seed=1, seats=None)
    assert greedy.points == 2
