"""Profiles: who gets one that was used before finds nothing of whom it belonged to."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.profiles import Profiles
from tests.server.harness import Program

pytestmark = pytest.mark.browser

KEEP = """async () => {
    localStorage.setItem("held", "a seat");
    sessionStorage.setItem("held", "a place");
    document.cookie = "held=a name; max-age=1000";
    await new Promise((done) => { indexedDB.open("held").onsuccess = done; });
}"""
KEPT = """async () => [
    localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length,
    (await navigator.permissions.query({ name: "clipboard-read" })).state,
]"""


def test_what_was_kept_is_gone_for_the_next_and_another_kind_is_another_profile(server: Program, profiles: Profiles) -> None:
    def visit(page: Page) -> Page:
        page.goto(f"{server.address}/mark.svg")
        return page

    first, page = profiles.take(locale="de-AT")
    untouched = visit(page).evaluate(KEPT)
    page.evaluate(KEEP)
    first.context.grant_permissions(["clipboard-read"])
    assert page.evaluate(KEPT) == [1, 1, "held=a name", 1, "granted"]
    second, page = profiles.take(locale="de-AT")
    assert second is not first, "somebody has it"
    assert visit(page).evaluate(KEPT) == untouched
    profiles.give_back(second)
    profiles.give_back(first)
    taken = []
    for locale, known in (("de-AT", True), ("de-AT", True), ("ja-JP", False)):
        again, page = profiles.take(locale=locale)
        taken.append(again)
        assert (again in (first, second)) == known
        assert visit(page).evaluate(KEPT) == untouched
    for each in taken:
        profiles.give_back(each)
