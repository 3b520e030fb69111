"""The arena of one browser: the table, its rules and its bots run in the page, and no server is asked."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ARTEFACTS
from tests.server.harness import Program

pytestmark = pytest.mark.browser


@pytest.mark.timeout(180)
def test_a_game_against_a_bot_runs_in_the_page_alone_and_outlasts_a_reload(server: Program, seat: Any) -> None:
    person = seat("Ben", viewport={"width": 390, "height": 844})
    page = person.page
    page.goto(f"{server.address}/#/")
    page.set_default_timeout(30_000)
    cell = page.locator(".game", has_text="Tic-tac-toe").get_by_role("button", name="Play").first
    cell.wait_for()
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=ARTEFACTS / "local-lobby-phone.png")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    cell.click()
    page.locator(".board").wait_for()
    assert "/#/table/" in page.url
    page.screenshot(path=ARTEFACTS / "local-table-phone.png")
    person.click(person.legal()[0])
    page.locator('main.table[data-step="2.0"]').wait_for()  # the bot has answered
    page.reload()
    page.locator('main.table[data-step="2.0"]').wait_for()
    assert asked == []
    while not person.is_over():
        step = page.locator("main.table").get_attribute("data-step")
        person.click(person.legal()[0])
        page.wait_for_function("step => document.querySelector('main.table').dataset.step !== step", arg=step)
        page.locator(".board .legal, .result").first.wait_for()
    expect(page.locator(".result, .outcome").first).to_be_visible()
    assert person.complaints == []
