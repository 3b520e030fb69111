"""Names as people choose them: long, in other scripts, with markup in them; none may break the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player
from tests.conftest import SCALE
from tests.server.harness import Program

pytestmark = pytest.mark.browser

NAMES = {"long": "W" * 40, "markup": "שם ארוך מאוד‏ <img src=x onerror=alert(1)>"}

WIDTHS = (1280, 390, 320)
TRIED = [pytest.param(name, width, id=f"{kind}-{width}") for kind, name in NAMES.items() for width in WIDTHS]
if SCALE < 1:
    TRIED = TRIED[::2]  # one on a desk and on the smallest phone, the other on a phone between
LONGEST_ACCOUNT = "W" * 24


def too_wide(player: Player) -> int:
    """By how many pixels the page is wider than what it is seen through."""
    return int(player.page.evaluate("Math.max(document.documentElement.scrollWidth, innerWidth) - screen.width"))


def sees_the_name_at_home(player: Player, server: Program, where: str, name: str) -> None:
    """At the home a table of somebody with that name is found, and the page is as wide as the screen."""
    player.page.goto(server.address)
    expect(player.page.locator(where).first).to_contain_text(name[:8])
    assert too_wide(player) == 0, where


@pytest.mark.parametrize(("name", "width"), TRIED)
def test_a_name_never_widens_the_page(mortal_server: Program, seat: Any, name: str, width: int) -> None:
    server = mortal_server  # others look at the lobby of the one they share
    size = {"width": width, "height": 800}
    seats = {"viewport": size, "screen": size, "is_mobile": width < 500, "has_touch": width < 500}
    ann, watcher = seat(name, **seats), seat("Watcher", **seats)
    ann.open_table(server.address, ("Black", "Me"), ("White", "Anybody, from the lobby"))
    sees_the_name_at_home(watcher, server, ".tables", name)
    watcher.page.goto(ann.page.url)
    watcher.sees_a_board()
    assert (too_wide(ann), too_wide(watcher)) == (0, 0)
    assert watcher.page.locator(".ask h1").inner_text().startswith(name[:8])
    assert watcher.page.locator("img").count() == 0
    ann.click("board:d3")
    watcher.page.locator('[data-place="board:d3"].taken').wait_for()
    assert (too_wide(ann), too_wide(watcher)) == (0, 0)
    watcher.page.get_by_role("button", name="Take an open seat").click()
    watcher.page.get_by_label("Your name").fill("Watcher")
    watcher.page.get_by_role("button", name="Sit down as white").click()
    watcher.sees_a_board()
    sees_the_name_at_home(watcher, server, ".own-table", name)
    sees_the_name_at_home(seat("Cat", **seats), server, ".live-table", name)
    watcher.page.goto(ann.page.url)
    watcher.page.get_by_role("button", name="Resign", exact=True).click()
    watcher.page.get_by_role("button", name="Yes, resign").click()
    expect(watcher.page.locator(".result")).to_contain_text(name[:8])
    assert too_wide(watcher) == 0
    watcher.page.goto(server.address)
    watcher.page.get_by_text("Finished games").click()
    expect(watcher.page.locator("details", has_text="Finished games").locator("li")).to_contain_text(name[:8])
    assert too_wide(watcher) == 0
    body = {"name": LONGEST_ACCOUNT, "password": "correct horse battery staple"}
    assert ann.context.request.post(f"{server.address}/api/me/register", data=body, headers={"origin": server.address}).ok
    ann.page.goto(f"{server.address}/people/{LONGEST_ACCOUNT}")
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(LONGEST_ACCOUNT)
    assert too_wide(ann) == 0
