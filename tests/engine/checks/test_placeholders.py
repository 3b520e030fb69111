"""Placeholders of a game's texts: the check compares them with the known args."""

from __future__ import annotations

from pathlib import Path

import pytest

import rondel
from rondel.errors import DefinitionError
from tests.engine.rules.nim import NIM, nim


def test_placeholders_that_args_do_not_fill_are_found_where_the_source_says_so(tmp_path: Path) -> None:
    changed = NIM.replace("{actplayer} must take", "{actplayer} must take from {left_over}").replace(
        "    my_turn = ",
        "    def args(self, game: Nim, role: str) -> dict[str, Any]:\n        return {'left': 5}\n    my_turn = ",
    )
    (tmp_path / "nim_with_args.py").write_text(changed, encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        rondel.new(rondel.load(tmp_path / "nim_with_args.py"))
    (problem,) = caught.value.problems
    assert problem == (
        "the description of state 'Turn' has the unknown placeholder {left_over}; did you mean {left}? "
        "known here: {actplayer}, {you}, {left}"
    )


def test_placeholders_that_args_may_fill_are_not_judged() -> None:
    kind = nim(
        ("{actplayer} must take", "{actplayer} must take from {left}"),
        (
            "    my_turn = ",
            "    def args(self, game: Nim, role: str) -> dict[str, Any]:\n        return {'left': 5}\n    my_turn = ",
        ),
    )
    question = kind().view("two")["question"]
    assert question["text"] == "{actplayer} must take from {left}"
    assert question["args"]["left"] == 5


def test_escaped_braces_are_no_placeholders() -> None:
    assert nim(("takes {count}", "takes {{{count}}}"))().moves()[0].describe() == "one takes {1}"
