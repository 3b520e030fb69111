"""The developer's view in a browser: a tree unfolded by keys and by pointing, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rondel.search.tree.unfolding import Unfolding
from tests.browser.axe import broken
from tests.browser.pictures import take
from tests.server.harness import Running

pytestmark = pytest.mark.browser


WIDE = "document.documentElement.scrollWidth"


@pytest.fixture
def developers(tmp_path: Path) -> Iterator[Running]:
    """A server with the developer's view."""
    with Running(tmp_path, unfold=Unfolding) as server:
        yield server


def test_a_tree_is_unfolded_counted_and_solved(developers: Running, seat: Any) -> None:
    """On a desk in the light; loaded again on a phone in the dark it fits there."""
    person = seat("Ada", viewport={"width": 1280, "height": 860}, color_scheme="light")
    page = person.page
    page.goto(f"{developers.address}/dev/tree")
    page.get_by_role("link", name="Tic-tac-toe", exact=True).click()
    tree = page.get_by_role("tree")
    here = tree.locator("[aria-selected=true]")
    expect(tree.get_by_role("treeitem")).to_have_count(10)

    here.focus()
    for _each in range(5):
        page.keyboard.press("ArrowDown")
    expect(here).to_contain_text("x marks b2")
    expect(here).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("aria-expanded", "true")
    expect(tree.get_by_role("treeitem")).to_have_count(18)

    # Pointing does the same, in the tree and on the board; two moves on, x wins with the right answer.
    tree.get_by_text("o marks b1").last.click()
    expect(here).to_contain_text("o marks b1")
    page.get_by_role("button", name="Solve").click()
    expect(tree.locator(".best")).to_contain_text("x marks a1")
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".ways td").first).to_have_text("7")
    page.locator('.position .board [data-place="board:a1"]').click()
    expect(here).to_contain_text("x marks a1")
    expect(page.locator(".panel.position .lead")).to_have_text("o must mark a cell")

    # Time travel: what each answer has changed, and how it stood then, before the eyes of every seat.
    answers = page.get_by_role("listbox", name="Answers")
    expect(answers.get_by_role("option")).to_have_count(4)
    expect(page.get_by_role("group", name="What it changed").get_by_text("mark x, board a1")).to_be_visible()
    answers.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="x mark(b2)")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".all-seats > section")).to_have_count(3)
    expect(page.locator(".seats .cell-button.taken")).to_have_count(3)  # one mark, seen by three
    folded = page.get_by_role("button", name="States", exact=True)
    expect(folded).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".machine .here")).to_contain_text("PlayerTurn")
    expect(here).to_contain_text("x marks a1")  # the tree is where it was
    assert broken(page) == []
    take(page, "tree-desk.jpg", full_page=True)
    assert page.evaluate(WIDE) <= 1280, "nothing is cut off at the side"

    # The address holds the node: who loads it again is there again.
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark")
    page.reload()
    expect(here).to_contain_text("x marks a1")
    expect(folded).to_have_attribute("aria-expanded", "false")
    folded.click()
    expect(page.locator(".machine .here")).to_contain_text("PlayerTurn")
    assert broken(page) == []
    take(page, "tree-phone.jpg", full_page=True)
    assert page.evaluate(WIDE) <= 390
