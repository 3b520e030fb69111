"""Take-backs: whose consent they need, and what the terms allow."""

from __future__ import annotations

import doctest

import pytest

import rondel
from rondel.errors import NothingToUndo
from rondel.server.protocol import Outcome, PerMove, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table import takeback
from rondel.server.table.agreements import TableState
from rondel.server.table.commands import Unreachable
from rondel.server.table.entries import SeatEntry
from rondel.server.table.takeback import allowed, check_offered, consents, take_back


def played(*cells: str) -> rondel.Game:
    game = rondel.new("tic_tac_toe")
    for cell in cells:
        game.push(f"mark({cell})")
    return game


@pytest.mark.parametrize(
    ("kinds", "held", "agreed"),
    [
        (("person", "person"), ("x",), False),
        (("person", "person"), ("x", "o"), True),
        (("person", "bot"), ("x",), True),
        (("person", "open"), ("x",), True),
    ],
)
def test_who_agrees_unasked(kinds: tuple[str, str], held: tuple[str, ...], agreed: bool) -> None:
    seats = [SeatEntry(role, kind) for role, kind in zip("xo", kinds, strict=True)]  # type: ignore[arg-type]
    assert consents(seats, "x", held) is agreed


@pytest.mark.parametrize(
    ("terms", "agreed", "code"),
    [(Terms(undo="never"), True, "no_undo"), (Terms(undo="asked"), False, "undo_barrier")],
)
def test_by_the_terms_it_is_refused_and_the_game_is_as_it_was(terms: Terms, agreed: bool, code: str) -> None:
    game = played("b2")
    assert not allowed(game, terms, TableState(), "x", agreed)
    before = game.key()
    with pytest.raises(Refusal, match=rf"^{code}: "):
        take_back(game, terms, "x", agreed, 0)
    assert game.key() == before


def test_nothing_is_taken_back_of_a_game_that_counts_and_is_over_or_by_who_has_left() -> None:
    won = ("a1", "a2", "b1", "b2", "c1")
    for terms, free in ((Terms(), True), (Terms(rated=True), False), (Terms(clock=PerMove(60)), False)):
        game = played(*won)
        assert allowed(game, terms, TableState(), "x", True) is free
        if not free:
            with pytest.raises(Refusal, match=r"^game_over: "):
                take_back(game, terms, "x", True, 0)
    for state in (TableState(departed={"x": "resigned"}), TableState(outcome=Outcome("ended", {}))):
        assert not allowed(played("b2"), Terms(), state, "x", True)


def test_what_may_lie_before_the_snapshot_is_out_of_reach_and_not_impossible() -> None:
    game = played()
    with pytest.raises(NothingToUndo):
        take_back(game, Terms(), "x", True, 0)
    with pytest.raises(Refusal, match=r"^no_undo: "):
        check_offered(game, Terms(), TableState(), "x", 0)
    with pytest.raises(Unreachable):
        take_back(game, Terms(), "x", True, 64)
    with pytest.raises(Unreachable):
        check_offered(game, Terms(), TableState(), "x", 64)
    with pytest.raises(Refusal, match=r"^no_undo: "):
        check_offered(game, Terms(undo="never"), TableState(), "x", 64)
    check_offered(played("b2"), Terms(), TableState(), "x", 0)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(takeback).failed == 0
