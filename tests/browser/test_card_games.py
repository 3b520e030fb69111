"""Games of cards in the browser: Shephy alone, and Seed Swap with a mat for each seat, on phone and desktop."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.conftest import sampled
from tests.server.harness import Program

pytestmark = pytest.mark.browser

SCREENS = pytest.mark.parametrize(("width", "height"), sampled([(390, 844), (1280, 800)], [(390, 844)]))


def fits(ann: Player, width: int) -> None:
    """Nothing is wider than the screen."""
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width


@SCREENS
def test_the_first_hand_of_shephy(server: Program, seat: Any, width: int, height: int) -> None:
    ann = seat("Ann", viewport={"width": width, "height": height})
    ann.page.goto(server.address)
    ann.open_form("Shephy")
    ann.page.get_by_label("Your name").fill(ann.name)
    ann.sit_down()
    ann.page.locator(".felt-table").wait_for()
    hand = ann.page.locator(".hand .card")
    expect(hand).to_have_count(5)
    expect(ann.page.locator(".hand .card.legal")).to_have_count(5)
    expect(hand.first.locator(".letters").first).not_to_be_empty()
    expect(ann.page.locator('section[aria-label^="Deck"] .card-back')).to_have_count(1)
    take(ann.page, f"shephy-{width}.jpg", full_page=True)
    fits(ann, width)


@SCREENS
def test_a_turn_of_seed_swap(server: Program, seat: Any, width: int, height: int) -> None:
    """Everybody picks and sows; the picked card lies before its farmer, and Undo brings it back."""
    ann = seat("Ann", viewport={"width": width, "height": height})
    ann.sit_at(server, "seed_swap", most=4)
    expect(ann.page.locator(".mat")).to_have_count(4)
    expect(ann.page.locator(".side-bottom .card.legal")).to_have_count(6)
    ann.page.locator(".side-bottom .card.legal").first.click()
    expect(ann.page.locator(".side-bottom .card")).to_have_count(5)
    expect(ann.page.get_by_role("heading", name="Choose where to sow it")).to_be_visible()
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.locator(".side-bottom .card.legal")).to_have_count(6)
    ann.page.locator(".side-bottom .card.legal").last.click()
    ann.page.get_by_role("button", name="Plot 2, you may play here").click()
    # The next hand has come round; the card grows in its plot or, where the cart stopped at its crop, lies in the barn.
    expect(ann.page.locator(".side-bottom .card.legal")).to_have_count(5)
    expect(ann.page.locator(".mat.mine button.card")).to_have_count(1)
    take(ann.page, f"seed-swap-{width}.jpg", full_page=True)
    fits(ann, width)
