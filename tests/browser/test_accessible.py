"""For everyone: every page against axe's rules in both themes, the table in words, and the focus that is never lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import broken, faint
from tests.browser.conftest import Player, asked, seated
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser

LOOKS: Mapping[Literal["light", "dark"], Callable[[Page], list[str]]] = {"light": broken, "dark": faint}


def in_both_themes(player: Player) -> list[str]:
    """What is broken in the light or in the dark."""
    found = []
    for theme, looks in LOOKS.items():
        player.page.emulate_media(color_scheme=theme)
        found += [f"{theme}: {each}" for each in looks(player.page)]
    return found


def test_the_pages_around_the_table_break_no_rule(server: Program, seat: Any) -> None:
    ann, ben = seat("Ann"), seat("Ben", viewport={"width": 390, "height": 844})
    ann.page.goto(server.address)
    ann.page.get_by_role("button", name="Settings").click()
    assert in_both_themes(ann) == []
    ann.page.keyboard.press("Escape")
    ann.open_form("Reversi")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_label("White").select_option(label="A friend, by invitation")
    assert in_both_themes(ann) == []
    ann.sit_down()
    ann.sees_a_board()
    ben.page.goto(ann.invitation())
    ben.page.get_by_role("button", name="Sit down as white").wait_for()
    assert in_both_themes(ben) == []
    ben.page.goto(f"{server.address}/table/none")
    ben.page.get_by_role("heading").wait_for()
    assert in_both_themes(ben) == []
    ben.page.goto(f"{server.address}/rules/hearts")
    ben.page.get_by_text("For authors: the states of the game").click()
    ben.page.get_by_role("img", name=re.compile("^Deal, automatic → .*GameEnd$")).wait_for()
    ben.page.get_by_role("cell", name="jd_bonus").wait_for()
    assert in_both_themes(ben) == []


def test_a_game_is_played_in_words_to_its_end(server: Program, seat: Any) -> None:
    """By who hears the page read: what may be done is a list of buttons, and what lies where is said."""
    ann: Player = seat("Ann")
    seated(server, "tic_tac_toe", [ann, ann])
    page = ann.page
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Read the table in words")
    page.keyboard.press("Enter")
    words = page.get_by_role("region", name="The table in words")
    expect(words.get_by_role("heading", name="The table in words")).to_be_focused()
    for number, cell in enumerate(("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3")):
        expect(words.locator(".choices button")).to_have_count(9 - number)
        words.get_by_role("button", name=f"{cell}, empty").focus()
        page.keyboard.press("Enter")
    expect(words.locator("dd")).to_have_text("o mark: a1, c2, a3, b3; x mark: b1, c1, a2, b2")
    expect(page.locator(":focus")).to_have_text("The table in words")  # what was pressed is gone
    assert broken(page) == []
    take(page, "in-words.jpg", full_page=True)
    words.get_by_role("button", name="c3, empty").click()
    assert ann.verdict() == "A draw"
    expect(words.locator("li").first).to_contain_text("c3")


def test_what_has_happened_and_whose_turn_it_is_is_announced(server: Program, seat: Any) -> None:
    ann, ben = seat("Ann"), seat("Ben")
    seated(server, "reversi", [ann, ben])
    spoken = ben.page.locator("main > [aria-live=polite]")
    expect(spoken).to_have_text("Ann must play a disc")
    expect(ben.page).to_have_title("Ann to move · Reversi · Rondel")
    icon = str(ben.page.locator('link[rel="icon"]').get_attribute("href"))
    ann.click("board:d3")
    expect(spoken).to_have_text("Ann plays d3. Your turn. Place a disc")
    expect(ben.page).to_have_title("● Your turn · Reversi · Rondel")
    expect(ben.page.locator('link[rel="icon"]')).not_to_have_attribute("href", icon)


def test_the_focus_is_never_lost(server: Program, seat: Any) -> None:
    """A card that is played is gone from the hand, and a button that was pressed from the bar: something near has the focus."""
    ann: Player = seat("Ann")
    ann.sit_at(server, "shephy", most=1)
    asked(ann)
    ann.page.locator(".hand .card.legal").last.focus()
    with ann.moves_on():
        ann.page.keyboard.press("Enter")
    asked(ann)
    assert ann.page.evaluate("document.activeElement !== document.body")
    ann.sit_at(server, "kuhn_poker", most=2, hands=2)
    asked(ann)
    ann.page.locator(".answers .act").first.focus()
    with ann.moves_on():
        ann.page.keyboard.press("Enter")
    expect(ann.page.locator(":focus")).to_have_text(re.compile("You|Waiting|wins|Random|Check|Fold"))
