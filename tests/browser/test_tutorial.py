"""Learning a game while playing it, on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_a_newcomer_is_told_what_may_be_done_and_what_was_done_until_they_want_no_more(server: Program, seat: Any) -> None:
    person = seat("Ada", viewport={"width": 390, "height": 844})
    page = person.page
    page.goto(f"{server.address}/rules/tic_tac_toe")
    page.get_by_role("link", name="Learn it as you play").click()
    expect(page.get_by_label("Learn as you play")).to_be_checked()
    person.sit_down()
    tutorial = page.get_by_role("region", name="Help for learners")
    expect(tutorial).to_contain_text("What it is about")
    expect(tutorial).to_contain_text("9 places are lit")
    expect(page.get_by_text("Level 1 bot").first).to_be_visible()
    take(page, "tutorial-phone.jpg")
    assert broken(page) == []
    tutorial.get_by_role("button", name="Understood").press("Enter")
    expect(tutorial).not_to_contain_text("Gold means")
    person.click("board:b2")
    expect(tutorial).to_contain_text("7 places are lit")
    expect(tutorial).to_contain_text("marks")
    tutorial.get_by_role("button", name="No more help").press("Enter")
    expect(tutorial).to_have_count(0)
    page.reload()
    person.sees_a_board()
    assert tutorial.count() == 0
    assert person.complaints == []
