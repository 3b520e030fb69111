"""Expectimax: chance is weighed, everybody takes what is best for himself."""

from __future__ import annotations

from random import Random

import pytest

import rondel
from rondel import EVERYONE, ActivePlayer, Game, GameEnd, Option, Prop, To, on
from rondel.errors import BadOption, Unsolvable
from rondel.search import Tree, alphabeta, expectimax
from tests.search.contests import Dice, Forever, Sharing

GOAL = Option("goal", 5, low=2, high=9)


class Pig(Game):
    """Roll a die of three or hold: a 1 loses what was rolled in this turn; who has held the goal wins.

    Each has three turns.
    """

    name = "pig"
    seats = ("a", "b")
    options = (GOAL,)

    def setup(self) -> To[PigTurn]:
        self.turn = self.add(Prop("turn", 0, visible_to=EVERYONE))
        self.turns = self.add(Prop("turns", 0, visible_to=EVERYONE))
        return PigTurn

    def over(self) -> To[PigTurn] | To[GameEnd]:
        """The turn ends."""
        self.turn.value = 0
        self.turns.value += 1
        if self.turns.value == 6 or self.score(self.player) >= self.option(GOAL):
            return GameEnd
        self.next_player()
        return PigTurn


class PigTurn(ActivePlayer[Pig]):
    """One of them rolls."""

    description = "{actplayer} must roll or hold"
    my_turn = "{you} must roll or hold"


@on(PigTurn, "{actplayer} does this: {what}")
def play(game: Pig, what: str) -> To[PigTurn] | To[GameEnd]:
    """Roll up to the goal, or keep what was rolled."""
    if what == "hold":
        game.set_score(game.player, game.score(game.player) + game.turn.value)
        return game.over()
    rolled = game.roll(3)
    if rolled == 1:
        return game.over()
    game.turn.value += rolled
    return PigTurn


@play.options
def may(game: Pig) -> tuple[str, ...]:
    """Nobody rolls when there is enough."""
    return ("hold",) if game.score(game.player) + game.turn.value >= game.option(GOAL) else ("hold", "roll")


def pig(mine: int, theirs: int, turn: int, turns: int, goal: int, known: dict[tuple[int, ...], float]) -> float:
    """What Pig is worth to who is on turn, worked out without the game."""
    key = (mine, theirs, turn, turns)
    if key not in known:
        held = mine + turn
        if held >= goal:
            value = 1.0
        elif turns == 5:
            value = float((held > theirs) - (held < theirs))
        else:
            value = -pig(theirs, held, 0, turns + 1, goal, known)
        if held < goal:
            lost = float((mine > theirs) - (mine < theirs)) if turns == 5 else -pig(theirs, mine, 0, turns + 1, goal, known)
            value = max(value, (lost + sum(pig(mine, theirs, turn + more, turns, goal, known) for more in (2, 3))) / 3)
        known[key] = value
    return known[key]


@pytest.mark.parametrize("goal", [3, 5, 8])
def test_a_whole_game_of_dice_is_worth_what_was_worked_out_without_it(goal: int) -> None:
    solution = expectimax(rondel.new(Pig, options={"goal": goal}))
    assert solution.exact
    assert solution.value["a"] == pytest.approx(pig(0, 0, 0, 0, goal, {}))
    assert solution.value["b"] == pytest.approx(-solution.value["a"])


def test_the_next_roll_is_not_looked_up() -> None:
    for seed in range(5):
        solution = expectimax(rondel.new(Dice, seed=seed))
        assert solution.value == pytest.approx({"a": 1 / 3, "b": -1 / 3})
        assert solution.best == "roll"
        assert solution.values == pytest.approx({"roll": 1 / 3})


def test_a_position_in_which_chance_answers_has_a_value_too() -> None:
    game = rondel.new(Dice, chance="explicit")
    game.push("roll")
    solution = expectimax(game)
    assert solution.best == ""
    assert solution.value == pytest.approx({"a": 1 / 3, "b": -1 / 3})


def test_gains_need_not_be_the_others_losses() -> None:
    assert expectimax(rondel.new(Sharing)).value == {"a": 2, "b": 3}


def test_more_than_two_each_maximise_their_own() -> None:
    game = rondel.new("stones", seats=3, options={"rows": 3, "columns": 3, "stones": 1, "turn_limit": 4})
    tree = Tree(game, merge=True)
    assert expectimax(game).value == tree.solve()


def test_without_chance_it_is_minimax() -> None:
    rng = Random(4)
    for _each in range(10):
        game = rondel.new("tic_tac_toe")
        for _move in range(3):
            game.push(rng.choice(game.moves()))
        assert expectimax(game).value == alphabeta(game).value


def test_as_far_ahead_as_asked_for() -> None:
    near = expectimax(rondel.new(Pig), depth=1, judge=lambda game, role: 0.5 if role == "a" else -0.5)
    assert (near.exact, near.value, near.depth) == (False, {"a": 0.5, "b": -0.5}, 1)
    assert expectimax(rondel.new(Pig), depth=60).exact
    shown = expectimax(rondel.new("cant_stop", seed=1), depth=2)
    assert not shown.exact
    assert shown.best
    with pytest.raises(BadOption, match="a search with depth=0"):
        expectimax(rondel.new(Pig), depth=0)


def test_what_is_hidden_is_weighed_only_when_it_is_said_to_be_known() -> None:
    """Kuhn poker with open cards: the higher card wins the ante, which is as often the one as the other."""
    game = rondel.new("kuhn_poker", chance="explicit")
    with pytest.raises(Unsolvable, match="'kuhn_poker' hides something"):
        expectimax(game)
    assert expectimax(game, knowing=True).value == pytest.approx({"first": 0, "second": 0})


def test_what_has_no_end_is_not_searched_whole() -> None:
    with pytest.raises(Unsolvable, match="'forever' goes on for more than 400 answers; search it with depth="):
        expectimax(rondel.new(Forever))
