"""What people settle at a table, in a browser: a clock, taking back, a draw, resigning."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_two_people_play_by_the_clock_and_settle_what_the_rules_do_not(server: Program, seat: Any) -> None:
    ann, bob = seat("Ann"), seat("Bob")
    terms = ("White", "A friend, by invitation"), ("Thinking time", "10 min + 5 s per turn")
    ann.open_table(server.address, *terms)
    expect(ann.page.locator(".ask h1")).to_have_text("The game begins when every seat is taken")
    bob.page.goto(ann.invitation())
    expect(bob.page.locator("form")).to_contain_text("Thinking time: 10 min + 5 s per turn")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down as white").click()
    bob.sees_a_board()
    ann.click(ann.legal()[0])
    bob.legal()
    clocks = bob.page.locator(".clock")
    expect(clocks).to_have_count(2)
    expect(clocks.nth(0)).to_contain_text("10:05")
    expect(clocks.nth(1)).to_have_text(re.compile(r"9:5\d"))  # it runs on
    ann.page.get_by_role("button", name="Offer a draw").click()
    assert broken(bob.page) == []
    bob.page.get_by_role("button", name="Decline").click()
    expect(ann.page.locator(".offer")).to_have_count(0)
    bob.click(bob.legal()[0])
    ann.legal()
    ann.page.get_by_role("button", name="Ask to take back").click()
    bob.page.get_by_role("button", name="Agree").click()
    expect(ann.discs()).to_have_count(4)
    bob.page.get_by_role("button", name="Resign", exact=True).click()
    bob.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.page.locator(".result")).to_contain_text("You win")
    expect(ann.page.locator(".result")).to_contain_text("by resignation")
