"""The README's picture is the real page: taken here, and written to ``docs/images`` when asked to (RONDEL_PICTURE=write)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import ARTEFACTS
from tests.server.harness import Program

pytestmark = pytest.mark.browser

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "table.png"


def test_the_picture_of_the_readme(server: Program, seat: Any) -> None:
    ann = seat("Ann", viewport={"width": 1280, "height": 800}, color_scheme="light")
    ann.open_table(server.address, ("Black", "Me"), ("White", "Thinking bot"))
    for wanted in ("f5", "f4", "d3", "c4", "e3", "c6"):
        legal = ann.legal()
        place = f"board:{wanted}"
        with ann.moves_on():
            ann.click(place if place in legal else legal[0])
    ann.legal()
    taken = ARTEFACTS / "picture.png"
    ann.page.screenshot(path=taken)
    assert PICTURE.exists() or os.environ.get("RONDEL_PICTURE"), "write it with RONDEL_PICTURE=write"
    if os.environ.get("RONDEL_PICTURE") == "write":
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_bytes(taken.read_bytes())
