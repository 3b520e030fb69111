"""Props in Turnbase's format: any JSON value and no other, each refused with its path; all that is wrong at once."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

from rondel.engine import Row, TokenKind
from rondel.errors import BadPosition
from rondel.turnbase import props as module
from rondel.turnbase.props import plain, props_of, refuse, value_of


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (float("nan"), "odd is nan; JSON has no such number: use null, or a text"),
        (float("-inf"), "odd is -inf; JSON has no such number"),
        ({"a": [0, float("inf")]}, "odd.a[1] is inf; JSON has no such number"),
        ({1: "one"}, "odd has the key 1; keys are texts: write '1'"),
        ({"a": {None: 1}}, "odd.a has the key None; keys are texts"),
        ({1, 2}, "odd is {1, 2}; a prop holds JSON values"),
        ([b"x"], "odd[0] is b'x'; a prop holds JSON values"),
        (Row("inner"), "odd is Row('inner', 0 tokens); a prop holds JSON values: tokens lie in containers"),
        ([TokenKind("pawn")("white")], "odd[0] is pawn('white'); a prop holds JSON values: tokens lie in containers"),
        (
            {"box": {"props": {}, "contents": []}},
            "odd.box is a container; a prop holds JSON values: put it into containers",
        ),
        ([{"props": {"name": "pawn"}}], "odd[0] is a token; a prop holds JSON values: put it into a container"),
    ],
)
def test_what_is_no_json_is_refused_with_its_path(value: Any, said: str) -> None:
    problems: list[str] = []
    value_of(value, "odd", problems)
    assert len(problems) == 1
    assert problems[0].startswith(said)


def test_what_is_kept_does_not_change_with_what_was_given() -> None:
    given = {"list": [1, [2]], "object": {"deep": []}}
    kept = props_of(given, "props", [])
    given["list"][1].append(3)  # type: ignore[index]
    assert plain(kept) == {"list": [1, [2]], "object": {"deep": []}}
    plain(kept)["list"].append(4)
    assert plain(kept)["list"] == [1, [2]]


def test_all_problems_are_told_at_once_and_one_by_itself() -> None:
    refuse([], "the state")
    with pytest.raises(BadPosition, match=r"^one is wrong$"):
        refuse(["one is wrong"], "the state")
    with pytest.raises(BadPosition, match=r"^the state has 2 problems:\n  - one\n  - other$"):
        refuse(["one", "other"], "the state")
