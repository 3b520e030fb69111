"""The lobby in a browser: a table for anybody is there for others at once, and what waits for somebody is first."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import broken
from tests.browser.test_accessible import in_both_themes
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def below(lower: Locator, upper: Locator) -> bool:
    """Whether one thing begins where another has ended."""
    one, other = lower.bounding_box(), upper.bounding_box()
    assert one is not None
    assert other is not None
    return one["y"] >= other["y"] + other["height"]


def test_a_table_for_anybody_is_found_taken_and_waits_for_whose_turn_it_is(mortal_server: Program, seat: Any) -> None:
    server = mortal_server  # others look at the lobby of the one they share
    bob, ann = seat("Bob"), seat("Ann")
    bob.page.goto(server.address)
    expect(bob.page.get_by_role("heading", name="Open tables")).to_be_visible()
    address = ann.open_table(server.address, ("O", "Anybody, from the lobby"), game="Tic-tac-toe")
    found = bob.page.locator("section", has=bob.page.locator("#open-tables")).locator("li", has_text="Ann")
    expect(found).to_contain_text("open seat")
    bob.page.get_by_text("Look for certain tables").click()
    bob.page.get_by_label("Game", exact=True).select_option(label="Chess")
    expect(found).to_have_count(0)
    bob.page.get_by_label("Game", exact=True).select_option(label="Tic-tac-toe")
    assert in_both_themes(bob) == []
    # The host puts a bot on the seat, and opens it again; who has sat down there leaves, and comes back.
    ann.page.get_by_text("Seats", exact=True).click()
    ann.page.get_by_label("O", exact=True).select_option(label="Bot: Random bot")
    expect(ann.page.locator(".player", has_text="Random bot")).to_be_visible()
    assert broken(ann.page) == []
    ann.page.get_by_label("O", exact=True).select_option(label="Nobody: the seat is open")
    for leaves in (True, False):
        found.get_by_role("link", name="Sit down").click()
        bob.page.get_by_label("Your name").fill("Bob")
        bob.page.get_by_role("button", name="Sit down as").click()
        bob.page.wait_for_url(address)
        bob.sees_a_board()
        if leaves:
            bob.page.get_by_text("Seats", exact=True).click()
            bob.page.get_by_role("button", name="Leave the table").click()
        else:
            bob.page.goto(server.address)
    ann.page.goto(server.address)
    mine = ann.page.locator("section", has=ann.page.locator("#tables")).locator("li", has_text="Bob")
    expect(mine).to_contain_text("Your turn")
    his = bob.page.locator("section", has=bob.page.locator("#tables")).locator("li", has_text="Ann")
    expect(his).not_to_contain_text("Your turn")
    expect(bob.page.locator("section", has=bob.page.locator("#open-tables")).locator("li", has_text="Ann")).to_have_count(0)
    eve = seat("Eve", viewport={"width": 390, "height": 844})
    eve.page.goto(server.address)
    full = eve.page.locator("section", has=eve.page.locator("#full-tables")).locator("li", has_text="Ann")
    expect(full.get_by_role("link", name="Watch")).to_be_visible()
    games = eve.page.locator(".library").first
    assert below(full, games), "what others play keeps nobody from the games, however much it is"
    eve.page.set_viewport_size({"width": 1280, "height": 800})
    expect(full).to_be_in_viewport()  # beside them
    eve.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.get_by_role("link", name="Next game").click()
    ann.sees_a_board()
    ann.page.locator("[data-place='board:b2']").click()
    expect(his).to_contain_text("Your turn")
    ann.page.get_by_role("button", name="Resign", exact=True).click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    expect(full).to_have_count(0)
    ann.page.goto(server.address)
    expect(ann.page.locator(".game").first).to_be_visible()
    expect(ann.page.locator(".own")).to_have_count(0)  # nothing of hers goes on
    bob.page.get_by_text("Finished games").click()
    over = bob.page.locator("details", has_text="Finished games").locator("li")
    expect(over).to_contain_text("Tic-tac-toe · won")
    expect(over).to_contain_text("with Ann")


def test_players_talk_at_the_table_and_who_looks_on_hears_it_when_it_is_over(server: Program, seat: Any) -> None:
    ann, eve = seat("Ann"), seat("Eve")
    address = ann.open_table(server.address, ("X", "Me"), ("O", "Me"), game="Tic-tac-toe")
    eve.page.goto(address)
    eve.sees_a_board()
    said = "<b>good</b> luck"
    ann.page.get_by_label("Say something").fill(said)
    ann.page.get_by_role("button", name="Say", exact=True).click()
    expect(ann.page.locator(".chat li")).to_contain_text(said)
    eve.page.get_by_label("Say something").fill("who is to move?")
    eve.page.get_by_role("button", name="Say", exact=True).click()
    for cell in ("a1", "a2", "b1", "b2", "c1"):
        expect(eve.page.locator(".chat li")).to_have_count(1)
        ann.page.locator(f"[data-place='board:{cell}']").click()
        eve.page.locator(f"[data-place='board:{cell}'].taken").wait_for()
    expect(eve.page.locator(".chat li").first).to_contain_text(said)
    ann.page.get_by_role("button", name="Mute: Guest").click()  # the host hears no more of her, nor does anybody else
    ann.page.get_by_role("button", name="Let speak: Guest").wait_for()
    eve.page.get_by_label("Say something").fill("Hello?")
    eve.page.get_by_role("button", name="Say", exact=True).click()
    expect(eve.page.locator(".chat .refusal")).to_contain_text("The host of this table does not want you to say more here")
    assert "403" in eve.complaints.pop(), "what her browser says of that"
