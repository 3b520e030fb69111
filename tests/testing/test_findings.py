"""Findings: each mistake of the catalogue is found in its file, on the right line, in the time that an editor gives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rondel.engine import registry
from rondel.testing.findings import GAMES, TRIED, Finding, findings, in_json
from rondel.testing.traced_watch import TracedWatch
from tests.testing.mistakes.catalogue import MISTAKES

BASES = {name: (Path(__file__).parent / "mistakes" / f"{name}.py").read_text(encoding="utf-8") for name in ("nim", "market")}
FOUND = [
    name
    for name, each in MISTAKES.items()
    if not each.file and each.games <= GAMES and (not each.law or each.law in TRIED) and name != "endless loop"
]
"""All but those that need more games, a second file or a second process; loops have a test of their own."""
NIM = BASES["nim"]


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Take the games of these files out of the registry, which other tests list."""
    before = dict(registry.LOADED)
    yield
    for name in [each for each in registry.LOADED if each not in before]:
        del registry.LOADED[name]


def found(folder: Path, text: str, *laws: str, name: str = "nim") -> list[Finding]:
    """The findings for a text, with one law alone."""
    file = folder / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    return findings(file, seconds=60, laws=laws or ("moves",), watch=TracedWatch(limit=0.3))


def marked(text: str, finding: Finding) -> str:
    """What an editor marks."""
    line = text.split("\n")[finding.line - 1].encode("utf-16-le")
    return line[2 * finding.column - 2 : 2 * finding.end - 2].decode("utf-16-le")


@pytest.mark.parametrize("name", FOUND)
def test_a_mistake_is_found_on_its_line(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    text = BASES[mistake.base].replace(mistake.old, mistake.new)
    [finding] = found(tmp_path, text, *[mistake.law] if mistake.law else [], name=mistake.base)
    assert finding.severity == "error"
    assert mistake.at in text.split("\n")[finding.line - 1]
    said = [each.removesuffix(" in setup") for each in mistake.says if f"{mistake.base}.py" not in each]
    assert [each for each in said if each not in finding.message] == []
    assert f"{mistake.base}.py line {finding.line}" not in finding.message  # the mark shows it


@pytest.mark.parametrize("name", BASES)
def test_correct_rules_have_no_finding(name: str, tmp_path: Path) -> None:
    assert found(tmp_path, BASES[name], name=name) == []


@pytest.mark.parametrize(
    ("text", "severity", "said", "line", "mark"),
    [
        ("x = (1,\n", "error", "SyntaxError: '(' was never closed", 1, "(1,"),
        ("def f():\nreturn 1\n", "error", "IndentationError: expected an indented block", 2, "return"),
        ("x = 'ä😀' + yy\n", "error", "NameError: name 'yy' is not defined", 1, "yy"),
        ("x = 1\0\n", "error", "null bytes", 1, "x = 1\0"),
        ("", "error", "nim.py' holds no game", 1, ""),
        ("import json\n\njson.loads('{')\n", "error", "JSONDecodeError", 3, "json.loads('{')"),
        ("import nobody_has_it\n", "error", "No module named 'nobody_has_it'", 1, "import nobody_has_it"),
        ("x = 1\nwhile True:\n    pass\n", "error", "ran for more than 0.3 s and did not return", None, None),
        ("import sys\nsys.exit(0)\n", "error", "end the program", 2, "sys.exit(0)"),
        (NIM + "\n\nX = 1 if 1 is 1 else 2\n", "warning", 'SyntaxWarning: "is" with', None, None),
    ],
)
def test_what_keeps_a_file_from_being_loaded(
    text: str, severity: str, said: str, line: int | None, mark: str | None, tmp_path: Path
) -> None:
    [finding] = found(tmp_path, text)
    assert finding.severity == severity
    assert said in finding.message
    if line is not None:
        assert (finding.line, marked(text, finding)) == (line, mark)


def test_an_endless_loop_is_named_with_its_line(tmp_path: Path) -> None:
    text = "x = 1\nwhile True:\n    x += 1\n"
    [finding] = found(tmp_path, text)
    assert finding.line in (2, 3)
    assert finding.message == "a rule ran for more than 0.3 s and did not return; an endless loop?"


def test_an_error_of_play_says_after_which_moves(tmp_path: Path) -> None:
    text = NIM.replace("return PlayerTurn", "return 1 // 0", 1)
    [finding] = found(tmp_path, text, "moves")
    assert finding.message.startswith("ZeroDivisionError")


def test_the_browser_is_handed_json(tmp_path: Path) -> None:
    [finding] = json.loads(in_json("x = (", str(tmp_path / "rules.py")))
    assert finding == {"severity": "error", "message": "SyntaxError: '(' was never closed", "line": 1, "column": 5, "end": 6}
