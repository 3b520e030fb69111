"""The rules of Reversi: what is turned, who passes, when it ends. Whole real games are in `test_othello_games`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import Game
from rondel.errors import BadOption, BadPosition, GameOver, IllegalMove
from rondel.search import count_games, perft
from rondel.testing import walk

OWNERS = {"b": "black", "w": "white"}


def position(drawing: str, player: str = "black") -> dict[str, Any]:
    """A start position from rows of text: ``b``, ``w``, and anything else for an empty cell."""
    discs = [
        {"at": f"{'abcdefgh'[column]}{row + 1}", "kind": "disc", "owner": OWNERS[letter]}
        for row, line in enumerate(drawing.split())
        for column, letter in enumerate(line)
        if letter in OWNERS
    ]
    order = ["black", "white"] if player == "black" else ["white", "black"]
    return {"state": "PlayerTurn", "play_order": order, "containers": {"board": discs}}


def start(drawing: str, player: str = "black") -> Game:
    return rondel.new("reversi", position=position(drawing, player))


def cells(game: Game) -> set[str]:
    """The cells where the active player may play."""
    return {move.text.removeprefix("play_disc(").removesuffix(")") for move in game.moves()}


def discs(game: Game, role: str) -> set[str]:
    return {token["at"] for token in game.view("observer")["containers"]["board"]["tokens"] if token["owner"] == role}


def names(game: Game) -> list[str]:
    return [event["name"] for event in game.events(0, "observer")]


# -- the start ---------------------------------------------------------------------------------------------------------


def test_black_begins_from_the_crossed_square() -> None:
    game = rondel.new("reversi")
    assert game.active == ("black",)
    assert discs(game, "white") == {"d4", "e5"}
    assert discs(game, "black") == {"e4", "d5"}
    assert cells(game) == {"d3", "c4", "f5", "e6"}


def test_on_six_by_six() -> None:
    game = rondel.new("reversi", options={"size": 6})
    assert discs(game, "white") == {"c3", "d4"}
    assert cells(game) == {"c2", "b3", "e4", "d5"}
    for move in walk(game, Random(3)):
        game.push(move)
    assert game.is_over
    assert sum(game.scores.values()) <= 36


PERFECT = "c2b4c5d2e4e3d1c1b1d5d6f4b3b2f3f2e2b6a4c6a6a2b5a5e6e5a3a1f5f6e1f1"
"""Perfect play on six rows, by Joel Feinstein (British Othello Federation's newsletter, July 1993)."""


def test_the_perfect_game_on_six_by_six_is_won_by_white() -> None:
    game = rondel.new("reversi", options={"size": 6})
    for at in range(0, len(PERFECT), 2):
        game.push(f"play_disc({PERFECT[at : at + 2]})")
    assert game.is_over
    assert game.scores == {"black": 16, "white": 20}


def test_on_six_by_six_the_first_plies_are_as_on_eight_until_the_edge_is_near() -> None:
    """Published for eight rows: 4, 12, 56, 244; nobody can be further from the middle than six rows reach before the fifth."""
    game = rondel.new("reversi", options={"size": 6})
    assert [perft(game, depth) for depth in range(1, 5)] == [4, 12, 56, 244]


def test_all_games_on_four_by_four() -> None:
    """Published: 15,015 games that begin on one of the four equal cells, and the second player wins if nobody errs."""
    game = rondel.new("reversi", options={"size": 4})
    assert discs(game, "white") == {"b2", "c3"}
    assert cells(game) == {"b1", "a2", "d3", "c4"}
    game.push("play_disc(b1)")
    assert count_games(game).games == 15_015
    assert best(game, {}) == ("white",)


def best(game: Game, known: dict[object, tuple[str, ...]]) -> tuple[str, ...]:
    """Who wins if nobody errs."""
    if game.is_over:
        return game.winners
    key = game.key()
    if key not in known:
        mover = game.active[0]
        found: set[tuple[str, ...]] = set()
        for move in game.moves():
            game.push(move)
            found.add(best(game, known))
            game.pop()
            if (mover,) in found:
                break
        draw = next((each for each in found if len(each) == 2), None)
        known[key] = (mover,) if (mover,) in found else draw or found.pop()
    return known[key]


@pytest.mark.parametrize("size", [5, 7, 10, 0, -8, "8", True])
def test_no_other_size(size: Any) -> None:
    with pytest.raises(BadOption, match="option 'size' cannot be"):
        rondel.new("reversi", options={"size": size})


# -- what is turned ----------------------------------------------------------------------------------------------------


def test_the_discs_between_are_turned_and_no_others() -> None:
    game = rondel.new("reversi")
    game.push("play_disc(d3)")
    assert discs(game, "black") == {"d3", "d4", "d5", "e4"}
    assert discs(game, "white") == {"e5"}
    assert game.scores == {"black": 4, "white": 1}


def test_discs_are_turned_in_all_eight_directions_at_once() -> None:
    game = start("b..b..b .w.w.w. ..www.. bww.wwb ..www.. .w.w.w. b..b..b")
    game.push("play_disc(d4)")
    assert discs(game, "white") == set()
    assert game.is_over


def test_a_line_with_a_gap_or_without_an_end_turns_nothing() -> None:
    game = start("bww.wb.. ........ ..wwwwww b....... .w...... ..w..... ...w.... ....wb..")
    assert "d1" in cells(game)
    game.push("play_disc(d1)")
    assert {"b1", "c1", "e1"} <= discs(game, "black")
    assert {"c3", "d3", "e3", "f3", "g3", "h3"} <= discs(game, "white")


def test_a_disc_must_turn_another_and_lie_on_an_empty_cell() -> None:
    game = rondel.new("reversi")
    for cell in ("a1", "c3", "d4", "e4", "e3"):
        with pytest.raises(IllegalMove, match="legal for black in state 'PlayerTurn'"):
            game.push(f"play_disc({cell})")
    assert game.key() == rondel.new("reversi").key()


# -- passing and the end -----------------------------------------------------------------------------------------------


def test_who_cannot_move_passes() -> None:
    game = start("bw...... ........ bw......")
    game.push("play_disc(c1)")
    assert game.active == ("black",)
    assert names(game) == ["play_disc", "pass"]
    told = game.events(1, "white")[0]
    assert told["text"] == {"text": "{player} cannot move and passes", "args": {"player": {"role": "white"}}}


def test_a_pass_is_taken_back_with_the_move_before_it() -> None:
    game = start("bw...... ........ bw......")
    before = game.view("white")
    game.push("play_disc(c1)")
    game.pop()
    assert game.view("white") == before
    assert names(game) == []


def test_it_ends_when_neither_can_move() -> None:
    game = start("bw...... ........ ........ ........ ........ ........ ........ .......w")
    game.push("play_disc(c1)")
    assert game.is_over
    assert names(game) == ["play_disc"]
    assert game.scores == {"black": 3, "white": 1}
    assert game.winners == ("black",)
    assert game.returns == {"black": 1.0, "white": -1.0}
    assert game.active == ()
    with pytest.raises(GameOver):
        game.push("play_disc(c1)")


def test_the_most_discs_win_whoever_moved_last() -> None:
    game = start("bw...... ........ ........ ........ wwwwwwww")
    game.push("play_disc(c1)")
    assert game.scores == {"black": 3, "white": 8}
    assert game.winners == ("white",)


def test_equal_numbers_are_a_draw() -> None:
    game = start("bw...... ........ ........ ........ .....www")
    game.push("play_disc(c1)")
    assert game.winners == ("black", "white")
    assert game.returns == {"black": 0.0, "white": 0.0}


@pytest.mark.parametrize("squares", ["f5d6c5f4e3f6g5e6e7", "e6f4e3f6g5d6e7f5c5"])
def test_the_shortest_games_wipe_white_out(squares: str) -> None:
    game = rondel.new("reversi")
    for at in range(0, len(squares), 2):
        assert not game.is_over
        game.push(f"play_disc({squares[at : at + 2]})")
    assert game.is_over
    assert game.scores == {"black": 13, "white": 0}
    assert game.winners == ("black",)


# -- start positions ---------------------------------------------------------------------------------------------------


def test_it_starts_from_a_position_with_white_to_move() -> None:
    game = start("........ ........ ........ ...wb... ...bw...", player="white")
    assert game.active == ("white",)
    assert cells(game) == {"e3", "f4", "c5", "d6"}


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ({"containers": {"board": [{"at": "i1", "kind": "disc", "owner": "black"}]}}, "lies at 'i1'"),
        ({"containers": {"board": [{"at": "a1", "kind": "disc", "owner": "red"}]}}, "belongs to 'red'"),
        ({"containers": {"board": [{"at": "a1", "kind": "stone", "owner": "black"}]}}, "has the kind 'stone'"),
        ({"containers": {"board": [{"at": "a1", "kind": "disc", "owner": "black"}] * 2}}, "another token lies already"),
        ({"containers": {"table": []}}, "unknown container 'table'"),
        ({"state": "Lunch"}, "unknown state 'Lunch'"),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(broken: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        rondel.new("reversi", position=broken)


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_everybody_sees_the_score_and_the_progress() -> None:
    game = rondel.new("reversi")
    game.push("play_disc(d3)")
    for role in ("black", "white", "observer"):
        view = game.view(role)
        assert view["scores"] == {"black": 4, "white": 1}
        assert view["progress"] == 8
    for move in walk(game, Random(5)):
        game.push(move)
    assert game.progress == 100


def test_a_corner_is_worth_a_lot() -> None:
    with_corner = start("b....... ........ ........ ...wb... ...bw...")
    without = start("........ ........ ........ ...wb... ...bw...")
    assert (with_corner.estimate("black") or 0) > (without.estimate("black") or 0)
    assert (with_corner.estimate("white") or 0) < (without.estimate("white") or 0)
