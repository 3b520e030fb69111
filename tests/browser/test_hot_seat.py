"""Several people at one screen: nobody sees what is another's."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.conftest import asked
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_two_people_share_a_phone_and_keep_their_dice_to_themselves(server: Program, seat: Any) -> None:
    person = seat("Ben", viewport={"width": 390, "height": 844})
    page = person.page
    page.goto(server.address)
    person.open_form("Liar's dice")
    page.get_by_label("Your name").fill("Ben")
    page.get_by_label("Azure", exact=True).select_option(label="Another person at this screen")
    page.get_by_label("Name of Azure").fill("Ann")
    person.sit_down()

    for name, other, answer in (("Ben", "Ann", "Bid 2 × 4"), ("Ann", "Ben", "Bid 3 × 4")):
        come = page.get_by_role("button", name=f"I am {name}")
        expect(come).to_be_focused()
        assert page.locator(".board").count() == 0
        assert other not in page.locator("main").inner_text()
        if name == "Ann":
            take(page, "hot-seat-phone.jpg")
            assert broken(page) == []
        come.press("Enter")
        expect(page.locator(".board")).to_be_visible()
        assert name in page.locator(".ask h1").inner_text()
        # A bid has two parts, how many and of which; the table stays until it is made.
        bid = page.get_by_role("group", name="Bid")
        bid.get_by_role("button", name="More than").click()
        bid.get_by_role("button", name="4", exact=True).click()
        bid.get_by_role("button", name=answer, exact=True).click()
    assert person.complaints == []


def test_who_gives_no_name_is_called_by_the_seat_in_each_language(server: Program, seat: Any) -> None:
    person = seat("Ben", viewport={"width": 390, "height": 844})
    page = person.page
    page.goto(server.address)
    person.open_form("Reversi")
    page.get_by_label("Your name").fill("Ben")
    page.get_by_label("White", exact=True).select_option(label="Another person at this screen")
    person.sit_down()
    expect(page.locator(".player .name")).to_have_text(["Ben", "White"])
    page.evaluate("localStorage.setItem('rondel.settings', '{\"language\": \"de\"}')")
    page.reload()
    expect(page.locator(".player .name")).to_have_text(["Ben", "Weiß"])
    # A line of the log that wraps goes on beside the disc of the name, and not below it.
    asked(person)
    person.click("board:d3")
    line = page.locator(".log li a").first
    line.evaluate("(each) => (each.style.width = '90px')")
    starts = line.evaluate("""(each) => {
        const range = document.createRange();
        range.selectNodeContents(each);
        return [...range.getClientRects()].filter(({ width }) => width > 1).map(({ left, top }) => [Math.round(top), left]);
    }""")
    disc = min(left for _top, left in starts)
    below = [left for top, left in starts if top > min(top for top, _left in starts) + 12]
    assert below
    assert min(below) >= disc + 16
