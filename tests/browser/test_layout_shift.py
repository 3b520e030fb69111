"""Nothing jumps: what is shown stays where it is while a page loads."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Player, asked, seated
from tests.conftest import sampled
from tests.server.harness import Program, bot, me

pytestmark = pytest.mark.browser

MOST = 0.05
SETTLED = 600
"""Milliseconds in which a page has not changed and has loaded nothing, until it is taken for complete."""
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
OBSERVE = """(() => {
    window.shifts = [];
    const name = ({ node }) => node?.nodeType === 1 ? `${node.tagName}.${node.className}` : String(node?.nodeName);
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput) shifts.push([entry.value, entry.sources.map(name)]);
    }).observe({ type: "layout-shift", buffered: true });
})()"""


SETTLE = """(still) => new Promise((settled) => {
    let timer;
    const again = () => {
        clearTimeout(timer);
        timer = setTimeout(settled, still);
    };
    new MutationObserver(again).observe(document, { subtree: true, childList: true, attributes: true });
    new PerformanceObserver(again).observe({ type: "resource" });
    again();
})"""


def shifts(page: Page) -> list[Any]:
    """The layout shifts so far without input, each with the elements that moved, where they sum up to more than is allowed."""
    page.evaluate(SETTLE, SETTLED)
    found: list[Any] = page.evaluate("shifts")
    return found if sum(value for value, _moved in found) > MOST else []


def tables(player: Player, server: Program) -> dict[str, str]:
    """Tables of this player's: one for each kind of layout."""
    addresses = {}
    for game, roles in {
        "reversi": ("black", "white"),
        "hearts": ("north", "east", "south", "west"),
        "harvest_wheel": ("ash", "birch"),
    }.items():
        seats = [me(roles[0], player.name), *map(bot, roles[1:])]
        body = {"game": game, "seats": seats, "name": player.name}
        made = player.context.request.post(f"{server.address}/api/tables", data=body, headers={"origin": server.address})
        addresses[game] = f"/table/{made.json()['table']}"
    return addresses


@pytest.mark.parametrize("screen", sampled(list(SCREENS), ["phone"]))
def test_no_page_jumps(server: Program, seat: Any, screen: str) -> None:
    player: Player = seat("Ann", **SCREENS[screen])
    name = f"Shift {screen}"
    body = {"name": name, "password": "correct horse battery staple"}
    origin = {"origin": server.address}
    assert player.context.request.post(f"{server.address}/api/me/register", data=body, headers=origin).ok
    found = tables(player, server)
    pages = {
        "lobby": "/",
        "rules": "/rules/chess",
        "profile": f"/people/{name.replace(' ', '%20')}",
        "leaderboard": "/games/chess/leaderboard",
        "account": "/account",
        **found,
        "replay": found["reversi"].replace("/table/", "/replay/"),
    }
    player.page.add_init_script(OBSERVE)
    jumps = {}
    for kind in sampled(list(pages), ["lobby", "profile", "reversi"]):
        address = pages[kind]
        player.page.goto(f"{server.address}{address}")
        player.page.locator("main").wait_for()
        if moved := shifts(player.page):
            jumps[kind] = moved
        if kind == "reversi":  # so that there is something to replay
            player.click(player.legal()[0])
            player.page.locator(".log li").first.wait_for()
    assert jumps == {}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_first_move_of_another_moves_no_panel(server: Program, seat: Any, screen: str) -> None:
    """With it the seats can no longer be changed."""
    ann, bob = seat("Ann"), seat("Bob", **SCREENS[screen])
    bob.page.add_init_script(OBSERVE)
    seated(server, "reversi", [ann, bob])
    expect(bob.page.get_by_text("Seats", exact=True)).to_be_attached()
    assert shifts(bob.page) == []
    top = bob.page.locator(".log").evaluate("(each) => each.offsetTop")
    asked(ann)
    ann.click("board:d3")
    expect(bob.page.get_by_text("Seats", exact=True)).to_have_count(0)
    assert bob.page.locator(".log").evaluate("(each) => each.offsetTop") == top
    assert shifts(bob.page) == []
