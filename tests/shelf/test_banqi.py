"""The rules of banqi: OpenSpiel's game move by move, and what the rules say, with every option."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import Move
from rondel.engine.components.xiangqi import XIANGQI_SET
from rondel.errors import BadOption, IllegalMove
from rondel.shelf.banqi import COVERED, NAMES, Banqi
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_000, 4)
LETTERS = {"general": "G", "advisor": "A", "elephant": "E", "chariot": "R", "horse": "H", "cannon": "C", "soldier": "S"}
FACES = {sign: face for face, sign in LETTERS.items()}
EMPTY = ("........", "........", "........")


def placed(*rows: str, to_move: str = "red", **options: Any) -> Banqi:
    """A position by its rows from the top, red in capitals, ``.`` for empty cells and ``?`` for pieces that lie face down."""
    lying: list[dict[str, Any]] = []
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            cell = f"{'abcdefgh'[column]}{row + 1}"
            if sign == "?":
                lying.append({"kind": "piece", "face": COVERED, "at": cell})
            elif sign != ".":
                owner = "red" if sign.isupper() else "black"
                lying.append({"kind": "piece", "owner": owner, "face": FACES[sign.upper()], "at": cell})
    position = {
        "containers": {"board": lying},
        "play_order": [to_move, "red" if to_move == "black" else "black"],
        "state": "PlayerTurn",
    }
    left = [sum(row.count("?") for row in rows) if name == "red soldier" else 0 for name in NAMES]
    return Banqi(position={**position, "props": {"left": left}}, options=options)


def texts(game: Banqi) -> set[str]:
    return {str(move) for move in game.moves()}


def written(move: Move, game: Banqi, swapped: bool) -> str:
    """A move as OpenSpiel writes it: rows from the top and columns, both from 0."""
    cells = [game.board.cell(name) for name in str(move).partition("(")[2].rstrip(")").split(",")]
    spots = [f"({cell.row},{cell.column})" for cell in cells]
    if move.action == "turn_over":
        return f"Flip{spots[0]}"
    piece = game.board.token(cells[0])
    sign = "-" if game.board[cells[1]] is None else "x"
    return f"{letter(f'{piece.owner} {piece.face}', swapped)}{spots[0]}{sign}{spots[1]}"


def letter(piece: str, swapped: bool) -> str:
    """A piece as OpenSpiel writes it: a capital for one colour, which is here red unless the colours are swapped."""
    owner, face = piece.split(" ")
    return LETTERS[face] if (owner == "red") != swapped else LETTERS[face].lower()


def follow(random: Random) -> None:
    """A random game here and at OpenSpiel: the same moves are legal, chance has the same odds, and they end alike."""
    game, state, swapped = Banqi(chance="explicit"), pyspiel.load_game("banqi").new_initial_state(), random.random() < 0.5
    while not state.is_terminal():
        moves = {written(move, game, swapped): move for move in game.moves()}
        actions = {state.action_to_string(each): each for each in state.legal_actions()}
        assert moves.keys() == actions.keys()
        chosen = random.choice(sorted(actions))
        first = len(game.covered()) == 32
        game.push(moves[chosen])
        state.apply_action(actions[chosen])
        if not state.is_chance_node():
            continue
        odds = {state.action_to_string(-1, each)[-1]: (chance, each) for each, chance in state.chance_outcomes()}
        if first:  # there both colours may come up, here the one that is called red
            odds = {sign: (2 * chance, each) for sign, (chance, each) in odds.items() if sign.islower() == swapped}
        ours = {letter(str(move).partition("(")[2].rstrip(")"), swapped): move for move in game.moves()}
        assert {sign: move.probability for sign, move in ours.items()} == pytest.approx(
            {sign: chance for sign, (chance, _each) in odds.items()}
        )
        sign = random.choices(list(odds), [chance for chance, _each in odds.values()])[0]
        game.push(ours[sign])
        state.apply_action(odds[sign][1])
    assert game.is_over
    assert list(game.returns.values()) == state.returns()


def test_it_is_the_game_of_openspiel() -> None:
    random = Random(5)
    for _each in range(GAMES):
        follow(random)


def test_the_first_piece_is_red_and_all_pieces_are_there() -> None:
    game = Banqi(seed=3)
    game.push("turn_over(c2)")
    assert game.board.owner("c2") == "red"
    face = game.board.token("c2").face
    left = dict(zip(NAMES, game.left.value, strict=True))
    for side in ("red", "black"):
        for each, count in XIANGQI_SET.items():
            assert left[f"{side} {each}"] == count - ((side, each) == ("red", face))
    assert len(game.covered()) == 31 == sum(game.left.value)
    assert {piece.face for piece in game.board if piece.owner is None} == {COVERED}


ADJACENT = {
    "taiwan": {"G": "GAERHC", "A": "AERHCS", "E": "ERHCS", "R": "RHCS", "H": "HCS", "C": "", "S": "GS"},
    "hongkong": {"G": "GRHCAE", "R": "RHCAES", "H": "HCAES", "C": "CAES", "A": "AES", "E": "ES", "S": "GS"},
}


@pytest.mark.parametrize("ranking", ADJACENT)
def test_who_takes_whom_next_to_it(ranking: str) -> None:
    cannons = "jump" if ranking == "taiwan" else "step"
    for taker, prey in ADJACENT[ranking].items():
        for other in FACES:
            game = placed(f".{taker}{other.lower()}.....", *EMPTY, ranking=ranking, cannons=cannons)
            assert ("move(b1,c1)" in texts(game)) == (other in prey), (taker, other)


def test_soldiers_take_what_the_option_says() -> None:
    for soldiers, prey, spared in (("general", "GS", True), ("cannon", "GCS", True), ("nothing", "S", False)):
        for other in FACES:
            game = placed(f".S{other.lower()}.....", *EMPTY, soldiers=soldiers)
            assert ("move(b1,c1)" in texts(game)) == (other in prey)
        game = placed(".Gs.....", *EMPTY, soldiers=soldiers)
        assert ("move(b1,c1)" not in texts(game)) == spared


def test_a_cannon_jumps_over_exactly_one_piece() -> None:
    rows = ("CSg.....", ".......s", "?.......", "s.......")
    assert texts(placed(*rows)) >= {"move(a1,c1)", "move(a1,a4)", "move(a1,a2)", "move(b1,c1)"}
    assert not {move for move in texts(placed("CsSg....", "s.......", *EMPTY[1:])) if move.startswith("move(a1,")}
    assert "move(a1,c1)" not in texts(placed("CS?.....", *EMPTY))
    assert "move(a1,c1)" not in texts(placed(*rows, cannons="step"))
    assert "move(a1,b1)" in texts(placed("Cs......", *EMPTY, cannons="step"))


def test_what_lies_face_down_is_neither_moved_nor_taken() -> None:
    assert texts(placed("?G......", *EMPTY)) == {"turn_over(a1)", "move(b1,c1)", "move(b1,b2)"}
    with pytest.raises(IllegalMove):
        placed("?G......", *EMPTY).push("move(b1,a1)")


def test_with_chains_who_has_taken_may_take_again_or_stop() -> None:
    rows = ("Gee.....", "..s.....", *EMPTY[1:])
    once = placed(*rows, chains=False)
    once.push("move(a1,b1)")
    assert once.player == "black"
    game = placed(*rows, chains=True)
    game.push("move(a1,b1)")
    assert (game.player, texts(game)) == ("red", {"take(c1)", "stop"})
    game.push("take(c1)")
    assert game.player == "black"  # below is a soldier, which a general does not take
    assert [piece.face for piece in game.taken["red"]] == ["elephant", "elephant"]
    other = placed(*rows, chains=True)
    other.push("move(a1,b1)")
    other.push("stop")
    assert (other.player, other.taker.value) == ("black", None)


def test_who_has_no_piece_left_has_lost() -> None:
    game = placed("Gh......", *EMPTY)
    game.push("move(a1,b1)")
    assert (game.winners, game.ending()) == (("red",), "as the other has no pieces left")


def test_who_cannot_move_has_lost() -> None:
    game = placed("sG......", "H.......", *EMPTY[1:], soldiers="nothing")
    game.push("move(b1,c1)")
    assert not game.is_over
    game = placed("s.G.....", "H.......", *EMPTY[1:], soldiers="nothing")
    game.push("move(c1,b1)")
    assert (game.winners, game.ending()) == (("red",), "as the other cannot move")


def test_a_game_in_which_nothing_happens_is_drawn() -> None:
    game = placed("G......g", *EMPTY, patience=10)
    for _round in range(3):
        for move in ("move(a1,a2)", "move(h1,h2)", "move(a2,a1)", "move(h2,h1)"):
            if not game.is_over:
                game.push(move)
    assert (game.is_over, game.idle.value, game.returns) == (True, 10, {"red": 0.0, "black": 0.0})
    assert game.ending() == "as nothing is turned over or taken any more"
    with pytest.raises(BadOption):
        Banqi(options={"patience": 5})


def test_the_estimate_counts_what_is_left() -> None:
    assert placed("G......s", *EMPTY).estimate("red") > 0 > placed("G......s", *EMPTY).estimate("black")
    assert Banqi().estimate("red") == 0


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("banqi"), ["greedy", "random"], games=2, seed=1, seats=None)
    assert greedy.points >= 1.5
