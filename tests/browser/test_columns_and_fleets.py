"""Connect Four and Battleship in the browser: moves that name a whole column, and fleets placed unseen by the other."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.browser.test_all_games import SCREENS, tap
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_any_cell_of_a_column_drops_a_disc_into_it(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", **SCREENS["phone"])
    ann.open_table(server.address, ("Red", "Me"), ("Yellow", "Me"), game="Connect Four")
    assert sorted(ann.legal()) == [f"board:{column}1" for column in "abcdefg"]
    for number, (tapped, lands) in enumerate(
        (("d6", "d1"), ("d3", "d2"), ("e1", "e1"), ("e6", "e2"), ("f4", "f1"), ("f6", "f2"), ("g6", "g1"))
    ):
        for _tap in range(2):  # the second says that the first was meant
            ann.page.locator(f'[data-place="board:{tapped}"]').tap()
        expect(ann.discs()).to_have_count(number + 1)
        expect(ann.page.locator(f'[data-place="board:{lands}"].taken')).to_have_count(1)
    assert ann.verdict() == "Red wins"
    expect(ann.page.locator(".decisive")).to_have_count(1)
    expect(ann.page.locator(".laurel")).to_have_count(4)
    take(ann.page, "connect-four-phone.jpg")


def test_two_fleets_are_placed_at_once_and_neither_sees_the_other(server: Program, seat: Any) -> None:
    """One on a desk by clicks, the other on a phone by touch."""
    ann, ben = seat("Ann"), seat("Ben", **SCREENS["phone"])
    ann.open_table(
        server.address,
        ("Red", "Me"),
        ("Blue", "A friend, by invitation"),
        ("Board size", "8"),
        ("Fleet", "Small"),
        game="Battleship",
    )
    ben.page.goto(ann.invitation())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").first.click()
    ben.sees_a_board()
    for player, sea, other in ((ben, "sea_blue", "sea_red"), (ann, "sea_red", "sea_blue")):
        assert player.page.locator(f'[data-place^="{other}:"]').count() == 0
        for bow, stern in (("a1", "c1"), ("a2", "b2"), ("a3", "a3")):
            for end in (bow, stern):
                if player is ben:
                    tap(ben, f'[data-place="{sea}:{end}"]')
                else:
                    ann.click(f"{sea}:{end}")
            expect(player.page.locator(f'[data-place="{sea}:{bow}"].taken')).to_have_count(1)
        player.page.get_by_role("button", name="Ready").click()
        expect(player.page.locator(".grid .hull")).to_have_count(3)
    ann.click("shots_red:a3")
    expect(ben.page.locator('[data-place="sea_blue:a3"]')).to_have_attribute("aria-label", "a3, sunk, last move")
    ben.click("shots_blue:h8")
    expect(ann.page.locator('[data-place="sea_red:h8"].taken')).to_have_count(1)
    assert ann.page.locator('[data-place^="sea_blue:"]').count() == 0
    take(ann.page, "battleship.jpg", full_page=True)
