"""The rules of Stones: each answer to what the description leaves open has its test here or in `test_match`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rondel
from rondel.errors import BadOption, IllegalMove
from rondel.shelf.stones import Stones, array_of, start_from
from rondel.testing import walk
from tests.shelf.stones.drawn import board, drawing


def start(layout: str, **options: int) -> Stones:
    """A game that starts from a drawing."""
    begin = start_from(board(layout))
    game = rondel.new("stones", seats=begin["seats"], options={**begin["options"], **options}, position=begin["position"])
    assert isinstance(game, Stones)
    return game


def played(game: Stones, *moves: str) -> str:
    """The drawing of the board after these moves."""
    for move in moves:
        game.push(f"move({move})")
    return drawing(array_of(game.board))


def told(game: Stones, since: int = 0) -> list[tuple[Any, ...]]:
    """What has been told: each event's name with the player's number and the positions."""
    events = game.events(since, "observer")
    return [
        (event["name"], *(event["args"][field] for field in ("player_id", "p0", "p1") if field in event["args"]))
        for event in events
    ]


def texts(game: Stones) -> set[str]:
    return {str(move) for move in game.moves()}


# -- the rules as they are described -----------------------------------------------------------------------------------


def test_a_stone_moves_to_an_adjacent_free_tile() -> None:
    assert played(start("00. ... .11"), "b1,b2") == "0.. .0. .11"


def test_a_stone_hits_an_enemy_on_an_adjacent_tile() -> None:
    assert played(start("0.. .1. ..1"), "a1,b2") == "... .0. ..1"


def test_who_has_lost_all_stones_is_out_and_the_last_one_wins() -> None:
    game = start("0.. .1. ...")
    played(game, "a1,b2")
    assert game.is_over
    assert game.winners == ("jade",)
    assert game.returns == {"jade": 1.0, "garnet": -1.0}
    assert told(game) == [
        ("GameStart",),
        ("TurnTo", 0),
        ("Hit", 1, [1, 1]),
        ("PlayerLost", 1),
        ("Move", 0, [0, 0], [1, 1]),
        ("PlayerWon", 0),
    ]


def test_an_ordinary_turn_tells_the_move_and_the_next_turn() -> None:
    game = start("0.. ... ..1")
    played(game, "a1,a2")
    assert told(game) == [("GameStart",), ("TurnTo", 0), ("Move", 0, [0, 0], [1, 0]), ("TurnTo", 1)]


def test_the_turn_goes_round_from_the_first_player() -> None:
    game = start("0...1 ..... 2...3")
    order = []
    for move in ("a1,b1", "e1,d1", "a3,b3", "e3,d3", "b1,a1"):
        order.append(game.player)
        played(game, move)
    assert order == ["jade", "garnet", "lapis", "opal", "jade"]


# -- a: what is adjacent -----------------------------------------------------------------------------------------------


def test_a_tile_has_eight_neighbours_by_default() -> None:
    game = start("... .0. ..1")
    assert texts(game) == {f"move(b2,{cell})" for cell in ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")}


def test_a_tile_has_four_neighbours_by_option() -> None:
    game = start("... .0. ..1", neighbours=4)
    assert texts(game) == {f"move(b2,{cell})" for cell in ("b1", "a2", "c2", "b3")}
    with pytest.raises(IllegalMove):
        played(game, "b2,c3")


def test_nothing_else_can_be_chosen_for_the_neighbours() -> None:
    with pytest.raises(BadOption, match="it is one of 4, 8"):
        start("0. .1", neighbours=6)


# -- b, c, d: moves that are none --------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["a1,a1", "a1,c1", "a1,c3", "a1,a3", "a1,b3"])
def test_a_stone_neither_stays_nor_moves_further_than_one_tile(move: str) -> None:
    with pytest.raises(IllegalMove):
        played(start("0.. ... ..1"), move)


def test_a_stone_does_not_move_onto_ones_own() -> None:
    with pytest.raises(IllegalMove):
        played(start("00. ... ..1"), "a1,b1")


def test_only_ones_own_stones_move() -> None:
    with pytest.raises(IllegalMove):
        played(start("0.. ... ..1"), "c3,c2")
    with pytest.raises(IllegalMove):
        played(start("0.. ... ..1"), "b2,b1")


def test_there_is_no_passing() -> None:
    game = start("0.. ... ..1")
    assert {move.action for move in game.moves()} == {"move"}


@st.composite
def boards(draw: st.DrawFn) -> list[list[int]]:
    """Any full or half-full board of two to four players."""
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    players = draw(st.integers(2, min(4, rows * columns)))
    tiles = st.integers(-1, players - 1)
    values = draw(st.lists(tiles, min_size=rows * columns, max_size=rows * columns))
    for player, at in enumerate(draw(st.permutations(range(rows * columns)))[:players]):
        values[at] = player
    return [values[row * columns : (row + 1) * columns] for row in range(rows)]


@given(boards(), st.sampled_from([4, 8]))
def test_while_an_enemy_lives_there_is_always_a_move(array: list[list[int]], neighbours: int) -> None:
    missing = set(range(max(max(row) for row in array) + 1)) - {tile for row in array for tile in row}
    if missing:
        return  # A player's only stone was covered by another's: no board of Stones.
    begin = start_from(array)
    first = rondel.new(
        "stones", seats=begin["seats"], options={**begin["options"], "neighbours": neighbours}, position=begin["position"]
    )
    for role in first.roles:
        turned = [*first.roles[first.roles.index(role) :], *first.roles[: first.roles.index(role)]]
        game = rondel.new(
            "stones",
            seats=begin["seats"],
            options={**begin["options"], "neighbours": neighbours},
            position={**begin["position"], "play_order": turned},
        )
        assert game.active == (role,)
        assert game.moves()


# -- e: a limit of turns -----------------------------------------------------------------------------------------------


def test_shuffling_to_and_fro_never_ends_by_default() -> None:
    game = start("0. .. .1")
    for _round in range(100):
        played(game, "a1,a2", "b3,b2", "a2,a1", "b2,b3")
    assert not game.is_over
    assert game.key() == start("0. .. .1").key()


def test_a_turn_limit_ends_it_in_a_draw() -> None:
    game = start("0. .. .1", turn_limit=4)
    played(game, "a1,a2", "b3,b2", "a2,a1")
    assert game.view("jade")["props"]["turns_left"] == 0
    assert game.active == ("garnet",)
    played(game, "b2,b3")
    assert game.is_over
    assert game.winners == ("jade", "garnet")
    assert game.returns == {"jade": 0.0, "garnet": 0.0}
    assert told(game)[-2:] == [("Move", 1, [1, 1], [2, 1]), ("GameDrawn",)]


def test_who_wins_with_the_last_turn_has_won() -> None:
    game = start("0. 1. ..", turn_limit=1)
    played(game, "a1,a2")
    assert game.winners == ("jade",)


def test_a_draw_is_shared_by_those_who_are_left() -> None:
    game = start("01. ... ..2", turn_limit=1)
    played(game, "a1,b1")
    assert game.winners == ("jade", "lapis")
    assert game.returns == {"jade": 0.5, "garnet": -1.0, "lapis": 0.5}


# -- f, g: who is out has no turn --------------------------------------------------------------------------------------


def test_the_next_player_is_the_next_one_left() -> None:
    game = start("01. ... 2.3")
    played(game, "a1,b1")
    assert game.player == "lapis"
    assert told(game)[-4:] == [("Hit", 1, [0, 1]), ("PlayerLost", 1), ("Move", 0, [0, 0], [0, 1]), ("TurnTo", 2)]


def test_the_turn_passes_over_who_is_out_in_every_round() -> None:
    game = start("01.. .... 2..3")
    played(game, "a1,b1", "a3,a2", "d3,d2", "b1,a1")
    assert game.player == "lapis"
    assert game.play_order.value == ("lapis", "opal", "jade")


def test_the_last_player_hit_by_the_first_goes_back_to_the_one_between() -> None:
    game = start("02. ... ..1")
    played(game, "a1,b1")
    assert game.player == "garnet"
    played(game, "c3,c2")
    assert game.player == "jade"


# -- i: how the board is laid out --------------------------------------------------------------------------------------


def test_two_players_fill_the_top_and_the_bottom_edge() -> None:
    game = rondel.new("stones")
    assert isinstance(game, Stones)
    assert drawing(array_of(game.board)) == "00000 ..... ..... ..... 11111"


@pytest.mark.parametrize(
    ("seats", "rows", "columns", "stones", "layout"),
    [
        (2, 4, 6, 0, "000000 ...... ...... 111111"),
        (2, 3, 5, 3, ".000. ..... .111."),
        (2, 5, 3, 5, "000 00. ... .11 111"),
        (3, 5, 5, 0, "00.22 00.22 ..... ...11 ...11"),
        (4, 5, 5, 0, "00.22 00.22 ..... 33.11 33.11"),
        (4, 5, 5, 1, "0...2 ..... ..... ..... 3...1"),
        (4, 2, 2, 0, "02 31"),
        (4, 6, 7, 3, "00...22 0.....2 ....... ....... 3.....1 33...11"),
    ],
)
def test_stones_are_laid_out_alike_for_all(seats: int, rows: int, columns: int, stones: int, layout: str) -> None:
    game = rondel.new("stones", seats=seats, options={"rows": rows, "columns": columns, "stones": stones})
    assert isinstance(game, Stones)
    assert drawing(array_of(game.board)) == layout


@given(st.integers(2, 4), st.integers(2, 26), st.integers(2, 26))
def test_the_usual_number_of_stones_fits_every_board(seats: int, rows: int, columns: int) -> None:
    game = rondel.new("stones", seats=seats, options={"rows": rows, "columns": columns})
    assert isinstance(game, Stones)
    counts = {game.board.count(role) for role in game.roles}
    assert len(counts) == 1
    assert counts.pop() >= 1


def test_more_stones_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(
        BadOption, match="option 'stones' cannot be 5: 5 rows and 5 columns have room for 4 of each of 4 players"
    ):
        rondel.new("stones", seats=4, options={"stones": 5})


def test_there_are_two_to_four_players() -> None:
    for seats in (1, 5):
        with pytest.raises(BadOption):
            rondel.new("stones", seats=seats)


# -- k, n, and how it looks --------------------------------------------------------------------------------------------


def test_players_are_numbered_from_0_and_positions_are_row_and_column() -> None:
    game = start(".0 .. 1.")
    (begun, turn) = game.events(0, "jade")
    assert begun["args"]["board"] == [[-1, 0], [-1, -1], [1, -1]]
    assert turn["args"] == {"player": "jade", "player_id": 0}
    played(game, "b1,b2")
    (moved, _turn) = game.events(2, "jade")
    assert (moved["args"]["p0"], moved["args"]["p1"]) == ([0, 1], [1, 1])
    assert (moved["args"]["start"], moved["args"]["end"]) == ("b1", "b2")
    assert moved["args"]["places"] == ["board:b1", "board:b2"]
    assert moved["role"] == "jade"


def test_only_the_mover_can_win() -> None:
    for seed in range(25):
        game = rondel.new("stones", seats=2 + seed % 3, options={"rows": 3, "columns": 3})
        mover = ""
        for move in walk(game, Random(seed), 2_000):
            mover = move.role
            game.push(move)
        assert game.winners == (mover,)


def test_a_move_has_two_parts_on_the_board() -> None:
    (move, *_others) = start("0. .1").moves()
    assert str(move) == "move(a1,b1)"
    assert move.places == ("board:a1", "board:b1")
    assert move.describe() == "jade moves from a1 to b1"


def test_every_seat_has_a_look_of_its_own() -> None:
    scene = rondel.new("stones", seats=4).scene()
    assert len({role["colour"] for role in scene["roles"]}) == 4
    assert len({role["shape"] for role in scene["roles"]}) == 4
    assert scene["containers"][0]["surface"] == "wood"


def test_progress_is_how_many_of_the_stones_that_must_go_have_gone() -> None:
    game = rondel.new("stones", options={"rows": 2, "columns": 2})
    assert game.progress == 0
    game.push("move(a1,a2)")
    assert game.progress == 33
    game.push("move(b2,a2)")
    assert game.progress == 67
    game.push("move(b1,a2)")
    assert game.progress == 100


# -- what bots may know ------------------------------------------------------------------------------------------------


def test_more_stones_look_better() -> None:
    ahead, behind = start("00. ... 1.."), start("00. ... 11.")
    assert (ahead.estimate("jade") or 0) > (behind.estimate("jade") or 0)
    assert (ahead.estimate("garnet") or 0) < (behind.estimate("garnet") or 0)


def test_standing_beside_an_enemy_is_good_with_the_turn_and_bad_without() -> None:
    game = start("0.. .1. ...")
    assert (game.estimate("jade") or 0) > (game.estimate("garnet") or 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_estimates_are_between_minus_1_and_1(seats: int) -> None:
    game = rondel.new("stones", seats=seats)
    for move in walk(game, Random(seats)):
        for role in game.roles:
            assert -1 <= (game.estimate(role) or 0) <= 1
        game.push(move)
