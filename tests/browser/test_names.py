"""Names as people choose them: long, in other scripts, with markup in them; none may break the page."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player
from tests.conftest import sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser

LONG = "W" * 40
MARKUP = "שם ארוך מאוד‏ <img src=x onerror=alert(1)>"
WIDTHS = sampled((1280, 390, 320), (320,))
LONGEST_ACCOUNT = "W" * 24
TOO_WIDE = """() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() =>
    tell(Math.max(document.documentElement.scrollWidth, innerWidth) - screen.width))))"""
"""By how many pixels the page is wider than what it is seen through, once it has been laid out."""


def fits(player: Player) -> None:
    """The page is as wide as the screen, on a desk and on phones."""
    for width in WIDTHS:
        player.page.set_viewport_size({"width": width, "height": 800})
        assert player.page.evaluate(TOO_WIDE) == 0, (player.page.url, width)


def sees_at_home(player: Player, server: Program, where: str, name: str) -> None:
    """At the home a table of somebody with that name is found, and the page is as wide as the screen."""
    player.page.goto(server.address)
    expect(player.page.locator(where).first).to_contain_text(name[:8])
    fits(player)


@pytest.mark.parametrize("touch", sampled([True, False], [True]))
def test_a_name_never_widens_the_page(mortal_server: Program, seat: Any, touch: bool) -> None:
    server = mortal_server  # others look at the lobby of the one they share
    ann, bob, cat = [seat(name, is_mobile=touch, has_touch=touch) for name in (LONG, MARKUP, "Cat")]
    ann.open_table(server.address, ("Black", "Me"), ("White", "Anybody, from the lobby"))
    sees_at_home(bob, server, ".tables", LONG)
    bob.page.goto(ann.page.url)
    bob.sees_a_board()
    fits(ann)
    fits(bob)
    assert bob.page.locator(".ask h1").inner_text().startswith(LONG[:8])
    ann.click("board:d3")
    bob.page.locator('[data-place="board:d3"].taken').wait_for()
    fits(ann)
    fits(bob)
    bob.page.get_by_role("button", name="Take an open seat").click()
    bob.page.get_by_label("Your name").fill(MARKUP)
    bob.page.get_by_role("button", name="Sit down as white").click()
    bob.sees_a_board()
    sees_at_home(bob, server, ".own-table", LONG)
    sees_at_home(cat, server, ".live-table", LONG)
    expect(cat.page.locator(".live-table").first).to_contain_text(MARKUP[:8])
    bob.page.goto(ann.page.url)
    bob.sees_a_board()
    expect(ann.page.locator(".player", has_text=MARKUP[:8])).to_be_visible()
    for player in (ann, bob):
        assert player.page.locator("img").count() == 0
        fits(player)
    bob.page.get_by_role("button", name="Resign", exact=True).click()
    bob.page.get_by_role("button", name="Yes, resign").click()
    expect(bob.page.locator(".result")).to_contain_text(LONG[:8])
    fits(bob)
    bob.page.goto(server.address)
    bob.page.get_by_text("Finished games").click()
    expect(bob.page.locator("details", has_text="Finished games").locator("li")).to_contain_text(LONG[:8])
    fits(bob)
    body = {"name": LONGEST_ACCOUNT, "password": "correct horse battery staple"}
    assert ann.context.request.post(f"{server.address}/api/me/register", data=body, headers={"origin": server.address}).ok
    ann.page.goto(f"{server.address}/people/{LONGEST_ACCOUNT}")
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(LONGEST_ACCOUNT)
    fits(ann)
