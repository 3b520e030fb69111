"""Names as people choose them: long, in other scripts, with markup in them; none may break the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Player
from tests.server.harness import Program

pytestmark = pytest.mark.browser

NAMES = ("W" * 40, "שם ארוך מאוד‏ <img src=x onerror=alert(1)>")


def too_wide(player: Player) -> int:
    """By how many pixels the page is wider than what it is seen through."""
    return int(player.page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth) - screen.width"))


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("name", NAMES, ids=["long", "markup"])
def test_a_name_never_widens_the_page(server: Program, seat: Any, name: str, width: int) -> None:
    size = {"width": width, "height": 800}
    seats = {"viewport": size, "screen": size, "is_mobile": width < 500, "has_touch": width < 500}
    ann, watcher = seat(name, **seats), seat("Watcher", **seats)
    ann.open_table(server.address, ("Black", "Me"), ("White", "A friend, by invitation"))
    watcher.page.goto(ann.page.url)
    watcher.sees_a_board()
    assert (too_wide(ann), too_wide(watcher)) == (0, 0)
    assert watcher.page.locator(".ask h1").inner_text().startswith(name[:8])
    assert watcher.page.locator("img").count() == 0
    ann.click("board:d3")
    watcher.page.locator('[data-place="board:d3"].taken').wait_for()
    assert (too_wide(ann), too_wide(watcher)) == (0, 0)
    ann.page.goto(server.address)
    ann.page.locator(".tables").first.wait_for()
    assert too_wide(ann) == 0
