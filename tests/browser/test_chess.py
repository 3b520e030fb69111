"""Chess in the browser: from black's side, by keys alone."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.server.harness import Program, bot, me

pytestmark = pytest.mark.browser


def test_black_sees_the_board_from_its_own_side_and_plays_by_keys(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    made = server.create("chess", bot("white"), me("black", "Ann"), name="Ann")
    held = json.dumps({"tokens": made["tokens"], "invite": made["invite"], "since": 1})
    ann.page.add_init_script(f"localStorage.setItem('rondel.table.{made['table']}', {json.dumps(held)})")
    ann.page.goto(f"{server.address}/table/{made['table']}")
    assert len(ann.legal()) == 10  # eight pawns and two knights
    cells = [each.get_attribute("data-place") for each in ann.page.locator(".cell-button").all()]
    assert (cells[0], cells[7], cells[-1]) == ("board:h1", "board:a1", "board:a8")
    knight = ann.page.locator('[data-place="board:g8"]')
    expect(knight).to_have_attribute("aria-label", re.compile("^g8, black knight"))
    knight.focus()
    ann.page.keyboard.press("Enter")
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):  # h is on the left
        ann.page.keyboard.press(key)
    expect(ann.page.locator(":focus")).to_have_attribute("data-place", "board:h6")
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("link", name="Black Nh6")).to_be_visible()
    take(ann.page, "chess-black.jpg")
