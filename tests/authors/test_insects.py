"""The insect game: its published rules, worked examples, and the moves and results of OpenSpiel's Hive."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import Game
from rondel.players import bot, play
from tests.authors.insects import Insects

LONG = float(os.environ.get("RONDEL_LONG", "0.05")) >= 1
SORTS = {"Q": "queen", "B": "beetle", "G": "grasshopper", "S": "spider", "A": "ant"}
ROLES = {"w": "white", "b": "black"}


def swarm(*insects: str, player: str = "white", **options: Any) -> Game:
    """A position with these insects on the table, the lower ones first: ``swarm("wQ 0,0", "bQ 1,0")``."""
    lying = [{"kind": "insect", "owner": ROLES[each[0]], "face": SORTS[each[1]], "at": each.split()[1]} for each in insects]
    order = ["white", "black"] if player == "white" else ["black", "white"]
    containers = {"swarm": lying, "supply_white": [], "supply_black": []}
    return rondel.new(Insects, position={"containers": containers, "play_order": order}, options=options)


def goals(game: Game, start: str) -> set[str]:
    """The places that the insect on that place can go to."""
    return {str(move.args[1]) for move in game.moves() if move.action == "move" and str(move.args[0]) == start}


# -- the published rules -----------------------------------------------------------------------------------------------


def test_a_new_insect_touches_only_its_own_colour_after_the_first_two() -> None:
    game = rondel.new(Insects)
    assert {str(move.args[1]) for move in game.moves()} == {"0,0"}
    game.push("place(ant,0,0)")
    assert len(game.moves()) == 5 * 6
    game.push("place(ant,1,0)")
    assert {str(move.args[1]) for move in game.moves()} == {"0,-1", "-1,0", "-1,1"}


def test_the_queen_is_placed_in_the_fourth_turn_at_the_latest_and_nothing_moves_before() -> None:
    game = rondel.new(Insects)
    for move in ("ant,0,0", "ant,1,0", "ant,-1,0", "ant,2,0", "spider,-2,0", "spider,3,0"):
        assert {each.action for each in game.moves()} == {"place"}
        game.push(f"place({move})")
    assert {str(move.args[0].face) for move in game.moves()} == {"queen"}


def test_a_crawling_insect_does_not_fit_between_two_neighbours_that_touch() -> None:
    # The only empty neighbour of the white queen is to its right, and both sides of the way there are taken.
    walls = ("wQ 0,0", "bQ 0,-1", "bA -1,0", "bA -1,1", "bA 0,1", "wG -2,1")
    assert goals(swarm(*walls, "bS 1,-1"), "0,0") == set()
    assert goals(swarm(*walls), "0,0") == {"1,-1", "1,0"}


def test_a_spider_takes_exactly_three_steps() -> None:
    # Round a line of three, a spider at one end reaches two places, one on either side.
    game = swarm("wS -1,0", "wQ 0,0", "bQ 1,0")
    assert goals(game, "-1,0") == {"2,-1", "1,1"}


def test_an_ant_reaches_every_place_round_the_swarm() -> None:
    game = swarm("wA -1,0", "wQ 0,0", "bQ 1,0")
    assert goals(game, "-1,0") == {"0,-1", "1,-1", "2,-1", "2,0", "1,1", "0,1", "-1,1"}


def test_a_grasshopper_jumps_over_a_line_and_not_over_a_gap() -> None:
    game = swarm("wG -1,0", "wQ 0,0", "bQ 1,0", "bA 2,-1", "bA 3,-1", "bA 3,0")
    assert goals(game, "-1,0") == {"2,0"}


def test_a_beetle_climbs_holds_what_is_under_it_and_lends_the_place_its_colour() -> None:
    game = swarm("wQ 0,0", "bQ 1,0", "wB -1,0")
    assert goals(game, "-1,0") == {"0,0", "0,-1", "-1,1"}
    covered = ("wQ 0,0", "bQ 1,0", "bA 2,-1", "wB 1,0")
    assert goals(swarm(*covered, player="black"), "1,0") == set()
    assert goals(swarm(*covered), "1,0") == {"0,0", "1,-1", "2,-1", "2,0", "1,1", "0,1"}


def test_a_beetle_does_not_pass_between_two_higher_stacks() -> None:
    low = ("wQ 0,0", "bQ 1,0", "wB 0,0", "bA 1,-1", "bA 0,1")
    assert "1,0" in goals(swarm(*low), "0,0")
    assert "1,0" in goals(swarm(*low, "bB 1,-1"), "0,0")
    assert "1,0" not in goals(swarm(*low, "bB 1,-1", "bB 0,1"), "0,0")


def test_the_swarm_stays_in_one_piece() -> None:
    game = swarm("wQ 0,0", "wA 1,0", "bQ 2,0")
    assert goals(game, "1,0") == set()


def test_a_surrounded_queen_loses() -> None:
    game = swarm("wQ 0,0", "bA 1,-1", "bA 1,0", "bA 0,1", "bG -1,1", "bG 0,-1", "bQ 2,-1", "bB -2,1", player="black")
    game.push("move(-2,1,-1,0)")
    assert game.winners == ("black",)


def test_two_queens_surrounded_at_once_are_a_draw() -> None:
    # The queens are neighbours; only 1,-1 beside both of them is empty.
    round_both = ("wA 1,0", "wA 0,1", "bA -1,1", "bA -1,0", "bS 0,-2", "wG 1,-2", "bG -1,-1")
    game = swarm("wQ 0,0", "bQ 0,-1", *round_both, "wB 2,-2")
    game.push("move(2,-2,1,-1)")
    assert game.is_over
    assert game.winners == ("white", "black")
    assert game.returns == {"white": 0, "black": 0}


def test_a_player_without_a_move_passes() -> None:
    game = swarm("wQ 0,0", "wB 0,0", "bQ 1,0")
    game.push("move(0,0,1,0)")
    assert game.active == ("white",)
    assert any(event["name"] == "pass" for event in game.events(0, "observer"))


def test_the_third_time_of_a_position_is_a_draw_wherever_the_swarm_lies() -> None:
    def round_and_round(repetitions: int) -> Game:
        game = swarm("wQ 0,0", "bQ 1,0", repetitions=repetitions)
        for _turn in range(10):
            for role in ("white", "black"):
                if not game.is_over:
                    game.push(next(move for move in game.moves() if move.role == role))
        return game

    assert round_and_round(3).winners == ("white", "black")
    assert not round_and_round(0).is_over


def test_the_limit_of_turns_is_a_draw() -> None:
    game = rondel.new(Insects, options={"limit": 3})
    for _turn in range(3):
        game.push(game.moves()[0])
    assert game.winners == ("white", "black")


def test_bots_play_a_game_to_its_end() -> None:
    game = play(rondel.new(Insects, seed=1), {"white": bot("greedy", seed=1), "black": bot("random", seed=2)})
    assert game.winners == ("white",)


# -- OpenSpiel's game --------------------------------------------------------------------------------------------------

BEHIND = {"/": (1, -1), "-": (1, 0), "\\": (0, 1)}
BEFORE = {"/": (-1, 1), "-": (-1, 0), "\\": (0, -1)}
"""The neighbour that a sign after or before a piece's name means, in columns and rows: ``wQ-`` is to the right of the queen."""

Place = tuple[int, int]


def target(text: str, places: dict[str, Place]) -> Place:
    """The place that a move in the Universal Hive Protocol goes to: ``wA1 -bQ``."""
    if " " not in text:
        return (0, 0)
    beside = text.split()[1]
    name = beside.strip("/-\\")
    x, y = places[name]
    right, down = BEFORE.get(beside[0]) or BEHIND.get(beside[-1]) or (0, 0)
    return x + right, y + down


def theirs(state: pyspiel.State, places: dict[str, Place]) -> dict[tuple[object, Place], int]:
    """The legal moves, as the place or the sort of the insect and its goal; equal insects in the supply are one."""
    moves: dict[tuple[object, Place], int] = {}
    for action in state.legal_actions():
        text = state.action_to_string(action)
        if text != "pass":
            name = text.split()[0]
            moves[(places.get(name, SORTS[name[1]]), target(text, places))] = action
    return moves


def ours(game: Game) -> dict[tuple[object, Place], Any]:
    """The same of our game."""
    moves = {}
    for move in game.moves():
        what, goal = move.args
        start = what.face if move.action == "place" else (what.column, what.row)
        moves[(start, (goal.column, goal.row))] = move
    return moves


def divides(start: object, places: dict[str, Place]) -> bool:
    """Whether the other insects are in more than one group without the one on that place."""
    lying = list(places.values())
    if start not in lying:
        return False
    lying.remove(start)
    waiting, rest = lying[:1], set(lying)
    while waiting:
        x, y = waiting.pop()
        beside = {(x + right, y + down) for right, down in (*BEHIND.values(), *BEFORE.values(), (0, 0))} & rest
        rest -= beside
        waiting += beside
    return bool(rest)


def compare(seed: int, longest: int) -> int:
    """Play one random game in both; returns the number of compared positions.

    OpenSpiel plays the tournament rule that nobody places the queen in the first turn, and offers each of several equal
    insects. It knows no draw by repetition, and its games end after 500 moves. As long
    as white's queen is not placed, it allows black to move an insect that holds the swarm together, against the rules.
    """
    rng = Random(seed)
    names = {"board_size": 24, "uses_mosquito": False, "uses_ladybug": False, "uses_pillbug": False}
    state = pyspiel.load_game("hive", names).new_initial_state()
    game = rondel.new(Insects, options={"repetitions": 0, "limit": 0})
    places: dict[str, Place] = {}
    for number in range(longest):
        while not state.is_terminal() and [state.action_to_string(each) for each in state.legal_actions()] == ["pass"]:
            state.apply_action(state.legal_actions()[0])
        if len(state.history()) >= state.get_game().max_game_length():  # passes count there
            return number
        assert state.is_terminal() == game.is_over, str(state)
        if game.is_over:
            assert [game.returns[role] for role in ("white", "black")] == state.returns()
            return number
        assert ("white", "black").index(game.player) == state.current_player()
        known, found = theirs(state, places), ours(game)
        if number < 2:
            found = {key: move for key, move in found.items() if key[0] != "queen"}
        if "wQ" not in places:
            known = {key: action for key, action in known.items() if not divides(key[0], places)}
        assert len(game.moves()) == len(ours(game))
        assert set(found) == set(known), (str(state), set(found) ^ set(known))
        chosen = rng.choice(sorted(found, key=str))
        name = state.action_to_string(known[chosen]).split()[0]
        state.apply_action(known[chosen])
        game.push(found[chosen])
        places[name] = chosen[1]
    return longest


@pytest.mark.parametrize("seed", range(40 if LONG else 2))
def test_random_games_have_the_moves_and_the_result_of_open_spiel(seed: int) -> None:
    assert compare(seed, 499 if LONG else 70) > 20
