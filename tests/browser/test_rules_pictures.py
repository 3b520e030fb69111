"""The pictures of positions on rules pages, as the site of the documentation shows them. RONDEL_PICTURE=write writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Player
from tests.browser.pictures import GAMES, SCHEMES, WRITTEN, keep, size
from tests.conftest import sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser

PAGES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*.md"))
POSITIONS = {page.stem: page.read_text(encoding="utf-8").count("```position\n") for page in PAGES if "." not in page.stem}
"""How many pictures the rules of each game have."""
DRAWN = [game for game, count in POSITIONS.items() if count]


def test_every_position_of_the_rules_has_a_picture_that_shows_it(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 720, "height": 900})
    other: list[str] = []
    assert len(DRAWN) >= 9
    for game in DRAWN if WRITTEN else sampled(DRAWN, DRAWN[::3]):
        count = POSITIONS[game]
        ann.page.goto(f"{server.address}/rules/{game}")
        drawn = ann.page.locator(".rules .position")
        drawn.nth(count - 1).wait_for()
        assert drawn.count() == count, game
        for number, position in enumerate(drawn.all(), 1):
            box = position.bounding_box()
            assert box is not None
            name = f"{game}-{number}"
            if WRITTEN:
                keep(ann.page, box, name)
            for scheme in SCHEMES:
                width, height = size((GAMES / f"{name}-{scheme}.webp").read_bytes())
                if not 0.9 < (width / height) / (box["width"] / box["height"]) < 1.1:
                    other.append(
                        f"{name}-{scheme} is {width} by {height}, and is drawn {box['width']:.0f} by {box['height']:.0f}"
                    )
    assert other == [], "take them again with `make pictures`"
