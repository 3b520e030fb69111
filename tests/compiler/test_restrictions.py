"""What the compiler takes and does differently is found in the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.compiler.restrictions import restricted
from rondel.compiler.source_modules import SourceModules


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("class Turn(State, goes='on'):\n    pass\n", 1, "drops the keyword 'goes' of a class statement"),
        ("class Turn(metaclass=ABCMeta):\n    pass\n", 1, "a class with a metaclass"),
        ("x = 1\ndef _(text):\n    return text\n", 2, "a compiled function called _"),
        (
            "class T:\n    @on\n    def go(self): ...\n    @go.options\n    def cells(self): ...\n",
            4,
            "reads 'go' of the same class",
        ),
    ],
)
def test_a_silent_difference_is_refused(tmp_path: Path, text: str, line: int, words: str) -> None:
    (tmp_path / "nim.py").write_text(text, encoding="utf-8")
    [found] = restricted(SourceModules(tmp_path / "nim.py"))
    assert found.line == line
    assert words in found.message
    assert found.fix


def test_properties_and_plain_decorators_are_not(tmp_path: Path) -> None:
    text = (
        "class T:\n    @property\n    def size(self): ...\n    @size.setter\n    def size(self, to): ...\n"
        "@on(T)\ndef go(game): ...\n@go.options\ndef cells(game): ...\n"
    )
    (tmp_path / "nim.py").write_text(text, encoding="utf-8")
    assert restricted(SourceModules(tmp_path / "nim.py")) == []
