"""One table, read in several languages at the same time; and nothing on the page that is not translated."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import Player
from tests.server.harness import Program

pytestmark = pytest.mark.browser

ORDINARY = re.compile(r"[A-Za-z]*[ac-eg-ln-pr-uwyzACDEGHIJKLNORSTUWYZ][A-Za-z]+|[A-Za-z]+[ac-eg-ln-pr-uwyz][A-Za-z]*")
"""Ordinary letters side by side: the strange ones stand for all but b, f, m, q, v and x."""

READ = """() => [...document.body.querySelectorAll("*")].filter((each) => !each.closest("noscript, option[lang]"))
    .flatMap((each) => [...["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name)),
        ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)]).filter(Boolean)"""


def said(player: Player) -> str:
    return player.page.locator(".ask h1").inner_text()


def left(player: Player, *names: str) -> set[str]:
    """What on the page is in ordinary letters and no name."""
    texts: list[str] = player.page.evaluate(READ)
    for name in (*names, "Rondel"):
        texts = [text.replace(name, "") for text in texts]
    return {text for text in texts if ORDINARY.search(text)}


def test_two_people_read_one_table_in_two_languages(server: Program, seat: Any) -> None:
    ada, ken = seat("Ada", locale="de-AT"), seat("Ken", locale="ja-JP")
    ada.page.goto(server.address)
    ada.page.get_by_role("heading", name="Was spielen wir?").wait_for()
    assert ada.page.locator("html").get_attribute("lang") == "de"
    ada.page.get_by_role("button", name="Reversi").first.click()
    ada.page.get_by_label("Dein Name").fill("Ada")
    ada.page.get_by_label("Weiß").select_option(label="Jemand auf Einladung")
    ada.page.get_by_role("button", name="Hinsetzen und spielen").click()
    ada.page.get_by_text("Du musst einen Stein setzen").first.wait_for()
    ken.page.goto(ada.page.url)
    ken.page.get_by_text("Adaが石を置く番です").first.wait_for()
    ada.click("board:d3")
    ken.page.locator(".log li", has_text="Adaがd3に置く").wait_for()
    ada.page.locator(".log li", has_text="Ada setzt auf d3").wait_for()


def test_the_language_is_chosen_in_the_settings_and_stays(server: Program, seat: Any) -> None:
    ann = seat("Ann", locale="en-GB")
    ann.open_table(server.address, ("White", "Greedy bot"))
    assert said(ann) == "You must play a disc"
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label("Language").select_option(label="日本語")
    ann.page.get_by_text("あなたの番です。石を置いてください").first.wait_for()
    ann.page.reload()
    ann.page.get_by_text("あなたの番です。石を置いてください").first.wait_for()


@pytest.mark.parametrize("game", ["reversi", "shephy", "stones", "liars_dice"])
def test_nothing_is_left_in_ordinary_letters(server: Program, seat: Any, game: str) -> None:
    ann = seat("Ann")
    ann.page.goto(f"{server.address}?lang=en-XA")
    ann.page.get_by_role("heading", name="Ŵĥåţ šĥåļļ ŵé þļåý?").wait_for()
    ann.page.locator(".game").first.wait_for()
    assert left(ann) == set()
    ann.sit_at(server, game)
    ann.page.locator(".players", has_text="⟦").wait_for()
    ann.page.get_by_role("button", name="⟦Šéţţîñĝš").click()
    assert left(ann, "Ann") == set()
