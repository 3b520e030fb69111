"""The lobby in a browser: a table for anybody is there for others at once, and what waits for somebody is first."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_a_table_for_anybody_is_found_taken_and_waits_for_whose_turn_it_is(server: Program, seat: Any) -> None:
    bob, ann = seat("Bob"), seat("Ann")
    bob.page.goto(server.address)
    expect(bob.page.get_by_role("heading", name="Open tables")).to_be_visible()
    address = ann.open_table(server.address, ("O", "Anybody, from the lobby"), game="Tic-tac-toe")
    found = bob.page.locator("section", has=bob.page.locator("#open-tables")).locator("li", has_text="Ann")
    expect(found).to_contain_text("open seat")
    found.get_by_role("link", name="Sit down").click()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down as").click()
    bob.page.wait_for_url(address)
    bob.sees_a_board()
    bob.page.goto(server.address)
    ann.page.goto(server.address)
    mine = ann.page.locator("section", has=ann.page.locator("#tables")).locator("li", has_text="Bob")
    expect(mine).to_contain_text("Your turn")
    his = bob.page.locator("section", has=bob.page.locator("#tables")).locator("li", has_text="Ann")
    expect(his).not_to_contain_text("Your turn")
    expect(bob.page.locator("section", has=bob.page.locator("#open-tables")).locator("li", has_text="Ann")).to_have_count(0)
    mine.get_by_role("link", name="Go on").click()
    ann.sees_a_board()
    ann.page.locator("[data-place='board:b2']").click()
    expect(his).to_contain_text("Your turn")
