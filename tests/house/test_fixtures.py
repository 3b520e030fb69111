"""The positions that the page's tests draw are those that the engine makes now."""

from __future__ import annotations

import runpy
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "web" / "tests" / "fixtures"


def test_the_fixtures_of_the_page_are_fresh() -> None:
    made: dict[str, str] = runpy.run_path(str(FOLDER / "make.py"))["fixtures"]()
    assert made.keys() == {path.name for path in FOLDER.glob("*.json")}
    stale = [name for name, text in made.items() if (FOLDER / name).read_text(encoding="utf-8") != text]
    assert stale == [], "run `python web/tests/fixtures/make.py`"
