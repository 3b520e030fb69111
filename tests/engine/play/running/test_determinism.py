"""Running a rule again: rules that swallow their question, and rules that differ from their first run, are named."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import Grid, Prop, State, TokenKind
from rondel.engine.components.journal import Entry, Journal, Journaled
from rondel.engine.play.log import Told
from rondel.engine.play.running.question import Suspend, unfit
from rondel.engine.play.running.suspension import check_told, check_written
from rondel.engine.visibility import EVERYONE
from rondel.errors import RulesError
from tests.engine.rules.workshop import Step, Workshop, trial, workshop
from tests.engine.witness import witness

Piece = TokenKind("piece")


def told(name: str, **args: Any) -> tuple[int, None, Told]:
    return (0, None, Told(name, "", args, EVERYONE))


def written(first: str, second: int) -> list[Entry]:
    """The writes of a small rule: a token is made and put somewhere, and a prop is set."""
    journal = Journal(kinds=(Piece,))
    board = Grid("board", rows=2, columns=2)
    board._journal = journal
    board.put(Piece(), first)
    prop: Prop[int] = PROP
    journal.entries.append((prop, 0, 0, second))
    return journal.entries


PROP = Prop("count", 0)


def test_the_same_is_the_same_also_with_tokens_made_anew() -> None:
    one, other = written("a1", 3), written("a1", 3)
    assert one[0][3] is not other[0][3]
    holder = one[0][0]
    check_written("Turn", one, [(holder, *other[0][1:]), other[1]])
    check_told("Turn", [told("hit", at="a1")], [told("hit", at="a1")])
    check_told("Turn", [], [])


@pytest.mark.parametrize(("first", "second"), [("b1", 3), ("a1", 4)])
def test_other_writes_are_named(first: str, second: int) -> None:
    one, other = written("a1", 3), written(first, second)
    holder: Journaled = one[0][0]
    with pytest.raises(RulesError, match="a rule of state 'Turn' wrote something else when it was run again"):
        check_written("Turn", one, [(holder, *other[0][1:]), other[1]])


def test_fewer_writes_are_named() -> None:
    one = written("a1", 3)
    with pytest.raises(RulesError, match="wrote something else"):
        check_written("Turn", one, one[:1])


@pytest.mark.parametrize("again", [[], [told("miss")], [told("hit", at="b2")]])
def test_what_was_told_otherwise_or_not_at_all_is_named(again: list[Any]) -> None:
    with pytest.raises(RulesError, match="a rule of state 'Turn' told something else when it was run again"):
        check_told("Turn", [told("hit", at="a1")], again)


def test_an_answer_that_fits_no_more_says_what_is_offered() -> None:
    assert str(unfit("choose(7)", ["choose(1)", "choose(2)"])) == (
        "the answer 'choose(7)' does not fit when the rule is run again, which offers choose(1), choose(2): "
        "rules must be deterministic"
    )
    assert "which offers nothing" in str(unfit("choose(7)", []))


@trial
def swallows(game: Workshop) -> None:
    try:
        game.choose([1, 2], ask="?")
    except BaseException:  # noqa: BLE001 - the very fault that is to be found
        game.counter.value = 0


@trial
def swallows_and_asks_again(game: Workshop) -> None:
    swallows(game)
    game.choose([3, 4], ask="?")


@trial
def catches_errors(game: Workshop) -> None:
    try:
        game.counter.value = game.choose([1, 2], ask="?")
    except Exception:  # noqa: BLE001 - harmless: suspensions are no errors
        game.counter.value = 99


@pytest.mark.parametrize("guilty", [swallows, swallows_and_asks_again])
def test_a_swallowed_suspension_is_found(guilty: Any) -> None:
    game = workshop(guilty)
    before = witness(game)
    with pytest.raises(RulesError, match="swallowed its suspension: a bare 'except' or 'except BaseException' must not"):
        game.push(f"do({guilty.__name__})")
    assert witness(game) == before


@trial
def goes_in(game: Workshop) -> type[State[Any]]:
    return Step


def test_a_suspension_swallowed_on_entering_is_found() -> None:
    game = workshop(goes_in, enter=swallows)
    before = witness(game)
    with pytest.raises(RulesError, match="enter of Step swallowed its suspension"):
        game.push("do(goes_in)")
    assert witness(game) == before


@trial
def asks_then_swallows(game: Workshop) -> None:
    game.choose(["go"], ask="?")
    swallows(game)


def test_a_suspension_swallowed_after_an_answer_is_found() -> None:
    game = workshop(asks_then_swallows)
    game.push("do(asks_then_swallows)")
    before = witness(game)
    with pytest.raises(RulesError, match=r"do\(asks_then_swallows\) swallowed its suspension"):
        game.push("choose(go)")
    assert witness(game) == before


def test_catching_errors_is_harmless() -> None:
    game = workshop(catches_errors)
    game.push("do(catches_errors)")
    game.push("choose(2)")
    assert game.counter.value == 2


def test_a_suspension_is_no_error() -> None:
    assert not issubclass(Suspend, Exception)


RUNS = {"number": 0}


def again() -> int:
    """Hidden state of a rule's own: how often it has run."""
    RUNS["number"] += 1
    return RUNS["number"]


@trial
def writes_more_each_time(game: Workshop) -> None:
    for _each in range(again()):
        game.counter.value += 1
    game.choose([1, 2], ask="?")
    game.choose([1, 2], ask="?")


@trial
def writes_otherwise_each_time(game: Workshop) -> None:
    game.counter.value = again()
    game.choose([1, 2], ask="?")
    game.choose([1, 2], ask="?")


@trial
def offers_otherwise_each_time(game: Workshop) -> None:
    game.choose([f"option{again()}", "other"], ask="?")


@trial
def tells_otherwise_each_time(game: Workshop) -> None:
    game.notify("run", "run {number}", number=again())
    game.choose([1, 2], ask="?")


@trial
def tells_nothing_the_second_time(game: Workshop) -> None:
    if again() == 1:
        game.notify("first", "once only")
    game.choose([1, 2], ask="?")


@trial
def asks_only_the_first_time(game: Workshop) -> None:
    if again() == 1:
        game.choose([1, 2], ask="?")


@trial
def asks_another_the_second_time(game: Workshop) -> None:
    game.choose([1, 2], ask="?", role="left" if again() == 1 else "right")


@pytest.mark.parametrize(
    "guilty",
    [
        writes_more_each_time,
        writes_otherwise_each_time,
        offers_otherwise_each_time,
        tells_otherwise_each_time,
        tells_nothing_the_second_time,
        asks_only_the_first_time,
        asks_another_the_second_time,
    ],
)
def test_a_rule_that_runs_otherwise_the_second_time_is_found(guilty: Any) -> None:
    RUNS["number"] = 0
    game = workshop(guilty)
    game.push(f"do({guilty.__name__})")
    before = witness(game)
    first = game.moves()[0]
    with pytest.raises(RulesError, match="must be deterministic"):
        game.push(first)
    assert witness(game) == before
