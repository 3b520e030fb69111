"""The rules of Swarm: OpenSpiel's Hive move by move, and worked examples."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.engine import Game
from rondel.errors import BadOption
from rondel.shelf.swarm import Swarm
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(1_000, 2)
SORTS = {
    "Q": "empress", "B": "caterpillar", "G": "locust", "S": "mantis", "A": "termite", "L": "butterfly", "M": "hoverfly",
}  # fmt: skip
"""The sorts by the letters of OpenSpiel's pieces."""
LETTERS = {sort[0].upper(): sort for sort in SORTS.values()}
ROLES = {"w": "white", "b": "black"}


def swarm(*insects: str, player: str = "white", **options: Any) -> Swarm:
    """A position with these insects on the table, the lower ones first: ``swarm("wQ 0,0", "bQ 1,0")``."""
    lying = [{"kind": "insect", "owner": ROLES[each[0]], "face": LETTERS[each[1]], "at": each.split()[1]} for each in insects]
    order = ["white", "black"] if player == "white" else ["black", "white"]
    containers = {"ground": lying, "supply_white": [], "supply_black": []}
    return Swarm(position={"containers": containers, "play_order": order}, options=options)


def goals(game: Game, start: str) -> set[str]:
    """The places that the insect on that place can go to."""
    return {str(move.args[1]) for move in game.moves() if move.action == "move" and str(move.args[0]) == start}


# -- OpenSpiel's game --------------------------------------------------------------------------------------------------

BEHIND = {"/": (1, -1), "-": (1, 0), "\\": (0, 1)}
BEFORE = {"/": (-1, 1), "-": (-1, 0), "\\": (0, -1)}
"""The neighbour that a sign after or before a piece's name means, in columns and rows: ``wQ-`` is to its right."""

Place = tuple[int, int]


def target(text: str, places: dict[str, Place]) -> Place:
    """The place that a move in the Universal Hive Protocol goes to: ``wA1 -bQ``."""
    if " " not in text:
        return (0, 0)
    beside = text.split()[1]
    x, y = places[beside.strip("/-\\")]
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


def compare(random: Random, *, butterfly: bool, hoverfly: bool, longest: int) -> int:
    """Play one random game in both; returns the number of compared positions.

    OpenSpiel offers each of several equal insects. It knows no draw by repetition, and its games end after a number of moves.
    As long as white's empress is not placed, it allows black to move an insect that holds the swarm together, against the
    rules.
    """
    names = {"board_size": 24, "uses_ladybug": butterfly, "uses_mosquito": hoverfly, "uses_pillbug": False}
    state = pyspiel.load_game("hive", names).new_initial_state()
    options = {"empress_first": False, "butterfly": butterfly, "hoverfly": hoverfly, "limit": 1000}
    game = rondel.new(Swarm, options=options)
    places: dict[str, Place] = {}
    for number in range(longest):
        while not state.is_terminal() and [state.action_to_string(each) for each in state.legal_actions()] == ["pass"]:
            state.apply_action(state.legal_actions()[0])
        if len(state.history()) >= state.get_game().max_game_length():  # passes count there
            return number
        if game.is_over and game.ending() == "by repetition":
            return number
        assert state.is_terminal() == game.is_over, str(state)
        if game.is_over:
            assert [game.returns[role] for role in ("white", "black")] == state.returns()
            return number
        assert ("white", "black").index(game.player) == state.current_player()
        known, found = theirs(state, places), ours(game)
        if "wQ" not in places:
            known = {key: action for key, action in known.items() if not divides(key[0], places)}
        assert len(game.moves()) == len(found)
        assert set(found) == set(known), (str(state), set(found) ^ set(known))
        chosen = random.choice(sorted(found, key=str))
        name = state.action_to_string(known[chosen]).split()[0]
        state.apply_action(known[chosen])
        game.push(found[chosen])
        places[name] = chosen[1]
    return longest


@pytest.mark.parametrize("butterfly", [False, True])
@pytest.mark.parametrize("hoverfly", [False, True])
def test_it_is_the_game_of_openspiel(butterfly: bool, hoverfly: bool) -> None:
    """The same moves are legal in each position, and the same player wins."""
    random = Random(f"{butterfly} {hoverfly}")
    games = GAMES // 4 or 1
    positions = sum([compare(random, butterfly=butterfly, hoverfly=hoverfly, longest=500) for _each in range(games)])
    assert positions > 20 * games


# -- worked examples ---------------------------------------------------------------------------------------------------


def test_a_new_insect_touches_only_its_own_colour_after_the_first_two() -> None:
    game = rondel.new(Swarm)
    assert {str(move.args[1]) for move in game.moves()} == {"0,0"}
    game.push("place(termite,0,0)")
    assert len(game.moves()) == 5 * 6
    game.push("place(termite,1,0)")
    assert {str(move.args[1]) for move in game.moves()} == {"0,-1", "-1,0", "-1,1"}


def test_the_empress_is_placed_in_the_fourth_turn_at_the_latest_and_nothing_moves_before() -> None:
    game = rondel.new(Swarm)
    for move in ("termite,0,0", "termite,1,0", "termite,-1,0", "termite,2,0", "mantis,-2,0", "mantis,3,0"):
        assert {each.action for each in game.moves()} == {"place"}
        game.push(f"place({move})")
    assert {str(move.args[0].face) for move in game.moves()} == {"empress"}


def test_an_option_keeps_the_empress_out_of_the_first_turns() -> None:
    game = rondel.new(Swarm, options={"empress_first": False})
    for _role in game.roles:
        assert {move.args[0].face for move in game.moves()} == {"caterpillar", "locust", "mantis", "termite"}
        game.push(game.moves()[0])
    assert "empress" in {move.args[0].face for move in game.moves()}


def test_a_crawling_insect_does_not_fit_between_two_neighbours_that_touch() -> None:
    # The only empty neighbour of the white empress is to its right, and both sides of the way there are taken.
    walls = ("wE 0,0", "bE 0,-1", "bT -1,0", "bT -1,1", "bT 0,1", "wL -2,1")
    assert goals(swarm(*walls, "bM 1,-1"), "0,0") == set()
    assert goals(swarm(*walls), "0,0") == {"1,-1", "1,0"}


def test_a_mantis_takes_exactly_three_steps() -> None:
    # Around a line of three, a mantis at one end reaches two places, one on either side.
    assert goals(swarm("wM -1,0", "wE 0,0", "bE 1,0"), "-1,0") == {"2,-1", "1,1"}


def test_a_termite_reaches_every_place_around_the_swarm() -> None:
    game = swarm("wT -1,0", "wE 0,0", "bE 1,0")
    assert goals(game, "-1,0") == {"0,-1", "1,-1", "2,-1", "2,0", "1,1", "0,1", "-1,1"}


def test_a_locust_jumps_over_a_line_and_not_over_a_gap() -> None:
    game = swarm("wL -1,0", "wE 0,0", "bE 1,0", "bT 2,-1", "bT 3,-1", "bT 3,0")
    assert goals(game, "-1,0") == {"2,0"}


def test_a_caterpillar_climbs_holds_what_is_under_it_and_lends_the_place_its_colour() -> None:
    game = swarm("wE 0,0", "bE 1,0", "wC -1,0")
    assert goals(game, "-1,0") == {"0,0", "0,-1", "-1,1"}
    covered = ("wE 0,0", "bE 1,0", "bT 2,-1", "wC 1,0")
    assert goals(swarm(*covered, player="black"), "1,0") == set()
    assert goals(swarm(*covered), "1,0") == {"0,0", "1,-1", "2,-1", "2,0", "1,1", "0,1"}


def test_a_caterpillar_does_not_pass_between_two_higher_stacks() -> None:
    low = ("wE 0,0", "bE 1,0", "wC 0,0", "bT 1,-1", "bT 0,1")
    assert "1,0" in goals(swarm(*low), "0,0")
    assert "1,0" in goals(swarm(*low, "bC 1,-1"), "0,0")
    assert "1,0" not in goals(swarm(*low, "bC 1,-1", "bC 0,1"), "0,0")


def test_a_butterfly_crosses_two_insects_and_comes_down() -> None:
    game = swarm("wB -1,0", "wE 0,0", "bE 1,0", butterfly=True)
    assert goals(game, "-1,0") == {"1,-1", "2,-1", "2,0", "1,1", "0,1"}


def test_a_hoverfly_moves_as_what_it_touches_and_climbs_when_it_lies_on_top() -> None:
    on_all_sides = {"0,-1", "1,-1", "1,0", "0,1", "-1,1", "-1,0"}
    game = swarm("wH -1,0", "wL 0,0", "bE 1,0", "wE 2,0", hoverfly=True)
    assert goals(game, "-1,0") == {"3,0"}
    assert goals(swarm("wE 0,0", "wT 1,0", "bE 2,0", "wH 0,0", hoverfly=True), "0,0") == on_all_sides


def test_the_swarm_stays_in_one_piece() -> None:
    assert goals(swarm("wE 0,0", "wT 1,0", "bE 2,0"), "1,0") == set()


def test_a_surrounded_empress_loses() -> None:
    game = swarm("wE 0,0", "bT 1,-1", "bT 1,0", "bT 0,1", "bL -1,1", "bL 0,-1", "bE 2,-1", "bC -2,1", player="black")
    game.push("move(-2,1,-1,0)")
    assert (game.winners, game.ending()) == (("black",), "as an empress is surrounded")
    assert [str(cell) for cell in game.decisive()] == ["0,0"]


def test_two_empresses_surrounded_at_once_are_a_draw() -> None:
    # The empresses are neighbours; only 1,-1 beside both of them is empty.
    around_both = ("wT 1,0", "wT 0,1", "bT -1,1", "bT -1,0", "bM 0,-2", "wL 1,-2", "bL -1,-1")
    game = swarm("wE 0,0", "bE 0,-1", *around_both, "wC 2,-2")
    game.push("move(2,-2,1,-1)")
    assert (game.winners, game.ending()) == (("white", "black"), "as both empresses are surrounded")
    assert game.returns == {"white": 0, "black": 0}


def test_a_player_without_a_move_passes() -> None:
    game = swarm("wE 0,0", "wC 0,0", "bE 1,0")
    game.push("move(0,0,1,0)")
    assert game.active == ("white",)
    assert any(event["name"] == "pass" for event in game.events(0, "observer"))


def test_the_third_time_of_a_position_is_a_draw_wherever_the_swarm_lies() -> None:
    game = swarm("wE 0,0", "bE 1,0")
    while not game.is_over:
        game.push(game.moves()[0])
    assert game.ending() == "by repetition"
    assert game.ground.bounds() != (0, 1, 0, 0)


def test_the_last_turn_is_a_draw() -> None:
    game = rondel.new(Swarm, options={"limit": 10})
    for _turn in range(10):
        assert not game.is_over
        game.push(game.moves()[0])
    assert (game.winners, game.ending()) == (("white", "black"), "as there are no more turns")
    with pytest.raises(BadOption):
        Swarm(options={"limit": 5})


def test_a_free_empress_is_better() -> None:
    game = swarm("wE 0,0", "bT 1,0", "bT 0,1", "bE 2,0")
    assert game.estimate("black") > 0 > game.estimate("white")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("swarm"), ["greedy", "random"], games=2, seed=1, seats=None)
    assert greedy.points == 2
