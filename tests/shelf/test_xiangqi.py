"""The rules of xiangqi: OpenSpiel's game move by move, the known numbers of first moves, and what the rules say."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import Move
from rondel.errors import BadOption, BadPosition, IllegalMove
from rondel.search import perft
from rondel.shelf.xiangqi.pieces import BLACK, CANNON, CHARIOT, GENERAL, HORSE, POINTS, RED, SOLDIER, in_palace
from rondel.shelf.xiangqi.rules import LETTERS, MOST, OTHER, TIMES, Xiangqi
from rondel.shelf.xiangqi.steps import attacked, moves
from rondel.shelf.xiangqi.steps import goals as goals_of
from rondel.tournament import contest
from tests.conftest import SCALE, many

GAMES = many(1_000, 3)
PALACE = [at for at in range(POINTS // 2) if in_palace(at)]
FACES = {letter: face for face, letter in LETTERS.items()}


def placed(rows: str, to_move: str = "red", **options: Any) -> Xiangqi:
    """A position by its rows from the top, as the first field of a FEN: the pieces of red in capitals."""
    lying: list[dict[str, Any]] = []
    for row, line in enumerate(rows.split("/")):
        column = 0
        for sign in line:
            if sign.isdigit():
                column += int(sign)
                continue
            owner = "red" if sign.isupper() else "black"
            cell = f"{'abcdefghi'[column]}{10 - row}"
            lying.append({"kind": "piece", "owner": owner, "face": FACES[sign.lower()], "at": cell})
            column += 1
    position = {"containers": {"board": lying}, "play_order": [to_move, OTHER[to_move]], "state": "PlayerTurn"}
    return Xiangqi(position=position, options=options)


def goals(game: Xiangqi, start: str) -> set[str]:
    """Where the piece on a point may go."""
    return {goal.name for each, goal in game.steps() if each.name == start}


def written(move: Move) -> str:
    """A move as OpenSpiel writes it, without its piece: rows from the top and columns, both from 0."""
    cells = str(move)[len("move(") : -1].split(",")
    return "-".join([f"({10 - int(cell[1:])},{'abcdefghi'.index(cell[0])})" for cell in cells])


def test_it_is_the_game_of_openspiel() -> None:
    """The same moves are legal in each position of random games, and the games end alike; those that end by repetition, which
    OpenSpiel plays on, are followed until then."""
    theirs = pyspiel.load_game("xiangqi")
    random = Random(9)
    for _each in range(GAMES):
        game, state = Xiangqi(), theirs.new_initial_state()
        while not game.is_over:
            moves = {written(move): move for move in game.moves()}
            actions = {state.action_to_string(action)[1:]: action for action in state.legal_actions()}
            assert moves.keys() == actions.keys()
            chosen = random.choice(sorted(actions))
            game.push(moves[chosen])
            state.apply_action(actions[chosen])
        if game.seen.times < TIMES:
            assert state.is_terminal()
            assert list(game.returns.values()) == state.returns()


def test_the_first_moves_are_as_many_as_are_known() -> None:
    """44, 1,920 and 79,666; the third move in full length alone."""
    known = [44, 1_920, 79_666][: 3 if SCALE >= 1 else 2]
    assert [perft(Xiangqi(), depth) for depth in range(1, len(known) + 1)] == known


def test_no_move_and_only_such_a_move_leaves_the_general_attacked() -> None:
    """On boards strewn with pieces, most of them chariots and cannons: a move is tried only where it may open an attack."""
    random = Random(4)
    for _each in range(40_000 if SCALE >= 1 else 300):
        standing = [0] * POINTS
        for _piece in range(random.randint(2, 22)):
            standing[random.randrange(POINTS)] = random.choice((RED, BLACK)) * random.choice((CHARIOT, CANNON, HORSE, SOLDIER))
        standing[random.choice(PALACE)], standing[POINTS - 1 - random.choice(PALACE)] = GENERAL, -GENERAL
        assert moves(standing, RED) == safe_moves(standing)


def safe_moves(standing: list[int]) -> list[list[int]]:
    """Red's moves, each of them tried."""
    found = []
    for start in range(POINTS):
        for goal in goals_of(standing, start, RED) if standing[start] > 0 else ():
            after = standing[:]
            after[start], after[goal] = 0, standing[start]
            if GENERAL in after and not attacked(after, after.index(GENERAL), BLACK):
                found.append([start, goal])
    return found


def test_general_and_advisors_stay_in_the_palace() -> None:
    game = placed("5k3/9/9/9/9/9/9/4A4/9/3K5")
    assert goals(game, "d1") == {"d2", "e1"}
    assert goals(game, "e3") == {"d2", "f2"}


def test_an_elephant_neither_leaps_nor_crosses_the_river() -> None:
    game = placed("3k5/9/9/9/9/2B6/9/4p4/9/5K3")
    assert goals(game, "c5") == {"a3", "e3"}
    assert goals(placed("3k5/9/9/9/9/2B6/3p5/9/9/5K3"), "c5") == {"a3"}


def test_a_horse_does_not_leap_over_what_stands_next_to_it() -> None:
    assert goals(placed("3k5/9/9/9/4N4/9/9/9/9/5K3"), "e6") == {"d8", "f8", "d4", "f4", "c7", "c5", "g7", "g5"}
    assert goals(placed("3k5/9/9/4p4/4N4/9/9/9/9/5K3"), "e6") == {"d4", "f4", "c7", "c5", "g7", "g5"}


def test_a_blocked_horse_gives_no_check() -> None:
    check = placed("3k5/9/4N4/9/9/9/9/9/9/5K3", "black")
    blocked = placed("3k5/4a4/4N4/9/9/9/9/9/9/5K3", "black")
    assert (check.in_check(), blocked.in_check()) == (True, False)


def test_a_cannon_moves_like_a_chariot_and_takes_over_one_piece() -> None:
    game = placed("3k5/9/9/1p7/9/1p7/9/pC1p1p2P/9/5K3")
    assert goals(game, "b3") == {"b1", "b2", "b4", "c3", "b7", "f3"}


def test_a_soldier_goes_sideways_beyond_the_river_only() -> None:
    assert goals(placed("3k5/9/9/9/9/4P4/9/9/9/5K3"), "e5") == {"e6"}
    assert goals(placed("3k5/9/9/9/4P4/9/9/9/9/5K3"), "e6") == {"e7", "d6", "f6"}
    assert goals(placed("3k4P/9/9/9/9/9/9/9/9/5K3"), "i10") == {"h10"}
    assert goals(placed("3k5/9/9/9/9/4p4/9/9/9/5K3", "black"), "e5") == {"e4", "d5", "f5"}


def test_the_generals_do_not_face_each_other() -> None:
    game = placed("3k5/9/9/9/9/9/9/9/9/4K4")
    assert goals(game, "e1") == {"e2", "f1"}
    with pytest.raises(IllegalMove):
        game.push("move(e1,d1)")
    pinned = placed("4k4/9/9/9/9/4R4/9/9/9/4K4")
    assert {goal[0] for goal in goals(pinned, "e5")} == {"e"}


def test_checkmate_wins_and_so_does_a_position_without_moves() -> None:
    game = placed("3k5/9/9/9/9/9/9/9/1R7/R4K3")
    game.push("move(a1,a10)")
    assert not game.is_over
    mate = placed("3k5/1R7/9/9/9/9/9/9/9/R3K4")
    mate.push("move(a1,a10)")
    assert (mate.winners, mate.ending()) == (("red",), "by checkmate")
    bare = placed("3k5/9/4P4/9/9/9/9/9/9/4K4")
    bare.push("move(e8,e9)")
    assert (bare.winners, bare.ending(), bare.in_check()) == (("red",), "as the other cannot move", False)


def test_the_general_in_check_is_marked() -> None:
    game = placed("3k5/9/9/9/9/9/9/9/9/3RK4", "black")
    assert {str(spot) for spot in game.marks("red")} == {"d10"}
    assert placed("3k5/9/9/9/9/9/9/9/9/R3K4", "black").marks("red") == {}


def test_a_position_that_comes_three_times_is_a_draw() -> None:
    game = Xiangqi()
    for _round in range(2):
        for move in ("move(a1,a2)", "move(a10,a9)", "move(a2,a1)", "move(a9,a10)"):
            game.push(move)
    assert (game.is_over, game.ending(), game.returns) == (True, "by repetition", {"red": 0.0, "black": 0.0})


def test_who_gives_check_all_the_time_loses() -> None:
    game = placed("3k5/9/9/9/9/9/9/9/4R4/5K3")
    for _round in range(4):
        for move in ("move(e2,d2)", "move(d10,e10)", "move(d2,e2)", "move(e10,d10)"):
            if not game.is_over:
                game.push(move)
    assert (game.winners, game.ending()) == (("black",), "by perpetual check")


def test_a_long_game_is_a_draw() -> None:
    game, random = Xiangqi(options={"turn_limit": 10}), Random(1)
    while not game.is_over:
        game.push(random.choice(game.moves()))
    assert (len(game.record()["answers"]), game.ending()) == (10, "by the limit of moves")
    assert Xiangqi.options[1].high == MOST


def test_with_a_handicap_red_lacks_pieces() -> None:
    game = Xiangqi(options={"handicap": "horses"})
    assert (game.player, len(game.board)) == ("red", 30)
    assert "horse" not in [piece.face for piece in game.board if piece.owner == "red"]
    with pytest.raises(BadOption):
        Xiangqi(options={"handicap": "all"})


def test_a_board_without_a_general_is_refused() -> None:
    with pytest.raises(BadPosition, match="no general"):
        placed("3k5/9/9/9/9/9/9/9/9/9").moves()


def test_soldiers_are_worth_more_beyond_the_river() -> None:
    home, across = placed("3k5/9/9/9/9/4P4/9/9/9/5K3"), placed("3k5/9/9/9/4P4/9/9/9/9/5K3")
    assert across.estimate("red") > home.estimate("red") > 0 > home.estimate("black")


def test_the_greedy_bot_beats_the_random_one() -> None:
    options = {"turn_limit": 200}
    greedy, _random = contest(rondel.find("xiangqi"), ["greedy", "random"], games=2, seed=1, seats=None, options=options)
    assert greedy.points >= 1.5
