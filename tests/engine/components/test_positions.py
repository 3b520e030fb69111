"""Positions: those that a game has been in, for rules about repetition."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Positions, Prop, To, _, on
from rondel.engine.records.record import restore
from rondel.errors import BadPosition, NothingToUndo, RulesError


class Swing(Game):
    """A swing goes left and right; the third time it has been on a side, the game is over."""

    name = "swing"
    title = _("Swing")
    seats = ("child",)

    def setup(self) -> To[Turn]:
        self.side = self.add(Prop("side", "middle", visible_to=EVERYONE))
        self.seen = self.add(Positions("seen", visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Swing]):
    """The child swings."""

    description = _("{actplayer} swings")
    my_turn = _("{you} swing")


@on(Turn, _("{actplayer} swings to the {side}"))
def swing(game: Swing, side: str) -> To[Turn] | To[GameEnd]:
    game.side.value = side
    if side == "middle":
        game.seen.forget()
        return Turn
    return GameEnd if game.seen.note(side) == 3 else Turn


@swing.options
def sides(game: Swing) -> Iterable[str]:
    return ["left", "right", "middle"]


def test_a_position_is_counted_each_time() -> None:
    game = Swing()
    for side in ("left", "right", "left"):
        game.push(f"swing({side})")
    assert game.seen.value == ("left", "right", "left")
    assert game.seen.times == 2
    game.push("swing(left)")
    assert game.is_over


def test_forgotten_positions_count_no_more() -> None:
    game = Swing()
    assert game.seen.times == 0
    for side in ("left", "left", "middle"):
        game.push(f"swing({side})")
    assert game.seen.times == 0
    game.pop()
    assert game.seen.times == 2, "what was forgotten is known again after a pop"
    game.pop()
    assert game.seen.times == 1


def test_positions_that_were_taken_back_count_no_more() -> None:
    game = Swing()
    for side in ("left", "right", "left"):
        game.push(f"swing({side})")
    game.pop()
    game.push("swing(right)")
    assert not game.is_over
    game.push("swing(left)")
    assert (game.seen.times, game.is_over) == (2, False)
    game.push("swing(right)")
    assert game.is_over


def test_to_forget_nothing_is_no_change() -> None:
    game = Swing()
    game.push("swing(middle)")
    game.push("swing(middle)")
    before = len(game._machine.journal.entries)
    game.seen.forget()
    assert len(game._machine.journal.entries) == before


def test_copies_and_restored_games_have_seen_the_same() -> None:
    game = Swing()
    game.push("swing(left)")
    for other in (game.copy(), restore(Swing, game.snapshot())):
        other.push("swing(left)")
        other.push("swing(left)")
        assert other.is_over
    assert game.seen.times == 1


@pytest.mark.parametrize("position", [3, None, ("left",)])
def test_a_position_is_noted_as_a_text(position: Any) -> None:
    with pytest.raises((RulesError, TypeError), match=r"noted as a text|str object expected"):
        Positions("seen").note(position)


@pytest.mark.parametrize("value", [{"left": 1}, ["left", 2], "left", 3])
def test_a_start_position_with_anything_else_is_refused(value: object) -> None:
    with pytest.raises((RulesError, BadPosition), match="a list of texts"):
        Swing(position={"state": "Turn", "props": {"seen": value}})


def test_no_page_draws_them() -> None:
    assert rondel.new(Swing).scene()["quiet"] == ["seen"]


@given(st.lists(st.sampled_from(["left", "right", "middle", "back", "back", "ask"]), max_size=60))
def test_the_counts_are_right_whatever_was_taken_back(steps: list[str]) -> None:
    game = Swing()
    for step in steps:
        if step == "back":
            with suppress(NothingToUndo):
                game.pop()
        elif step == "ask":
            assert [side in game.seen for side in ("left", "right")] == [side in game.seen.value for side in ("left", "right")]
        elif not game.is_over:
            game.push(f"swing({step})")
            noted = game.seen.value
            assert game.is_over == (step != "middle" and noted.count(step) == 3)
            assert game.seen.times == noted.count(step)
