"""The one tree of errors: codes unique and documented, every message whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rondel
from rondel import errors

PAGE = Path(__file__).resolve().parents[1] / "docs" / "errors.md"


def tree(root: type[errors.RondelError] = errors.RondelError) -> list[type[errors.RondelError]]:
    """An error class and all below it that the module of errors defines."""
    below = [each for each in root.__subclasses__() if each.__module__ == errors.__name__]
    return [root, *(each for one in below for each in tree(one))]


def test_codes_are_unique() -> None:
    codes = [each.code for each in tree()]
    assert len(codes) == len(set(codes))


def test_codes_are_words() -> None:
    assert [each.code for each in tree() if not re.fullmatch(r"[a-z]+(_[a-z]+)*", each.code)] == []


def test_every_error_of_the_module_is_in_the_tree() -> None:
    classes = {value for value in vars(errors).values() if isinstance(value, type) and value.__module__ == errors.__name__}
    assert classes == set(tree())


def test_every_error_is_documented_with_its_class() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert rows == {each.code: each.__name__ for each in tree()}


def test_a_definition_error_lists_every_offender() -> None:
    error = errors.DefinitionError("Nim", ["state 'Turn' has no action", "state 'Lost' is never reached"])
    assert error.problems == ("state 'Turn' has no action", "state 'Lost' is never reached")
    assert str(error) == (
        "Nim cannot be played; 2 problems:\n  - state 'Turn' has no action\n  - state 'Lost' is never reached"
    )


def test_one_problem_is_not_two_problems() -> None:
    assert "1 problem:" in str(errors.DefinitionError("Nim", ["state 'Turn' has no action"]))


def test_what_somebody_gave_is_repeated_but_not_at_any_length() -> None:
    assert errors.quoted("d3") == "'d3'"
    assert len(errors.quoted("☃" * 10_000)) == len(errors.quoted(list(range(10_000)))) == errors.LONGEST


def test_a_refused_move_is_cut_in_what_is_said_of_it() -> None:
    for text in ("mark(" + "z" * 10_000 + ")", "pop" * 10_000):
        with pytest.raises(errors.AnswerError, match=re.escape(text[:70]) + "[zpo]*…'") as refused:
            rondel.new("tic_tac_toe").push(text)
        assert len(str(refused.value)) < 400
