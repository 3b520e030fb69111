"""Running a rule again: what is not the same as before is named; what is the same, tokens made anew included, passes."""

from __future__ import annotations

from typing import Any

import pytest

from rondel.engine import Grid, Prop, TokenKind
from rondel.engine.components.journal import Entry, Journal, Journaled
from rondel.engine.play.log import Told
from rondel.engine.play.running.determinism import check_told, check_written, unfit
from rondel.engine.visibility import EVERYONE
from rondel.errors import RulesError

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
