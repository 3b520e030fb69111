"""What people settle at a table, in a browser: a clock, taking back, a draw, resigning; and what they say there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.conftest import Player, asked
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser

LATER = "new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), 1000))"
"""Wait until an explanation that the page began to time before this, 900 ms ahead, has been shown: its timers end in order."""


def test_two_people_play_by_the_clock_and_settle_what_the_rules_do_not(server: Program, seat: Any) -> None:
    ann, bob = seat("Ann"), seat("Bob", viewport={"width": 390, "height": 844})
    terms = ("Thinking time", "10 min + 5 s per turn"), ("When somebody stays away", "The other may claim the win")
    ann.open_table(server.address, ("White", "A friend, by invitation"), *terms)
    expect(ann.page.locator(".ask h1")).to_have_text("The game begins when every seat is taken")
    bob.page.goto(ann.invitation())
    told = bob.page.locator("form dl.terms").first
    expect(told).to_contain_text("10 min + 5 s per turn. Whose time is up is out of the game.")
    expect(told).to_contain_text("the other may claim the win")
    expect(told).not_to_contain_text("No move is taken back")  # what is as usual is folded away
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Sit down as white").click()
    bob.sees_a_board()
    ann.click(ann.legal()[0])
    bob.legal()
    clocks = bob.page.locator(".clock:visible")  # one above the board, the own one below it
    board = bob.page.locator(".board")
    expect(clocks).to_have_count(2)
    for each in (clocks.nth(0), clocks.nth(1)):
        expect(each).to_contain_text("10:00")  # it does not run before its player has moved once
    place = board.bounding_box()
    assert place is not None
    above, below = clocks.nth(0).bounding_box(), clocks.nth(1).bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < place["y"] < place["y"] + place["height"] <= below["y"]
    ann.page.get_by_role("button", name="Offer a draw").click()
    expect(bob.page.get_by_role("button", name="Decline")).to_be_in_viewport()
    assert board.bounding_box() == place, "the board stays where it is"
    assert broken(bob.page) == []
    take(bob.page, "offer-phone.jpg")
    bob.page.get_by_role("button", name="Decline").click()
    expect(ann.page.locator(".offer")).to_have_count(0)
    bob.page.get_by_text("Terms: 10 min + 5 s per turn").click()
    expect(bob.page.locator("dl.terms")).to_contain_text("the other may claim the win")
    assert broken(bob.page) == []
    # Ann tries out what Bob may play, and her answer: nothing of it is real, but what she has kept is played for her.
    said = ann.page.get_by_role("heading", name="You are trying out")
    ann.page.get_by_role("button", name="Try out").click()
    lines = []
    for _ in range(2):
        lines.append(ann.legal()[0])
        with ann.moves_on():
            ann.click(lines[-1])
    assert broken(ann.page) == []
    ann.page.get_by_role("button", name="Play it so").click()
    ann.page.get_by_role("button", name=re.compile("^Drop: ")).wait_for()
    take(ann.page, "trying-out.jpg")
    expect(bob.discs()).to_have_count(5)
    bob.click(lines[0])
    expect(bob.discs()).to_have_count(7)
    expect(clocks.nth(1)).to_have_text(re.compile(r"9:5\d"))  # it runs on
    expect(ann.page.locator(".meanwhile")).to_contain_text("Meanwhile at the table: Bob plays")
    ann.page.keyboard.press("Escape")
    expect(said).to_have_count(0)
    expect(ann.discs()).to_have_count(7)
    ann.page.get_by_role("button", name="Ask to take back").click()
    expect(bob.page.locator(".offer")).to_contain_text("Ann would like to take the last answer back: Ann plays")
    bob.page.get_by_role("button", name="Agree").click()
    expect(ann.discs()).to_have_count(6)
    bob.page.get_by_role("button", name="Pause the clocks").click()
    expect(ann.page.locator(".offer")).to_contain_text("Bob would like to pause the clocks")
    ann.page.get_by_role("button", name="Agree").click()
    for player in (ann, bob):
        expect(player.page.locator(".offers")).to_contain_text("the clocks stand until the next move, for 15 min at most")
        expect(player.page.locator(".clock.runs")).to_have_count(0)
        player.page.get_by_role("button", name="End the pause").wait_for()
    assert broken(bob.page) == []
    ann.click(ann.legal()[0])
    expect(bob.page.locator(".offers")).to_be_empty()
    expect(bob.page.locator(".clock.runs:visible")).to_have_count(1)
    ann.page.get_by_text("Quick phrases").click()
    ann.page.get_by_role("button", name="Well played!").click()
    ann.page.get_by_label("Say something").fill("Another one?")
    ann.page.keyboard.press("Enter")
    said = bob.page.get_by_role("list", name="What was said")
    expect(said.get_by_role("listitem")).to_have_count(2)
    bob.page.get_by_role("button", name="Hear no more from Ann").click()
    expect(said).to_have_count(0)
    assert broken(bob.page) == []
    bob.page.get_by_role("button", name="Hear again: Ann").click()
    expect(said.get_by_role("listitem")).to_have_count(2)
    assert broken(bob.page) == []
    bob.page.get_by_role("button", name="Resign", exact=True).click()
    bob.page.get_by_role("button", name="Yes, resign").click()
    expect(ann.page.locator(".result")).to_contain_text("You win")
    expect(ann.page.locator(".result")).to_contain_text("by resignation")
    for player in (ann, bob):
        log = player.page.locator(".log li.action")
        expect(log).to_have_text(
            [
                "Bob resigns",
                "Ann agrees",
                "Bob proposes to pause the clocks",
                "Bob agrees",
                "Ann asks to take back the last answer",
                "Bob declines",
                "Ann offers a draw",
                "The game begins",
            ]
        )
    ann.page.get_by_role("link", name="Replay", exact=True).click()
    expect(ann.page.locator(".replay-log li.action").last).to_contain_text("Bob resigns")


def test_what_is_explained_is_gone_with_ones_own_click_and_does_not_come_back(server: Program, seat: Any) -> None:
    """Though another card slips under the mouse, which has not moved."""
    ann: Player = seat("Ann")
    ann.sit_at(server, "shephy", most=1)
    asked(ann)
    page, bubble = ann.page, ann.page.get_by_role("tooltip")
    page.locator(".hand .card.legal").first.hover(position={"x": 20, "y": 40})
    bubble.wait_for()
    with ann.moves_on():
        page.mouse.down()
        page.mouse.up()
    expect(bubble).to_have_count(0)
    page.evaluate(LATER)
    assert bubble.count() == 0
