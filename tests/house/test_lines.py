"""How long the games are: what is counted, and that the table in the docs is not out of date."""

from __future__ import annotations

from pathlib import Path

import lines

from rondel.shelf import CATALOGUE

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def rows(table: list[str]) -> dict[str, list[str]]:
    cells = [[each.strip() for each in line.strip("|").split("|")] for line in table if line.startswith("| `")]
    return {row[0].strip("`"): row[1:] for row in cells}


def test_words_are_no_code(tmp_path: Path) -> None:
    source = '"""Words."""\n\n# more words\nTITLE = _("Nim")\n\n\ndef estimate() -> int:\n    """Words."""\n    return 0\n'
    (tmp_path / "nim.py").write_text(source, encoding="utf-8")
    assert lines.code_lines(source) == {4, 7, 9}
    assert lines.sorts(tmp_path / "nim.py") == {"rules": 0, "texts": 1, "looks": 0, "bots": 2}


def test_c_plus_plus_is_counted_without_tests_and_comments(tmp_path: Path) -> None:
    (tmp_path / "nim.cc").write_text("// words\n\nint a;\n/* words\n more */\nint b; // words\n", encoding="utf-8")
    (tmp_path / "nim_test.cc").write_text("int c;\n", encoding="utf-8")
    assert lines.plus_plus(tmp_path) == 2


def test_the_table_has_every_game_about_as_long_as_it_is() -> None:
    printed, counted = (
        rows(PAGE.read_text(encoding="utf-8").partition("## How long they are")[2].splitlines()),
        rows(lines.table(None)),
    )
    assert set(printed) == set(counted) == set(CATALOGUE)
    for name, cells in counted.items():
        said, found = (sum([int(each) for each in row[:4]]) for row in (printed[name], cells))
        assert abs(said - found) <= 0.1 * found + 5, f"{name}: run scripts/lines.py, and copy what it prints to docs/games.md"
