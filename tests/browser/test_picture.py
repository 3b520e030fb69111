"""The README's picture is the real page: taken here, and written to ``docs/images`` by RONDEL_PICTURE=write."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.pictures import ROOT, TAKEN, WRITTEN
from tests.server.harness import Program

pytestmark = pytest.mark.browser

PICTURE = ROOT / "docs" / "images" / "table.png"


def test_the_picture_of_the_readme(server: Program, seat: Any) -> None:
    if not TAKEN:
        assert PICTURE.exists(), "write it with RONDEL_PICTURE=write"
        return
    ann = seat("Ann", viewport={"width": 1280, "height": 800}, color_scheme="light")
    ann.open_table(server.address, ("Black", "Me"), ("White", "Thinking bot"))
    for wanted in ("f5", "f4", "d3", "c4", "e3", "c6"):
        legal = ann.legal()
        place = f"board:{wanted}"
        with ann.moves_on():
            ann.click(place if place in legal else legal[0])
    ann.legal()
    taken = ann.page.screenshot()
    if WRITTEN:
        PICTURE.write_bytes(taken)
