"""The rules of corridors: OpenSpiel's Quoridor move by move, and what the rules say."""

from __future__ import annotations

from random import Random

import pyspiel
import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.shelf.corridors import Corridors
from rondel.shelf.corridors.rules import LASTING
from rondel.tournament import contest
from tests.conftest import many

SETTINGS = {
    (5, 2): many(1_000, 6),
    (9, 2): many(1_000, 1),
    (7, 3): many(200, 1),
    (9, 4): many(200, 1),
}
"""Random games by the size of the board and the number of players."""
CLOCKWISE = {2: (0, 1), 3: (0, 2, 1), 4: (0, 2, 1, 3)}
"""OpenSpiel's numbers of the players in the order of their turns."""


def placed(pawns: str, built: str = "", seats: int = 2, **options: int) -> Corridors:
    """A position with the pawns on these squares, in the order of the seats, and these walls."""
    roles = Corridors.seats[:seats]
    board = [{"kind": "pawn", "owner": role, "at": at} for role, at in zip(roles, pawns.split(), strict=True)]
    standing = [{"kind": "wall", "face": "plank", "at": at} for at in built.split()]
    return Corridors(seats=seats, options=options, position={"containers": {"board": board, "walls": standing}})


def theirs_of(move: str, size: int) -> str:
    """A move as OpenSpiel writes it, which counts the rows from above."""
    action, _open, place = move.rstrip(")").partition("(")
    if action == "step":
        return f"{place[0]}{size + 1 - int(place[1:])}"
    return f"{place[0]}{size - int(place[1:-1])}{place[-1]}"


@pytest.mark.parametrize(("size", "players"), SETTINGS)
def test_it_is_the_game_of_openspiel(size: int, players: int) -> None:
    """The same moves are legal for the same player in each position, and the games end alike."""
    each = size * size // 8
    theirs = pyspiel.load_game("quoridor", {"board_size": size, "players": players, "wall_count": each})
    random = Random(size)
    for _game in range(SETTINGS[size, players]):
        game = Corridors(seats=players, options={"size": size, "walls": each * players})
        state = theirs.new_initial_state()
        seated = dict(zip(CLOCKWISE[players], game.roles, strict=True))
        while not state.is_terminal():
            if len(state.legal_actions()) == 1 and game.active != (seated[state.current_player()],):
                break  # a player of theirs who is walled in by pawns has a move that they refuse
            assert game.active == (seated[state.current_player()],)
            moves = {theirs_of(str(move), size): move for move in game.moves()}
            texts = {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}
            assert set(moves) == set(texts), (str(state), game.record())
            steps = sorted(text for text in texts if text[-1] not in "hv")
            chosen = random.choice(steps if random.random() < 0.5 and steps else sorted(texts))
            state.apply_action(texts[chosen])
            game.push(moves[chosen])
        else:
            assert game.is_over
            # In the very last turn their draw comes before the goal.
            expected = [0.0] * players if state.move_number() == LASTING * size**2 else list(game.returns.values())
            assert expected == state.returns(), "theirs are in the order of the turns, not by their numbers"


def test_a_pawn_is_jumped_over_or_passed_by_where_a_wall_is_behind_it() -> None:
    assert steps(placed("e4 e5")) == {"e6", "d4", "f4", "e3"}
    assert steps(placed("e4 e5", "e5h")) == {"d5", "f5", "d4", "f4", "e3"}
    assert steps(placed("e4 e5", "d5h e5v")) == {"d5", "d4", "f4", "e3"}
    assert steps(placed("e4 e5", "e4h")) == {"d4", "f4", "e3"}, "a wall between both"
    assert steps(placed("e4 e6 e5", seats=3)) == {"d4", "f4", "e3"}, "two pawns in a row"


def steps(game: Corridors) -> set[str]:
    """The squares to which the pawn may move."""
    return {str(cell) for cell in game.steps()}


def test_walls_neither_cross_nor_overlap_nor_close_the_last_way() -> None:
    game = placed("e1 e9", "a4h c4h e4h g4h")
    assert {"wall(b4h)", "wall(a4v)", "wall(h4h)"}.isdisjoint(map(str, game.moves()))
    game = placed("e1 e9", "a4h c4h e4h g4h h5v")
    moves = set(map(str, game.moves()))
    assert "wall(h6h)" not in moves, "the last gap, at i4, would lead nowhere"
    assert {"wall(f6h)", "wall(h3v)"} <= moves


def test_every_legal_wall_leaves_a_way_and_every_other_free_one_does_not() -> None:
    """The walls of random positions by a search for each."""
    random = Random(2)
    game = Corridors(options={"size": 5, "walls": 16})
    closing = 0
    while not game.is_over:
        if game.left[game.player].value:
            free = set(game.walls.free())
            legal = {
                place
                for place in free
                if all(game.walls.path(game.home(role), game.goals[role], also=place) for role in game.roles)
            }
            closing += len(free) - len(legal)
            assert set(game.places()) == legal
        game.push(random.choice(game.moves()))
    assert closing > 0


def test_who_comes_across_wins() -> None:
    game = placed("e8 d2")
    game.push("step(e9)")
    assert (game.winners, game.ending(), [str(cell) for cell in game.decisive()]) == (("white",), "across the board", ["e9"])


def test_walls_run_out() -> None:
    game = Corridors(options={"walls": 3})
    assert [counter.value for counter in game.left.values()] == [1, 1]
    game.push("wall(e3h)")
    with pytest.raises(IllegalMove):
        game.push("wall(e3h)")
    game.push("wall(a1h)")
    assert {move.action for move in game.moves()} == {"step"}


def test_four_sit_around_the_board_and_move_clockwise() -> None:
    game = Corridors(seats=4)
    assert [str(game.home(role)) for role in game.roles] == ["e1", "a5", "e9", "i5"]
    assert [counter.value for counter in game.left.values()] == [5, 5, 5, 5]
    assert game.board.scene()["turned_for"] == ["red"]


def test_a_player_walled_in_by_pawns_passes() -> None:
    game = placed("b1 c1 e5 d1", "a1h", seats=4, walls=0)
    for cell in ("a1", "b1", "e6", "c1"):
        game.push(f"step({cell})")
    assert game.active == ("black",)
    assert [event["name"] for event in game.events(0, "white")][-1] == "stuck"


def test_the_shorter_way_is_better() -> None:
    assert placed("e5 e9").estimate("white") > placed("e5 e6").estimate("white") > placed("e1 e2").estimate("white")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(
        rondel.find("corridors"), ["greedy", "random"], games=2, seed=1, options={"size": 5, "walls": 4}, seats=2
    )
    assert greedy.points == 2
