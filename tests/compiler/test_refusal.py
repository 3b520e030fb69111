"""Messages of the type checker and the compiler become refusals with a place and a fix."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from rondel.compiler import refusal as module
from rondel.compiler.refusal import SYNTAX, TYPE, UNSUPPORTED, Refusal, Refused, sorted_out


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


def test_a_type_error_keeps_its_words_and_gets_a_fix() -> None:
    said = '/games/hex.py:31:22: error: Item "None" of "Token | None" has no attribute "owner"  [union-attr]'
    [found] = sorted_out([said], TYPE)
    assert (found.kind, found.file, found.line, found.column) == (TYPE, Path("/games/hex.py"), 31, 22)
    assert found.message == 'Item "None" of "Token | None" has no attribute "owner"'
    assert str(found).splitlines() == [
        '/games/hex.py:31:22: type error: Item "None" of "Token | None" has no attribute "owner"',
        "    instead: test first: if it is not None: ...",
    ]


def test_notes_belong_to_the_error_before_them() -> None:
    said = [
        'hex.py:4:1: error: Unsupported left operand type for + ("None")  [operator]',
        'hex.py:4:1: note: Left operand is of type "int | None"',
        "hex.py:4:1: note: See https://example.org for more",
    ]
    [found] = sorted_out(said, TYPE)
    assert found.message == 'Unsupported left operand type for + ("None") (Left operand is of type "int | None")'


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Nested class definitions not supported", "a class inside a function"),
        ("Unsupported statement in class body", "a statement in the body of a class"),
        ("Multiple inheritance is not supported (except for traits)", "a class with two bases"),
        ("Inheriting from most builtin types is unimplemented", "a class that extends a built-in type"),
        ("Exception groups and except* cannot be compiled yet", "except*"),
        ("Something that a later compiler says", "Something that a later compiler says"),
    ],
)
def test_what_the_compiler_does_not_know_is_said_in_our_words(said: str, words: str) -> None:
    [found] = sorted_out([f"hex.py:9: error: {said}"], UNSUPPORTED)
    assert found.kind == UNSUPPORTED
    assert found.message.startswith(words)
    assert (found.line, found.column) == (9, 1)
    assert found.fix


def test_syntax_is_told_apart_and_warnings_are_none() -> None:
    said = ["hex.py:2:5: error: Invalid syntax  [syntax]", "hex.py:3: warning: Treating generator comprehension as list"]
    assert [each.kind for each in sorted_out(said, TYPE)] == [SYNTAX]


def test_an_error_lists_its_refusals() -> None:
    error = Refused([Refusal(TYPE, Path("hex.py"), 1, 2, "wrong", "right")], "not compiled")
    assert str(error) == "not compiled\nhex.py:1:2: type error: wrong\n    instead: right"
    assert error.code == "not_compiled"
    assert error.refusals[0].to_json() == {
        "kind": TYPE, "file": "hex.py", "line": 1, "column": 2, "message": "wrong", "fix": "right",
    }  # fmt: skip
