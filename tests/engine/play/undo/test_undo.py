"""The player's undo: freely until somebody has learnt something; across that, the others must agree."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from rondel.engine import Game
from rondel.engine.records.record import replay
from rondel.errors import NothingToUndo, UndoBarrier, UnknownRole
from rondel.shelf.tic_tac_toe import TicTacToe
from tests.engine.play.running.test_suspension import does_anything, flock
from tests.engine.rules.duel import Duel
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing
from tests.engine.rules.workshop import Piece, Workshop, trial, workshop
from tests.engine.seeds import mostly_compiled
from tests.engine.witness import seen, unnumbered, witness


def refused(game: Any, role: str, why: str) -> None:
    """The role may not take back alone; nothing has changed."""
    before = witness(game)
    assert not game.may_undo(role)
    assert game.may_undo(role, agreed=True)
    with pytest.raises(UndoBarrier) as caught:
        game.undo(role)
    assert str(caught.value) == f"{role} cannot take back its last answer alone: {why}; the others must agree"
    assert caught.value.code == "undo_barrier"
    assert witness(game) == before


# -- freely ------------------------------------------------------------------------------------------------------------


def test_ones_own_steps_are_taken_back_one_by_one() -> None:
    game = flock([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    views = []
    for answer in ("play(All-purpose Sheep)", "choose(Meteor)", "choose(1)", "choose(3)", "choose(10)"):
        views.append(seen(game))
        game.push(answer)
    while views:
        assert game.may_undo("shepherd")
        game.undo("shepherd")
        assert unnumbered(seen(game)) == unnumbered(views.pop())
    assert not game.may_undo("shepherd", agreed=True)
    with pytest.raises(NothingToUndo, match="shepherd has not answered anything that could be taken back"):
        game.undo("shepherd")
    answers = game.record()["answers"]
    assert [text for _role, text in answers[5:]] == ["@undo"] * 5
    assert {role for role, _text in answers} == {"shepherd"}


@trial
def moves_openly(game: Workshop) -> None:
    """All that is moved is seen by everybody, before and after."""
    game.open[0].move_to(game.board)
    game.open[0].owner = "left"
    game.board.add(Piece(face="new"))
    game.counter.value += 1


@trial
def hides(game: Workshop) -> None:
    game.open[0].move_to(game.hidden)


@pytest.mark.parametrize("harmless", [moves_openly, hides])
def test_what_tells_nobody_anything_is_taken_back(harmless: Any) -> None:
    game = workshop(harmless)
    before = seen(game)
    game.push(f"do({harmless.__name__})")
    game.undo("left")
    assert unnumbered(seen(game)) == unnumbered(before)


def test_the_last_move_of_a_game_is_taken_back() -> None:
    game = TicTacToe()
    for cell in ("a1", "b1", "a2", "b2", "a3"):
        game.push(f"mark({cell})")
    game.undo("x")
    assert game.active == ("x",)
    assert not game.is_over


# -- barriers ----------------------------------------------------------------------------------------------------------


def test_another_role_that_was_asked_is_a_barrier() -> None:
    game = TicTacToe()
    game.push("mark(a1)")
    refused(game, "x", "o has been asked since")
    game.push("mark(b1)")
    refused(game, "x", "o has been asked since")
    refused(game, "o", "x has been asked since")


@trial
def rolls_a_die(game: Workshop) -> None:
    game.counter.value = game.roll()


@trial
def asks_then_rolls(game: Workshop) -> None:
    game.choose([1, 2], ask="?")
    game.roll()
    game.choose([1, 2], ask="?")


@pytest.mark.parametrize("chance", ["seeded", "explicit"])
def test_an_answer_of_chance_is_a_barrier(chance: str) -> None:
    game = workshop(rolls_a_die, chance=chance)
    game.push("do(rolls_a_die)")
    if chance == "explicit":
        game.push("roll(3)")
    refused(game, "left", "chance has answered since")


def test_an_answer_of_chance_within_a_rule_is_a_barrier_behind_which_one_is_free() -> None:
    game = workshop(asks_then_rolls)
    game.push("do(asks_then_rolls)")
    game.undo("left")
    game.push("do(asks_then_rolls)")
    game.push("choose(1)")
    refused(game, "left", "chance has answered since")
    game.push("choose(2)")
    game.undo("left")
    refused(game, "left", "chance has answered since")


@trial
def reveals_to_all(game: Workshop) -> None:
    game.hidden[0].move_to(game.open)


@trial
def reveals_to_the_mover(game: Workshop) -> None:
    game.hidden[0].move_to(game.hands["left"])


@trial
def plays_from_the_hand(game: Workshop) -> None:
    game.hands["left"][0].move_to(game.board)


@trial
def reveals_by_a_way_round(game: Workshop) -> None:
    token = game.hidden[0]
    token.remove()
    game.board.put(token, "b2")


@trial
def reveals_and_hides(game: Workshop) -> None:
    game.hidden[0].move_to(game.open)
    game.open[-1].move_to(game.hidden)


@pytest.mark.parametrize(
    "revealing",
    [reveals_to_all, reveals_to_the_mover, plays_from_the_hand, reveals_by_a_way_round, reveals_and_hides],
)
def test_what_was_revealed_is_a_barrier(revealing: Any) -> None:
    """What was shown, and to whom, the error does not say: it may not be for the player to know."""
    game = workshop(revealing)
    game.push(f"do({revealing.__name__})")
    with pytest.raises(UndoBarrier, match="alone: something hidden has been shown since; the others must agree"):
        game.undo("left")
    before = seen(workshop(revealing))
    game.undo("left", agreed=True)
    assert seen(game) == before


def test_a_secret_answer_is_taken_back_only_by_changing_it() -> None:
    game = Duel(seed=1)
    game.push("go")
    game.push("say(2)", "left")
    refused(game, "left", "right has been asked since")
    game.push("say(1)", "left")
    game.push("say(1)", "right")
    assert game.said.value == (1, 1)


# -- with the others' consent ------------------------------------------------------------------------------------------


def test_the_others_may_agree() -> None:
    game = TicTacToe()
    positions = []
    for cell in ("a1", "b1", "a2", "b2"):
        positions.append(seen(game))
        game.push(f"mark({cell})")
    game.undo("x", agreed=True)
    assert seen(game) == positions[2], "back to before its last answer, and the other's since"
    assert game.record()["answers"][4:] == [["x", "@undo!"]]
    game.undo("x", agreed=True)
    assert seen(game) == positions[0]
    with pytest.raises(NothingToUndo):
        game.undo("o", agreed=True)


def test_a_record_with_undo_replays() -> None:
    game = TicTacToe()
    for cell in ("a1", "b1", "a2", "b2"):
        game.push(f"mark({cell})")
    game.undo("x", agreed=True)
    game.push("mark(c3)")
    game.undo("o", agreed=True)
    game.push("mark(c1)")
    record = json.loads(json.dumps(game.record()))
    again = replay(TicTacToe, record, None)
    assert seen(again) == seen(game)
    assert again.record() == game.record()
    for each in (game, again):
        each.undo("o", agreed=True)
    assert seen(again) == seen(game)


def test_a_record_with_undo_across_chance_replays() -> None:
    game = Flock(seed=3)
    for _each in range(3):
        game.push(game.moves()[0])
        game.undo("shepherd", agreed=True)
    game.push(game.moves()[-1])
    again = replay(Flock, json.loads(json.dumps(game.record())), 3)
    assert witness(again) == witness(game)


def test_pop_goes_back_beyond_an_undo() -> None:
    game = TicTacToe()
    start = witness(game)
    game.push("mark(a1)")
    after = seen(game)
    game.push("mark(b1)")
    game.undo("o", agreed=True)
    assert seen(game) == after
    game.pop()
    game.pop()
    assert seen(game) == after
    game.pop()
    assert witness(game) == start


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_only_roles_take_back() -> None:
    game = TicTacToe()
    for role in ("z", "observer", "chance"):
        with pytest.raises(UnknownRole, match=f"unknown role {role!r}"):
            game.undo(role)


def test_a_copy_begins_where_it_was_made() -> None:
    game = TicTacToe()
    game.push("mark(a1)")
    with pytest.raises(NothingToUndo):
        game.copy().undo("x")


@pytest.mark.parametrize("name", ["workshop", "flock", "passing"])
@pytest.mark.parametrize("seed", mostly_compiled(range(4), 1))
@pytest.mark.no_cover
def test_games_with_much_taken_back_replay_to_the_same(name: str, seed: int) -> None:
    """With the seed, to the last byte: also what is drawn next."""
    made: dict[str, Callable[[], Game]] = {
        "workshop": lambda: workshop(does_anything, enter=does_anything, options={"number": seed}, seed=seed),
        "flock": lambda: Flock(seed=seed),
        "passing": lambda: Passing(seed=seed, options={"held": 4}),
    }
    game = made[name]()
    chooser = random.Random(seed)
    for _each in range(40):
        if game.is_over or chooser.random() < 0.3:
            role = chooser.choice(game.roles)
            if game.may_undo(role, agreed=True):
                alone = game.may_undo(role)
                before = witness(game)
                if not alone:
                    with pytest.raises(UndoBarrier):
                        game.undo(role)
                    assert witness(game) == before
                game.undo(role, agreed=not alone)
        else:
            role = chooser.choice(game.active)
            game.push(chooser.choice(game.moves(role)), role)
    record = json.loads(json.dumps(game.record()))
    assert sum(text.startswith("@undo") for _role, text in record["answers"]) > 2
    assert witness(replay(type(game), record, seed)) == witness(game)
    assert seen(replay(type(game), record, None)) == seen(game)


def test_what_may_be_taken_back_is_known_beforehand() -> None:
    game = TicTacToe()
    assert not game.may_undo("x", agreed=True)
    game.push("mark(a1)")
    assert not game.may_undo("x")
    assert game.may_undo("x", agreed=True)
    assert not game.may_undo("o", agreed=True)
    with pytest.raises(UnknownRole):
        game.may_undo("z")
