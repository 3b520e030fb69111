"""The rules of backgammon: OpenSpiel's game turn by turn, the known chances to bear off, and what the rules say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pyspiel
import pytest

import rondel
from rondel.errors import IllegalMove
from rondel.search import perft
from rondel.shelf.backgammon import Backgammon
from rondel.shelf.backgammon.rules import CHANCES, ROLLS
from rondel.shelf.backgammon.running import BAR, OFF, Checkers
from rondel.tournament import contest
from tests.conftest import many

GAMES = many(300, 4)
THEIR_BAR = 100


def counts(places: Sequence[int], off: int = 0) -> list[int]:
    """Checkers on these spaces, by pips to go."""
    found = [0] * (BAR + 1)
    for pips in places:
        found[pips] += 1
    found[OFF] = off
    return found


def placed(white: Sequence[int], black: Sequence[int], dice: str = "", **given: Any) -> Backgammon:
    """A position with checkers on these spaces, by pips to go, all others borne off; white is to roll, or to move by the
    dice."""
    blank = Backgammon(options=given, seed=1)
    board = [
        {"kind": "checker", "owner": role, "at": blank.space(role, pips).name}
        for role, places in (("white", white), ("black", black))
        for pips in [*places, *[OFF] * (15 - len(places))]
    ]
    rolled = [{"kind": "die", "face": face} for face in dice]
    containers = {"board": board, "dice": rolled}
    state = "Moving" if dice else "Rolling"
    return Backgammon(
        options=given, chance="explicit", position={"containers": containers, "state": state, "play_order": ["white", "black"]}
    )


Both = tuple[tuple[int, ...], tuple[int, ...]]
"""The checkers of a player and those of the other, by pips to go."""


def plays(mine: Checkers, dice: list[int], theirs: tuple[int, ...] = (0,) * (BAR + 1)) -> dict[Both, list[tuple[int, int]]]:
    """All positions after a turn, and steps that lead to each."""
    steps = mine.steps(dice)
    if not steps:
        return {(tuple(mine.lying), theirs): []}
    found: dict[Both, list[tuple[int, int]]] = {}
    for start, die in steps:
        rest = dice[:]
        rest.remove(die)
        met = BAR - start + die
        hit = met < BAR and theirs[met] == 1
        after = (*theirs[:met], 0, *theirs[met + 1 : BAR], theirs[BAR] + 1) if hit else theirs
        for end, further in plays(mine.go(start, die), rest, after).items():
            found.setdefault(end, [(start, die), *further])
    return found


def theirs_of(state: Any, player: int) -> tuple[int, ...]:
    """OpenSpiel's checkers of a player by pips to go. There x, player 0, moves up."""
    points = [state.board(player, pips - 1 if player else 24 - pips) for pips in range(1, 25)]
    bar = state.board(player, THEIR_BAR)
    return (15 - sum(points) - bar, *points, bar)


def test_it_is_the_game_of_openspiel() -> None:
    """The same positions can be reached in each turn of random games, and the games end alike, gammons included. There a
    double is two answers: the first may leave less for the second than could be used, so that of doubles the turn that is
    played must be one of ours, unless it uses fewer dice."""
    theirs = pyspiel.load_game("backgammon", {"scoring_type": "full_scoring"})
    random = Random(4)
    for _each in range(GAMES):
        state = theirs.new_initial_state()
        game: Any = Backgammon(chance="explicit")
        state.apply_action(random.choice([action for action, _chance in state.chance_outcomes()]))
        first, dice = state.current_player(), sorted(state.to_string().split("Dice: ")[1][:2], reverse=True)
        game.push(next(move for move in game.moves() if str(move) == f"chance({('black', 'white')[first]} {''.join(dice)})"))
        while not state.is_terminal():
            player = state.current_player()
            role = ("black", "white")[player]
            assert game.player == role
            theirs_now = tuple(game.counted(game.opponent(role)))
            ours = plays(game.checkers(role), [int(die.face) for die in game.dice], theirs_now)
            after, double = state.clone(), len(game.dice) == 4
            if not double:
                assert ours.keys() == {both_of(state.child(action), player) for action in state.legal_actions()}
            while not after.is_terminal() and not after.is_chance_node() and after.current_player() == player:
                after.apply_action(random.choice(after.legal_actions()))
            end = both_of(after, player)
            if end not in ours:
                assert double
                assert spent(end) > min(map(spent, ours))
                break
            state = after
            for start, die in ours[end]:
                game.push(f"move({game.space(role, start)},{game.space(role, max(OFF, start - die))})")
            while not state.is_terminal() and state.is_chance_node():
                action = random.choice([action for action, _chance in state.chance_outcomes()])
                roll = "".join(sorted(state.action_to_string(action).split("roll: ")[1][:2], reverse=True))
                state.apply_action(action)
                game.push(f"chance({roll})")
                if game.active == (rondel.CHANCE,):  # nothing can be moved; there that is a move of its own
                    state.apply_action(state.legal_actions()[0])
            assert game.is_over == state.is_terminal()
        else:
            won = game.scores["white"] - game.scores["black"]
            assert [-won, won] == state.returns()


def both_of(state: Any, player: int) -> Both:
    """OpenSpiel's checkers of a player and of the other."""
    return theirs_of(state, player), theirs_of(state, 1 - player)


def spent(end: Both) -> int:
    """The pips still to go."""
    return sum([pips * number for pips, number in enumerate(end[0])])


BEAR_OFFS = {
    "11": 36, "21": 36, "22": 26, "31": 34, "32": 25, "33": 17, "41": 29, "42": 23, "43": 17, "44": 11, "51": 23,
    "52": 19, "53": 14, "54": 10, "55": 6, "61": 15, "62": 13, "63": 10, "64": 8, "65": 6, "66": 4,
}  # fmt: skip
"""How many of 36 rolls bear off two checkers on these points, as books on backgammon print it."""


@pytest.mark.parametrize(("points", "rolls"), BEAR_OFFS.items())
def test_two_checkers_are_borne_off_as_often_as_books_say(points: str, rolls: int) -> None:
    done = 0
    for roll, weight in zip(ROLLS, CHANCES, strict=True):
        dice = [int(face) for face in (roll * 2 if roll[0] == roll[1] else roll)]
        ends = plays(Checkers(counts([int(point) for point in points], 13), [False] * 26), dice)
        done += weight * (max(end[OFF] for end, _theirs in ends) == 15)
    assert done == rolls


def test_the_first_rolls_have_as_many_plays_as_are_known() -> None:
    """Positions after each opening roll: 3-1 has 16, 6-5 has 7, and a double six of the first player cannot fall."""
    start = Backgammon(chance="explicit")
    assert perft(start, 1) == 30
    start.push("chance(white 31)")
    assert len(plays(start.checkers("white"), [3, 1])) == 16
    assert len(plays(start.checkers("white"), [6, 5])) == 7


def test_checkers_on_the_bar_come_in_first() -> None:
    game = placed([25, 6], [6, 6, 5, 5], "41")
    assert [str(move) for move in game.moves()] == ["move(bar,21)", "move(bar,24)"]
    held = [pips in (24, 21) for pips in range(BAR + 1)]
    assert Checkers(counts([25, 6], 13), held).steps([4, 1]) == []


def test_a_single_checker_is_hit() -> None:
    game = placed([8, 8], [20, 1], "31")
    game.push("move(8,5)")
    assert [token.owner for token in game.board["bar"]] == ["black"]
    with pytest.raises(IllegalMove):
        game.push("move(5,2)")


def test_as_many_dice_as_possible_are_used_or_else_the_larger() -> None:
    both = placed([20, 10], [7, 7, 19, 19], "62")
    assert {str(move) for move in both.moves()} == {"move(20,14)", "move(10,4)", "move(10,8)"} | {
        str(move) for move in both.moves() if str(move).startswith("move(20,18)")
    }
    one = placed([15], [25 - 4, 25 - 4, 1], "65")
    assert [str(move) for move in one.moves()] == ["move(15,9)"], "5 and 6 come to the same point, which is held: the larger"


def test_a_gammon_counts_twice_and_a_backgammon_three_times() -> None:
    for black, points in (([6] * 14, 1), ([6] * 15, 2), ([25 - 3, *[6] * 14], 3), ([25, *[6] * 14], 3)):
        game = placed([1], black, "21")
        game.push("move(1,off)")
        assert (game.is_over, game.scores["white"], game.multiple("white")) == (True, points, points)


def test_the_cube_doubles_and_passes_to_the_player_who_takes() -> None:
    game = Backgammon(options={"target": 5, "cube": True}, chance="explicit")
    game.push("chance(white 65)")
    game.push("move(24,18)")
    game.push("move(18,13)")
    assert {str(move) for move in game.moves()} == {"roll", "double"}
    game.push("double")
    assert game.active == ("white",)
    game.push("take")
    assert game.cube is not None
    assert (game.stake(), game.cube[0].owner, game.active) == (2, "white", (rondel.CHANCE,))
    game.push("chance(66)")
    for move in ("move(1,7)", "move(1,7)", "move(12,18)", "move(12,18)"):
        game.push(move)
    game.push("double")
    game.push("drop")
    assert game.scores == {"white": 2, "black": 0}
    assert (game.stake(), game.cube[0].owner) == (1, None)


def test_there_is_one_game_without_doubling_near_the_end_of_a_match() -> None:
    game = Backgammon(options={"target": 3, "cube": True}, seed=1)
    doubled = []
    random = Random(3)
    while not game.is_over:
        before = max(game.scores.values())
        if str(game.moves()[0]) in ("double", "roll"):
            doubled.append((before, game.crawford.value))
            game.push("roll")
        else:
            game.push(random.choice(game.moves()))
    assert all(not crawford for _points, crawford in doubled)


def test_the_estimate_prefers_the_lead_and_made_points() -> None:
    ahead = placed([1, 2], [6, 6, 6, 6], "11")
    assert ahead.estimate("white") > 0.5 > 0 > ahead.estimate("black")


def test_the_greedy_bot_beats_the_random_one() -> None:
    greedy, _random = contest(rondel.find("backgammon"), ["greedy", "random"], games=4, seed=1, seats=None)
    assert greedy.points >= 4
