"""What is wrong with rules, read from what Python prints."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from rondel.server.dev.diagnosis import in_words, told
from rondel.server.dev.source import Source
from rondel.server.table.commands import Broken

RULES = "def take(heap):\n    return heap / 0\n"


def broken(path: Path, code: str) -> str:
    """What Python prints of that code, as a table tells of it."""
    try:
        try:
            exec(compile(code, str(path), "exec"), names := {"__name__": "nim"})  # noqa: S102
            names["take"](3)  # type: ignore[operator]
        except ZeroDivisionError as error:
            raise Broken("the rules of nim failed to step") from error
    except (Broken, SyntaxError) as error:
        return "".join(traceback.format_exception(error))
    raise AssertionError("nothing was wrong")


@pytest.mark.parametrize(
    ("code", "message", "line", "inside"),
    [
        (RULES, "ZeroDivisionError: division by zero", 2, "take"),
        ("x = 1\nclass Nim(Game:\n", "SyntaxError: ", 2, ""),
    ],
)
def test_the_authors_line_is_found_and_what_was_raised_there(
    tmp_path: Path, code: str, message: str, line: int, inside: str
) -> None:
    path = tmp_path / "nim.py"
    path.write_text(code)
    trouble = told("rules", broken(path, code), Source(path))
    assert trouble.message.startswith(message)
    assert (trouble.file, trouble.line, trouble.inside) == ("nim.py", line, inside)
    assert trouble.code == code.splitlines()[line - 1].strip()
    assert in_words(trouble).startswith(f"nim.py, line {line}")
    elsewhere = told("rules", broken(path, code), Source(tmp_path / "other.py"))
    assert (elsewhere.file, elsewhere.line) == ("", None)


def test_what_is_wrong_with_a_definition_is_told_whole() -> None:
    text = (
        'Traceback (most recent call last):\n  File "/rondel/engine/rules.py", line 9, in check\n    raise DefinitionError\n'
        "rondel.errors.DefinitionError: Nim cannot be played; 2 problems:\n  - one\n  - two\n"
    )
    assert told("file", text, Source(Path("nim.py"))).message == "Nim cannot be played; 2 problems:\n  - one\n  - two"
