"""One table, read in several languages at the same time; and nothing on the page that is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rondel.translations.library import LIBRARY, SHIPPED
from tests.browser.axe import broken
from tests.browser.conftest import QUICK, Player, asked
from tests.browser.pictures import take
from tests.conftest import sampled
from tests.server.harness import Program, Running

pytestmark = pytest.mark.browser

ORDINARY = re.compile(r"[A-Za-z]*[ac-eg-ln-pr-uwyzACDEGHIJKLNORSTUWYZ][A-Za-z]+|[A-Za-z]+[ac-eg-ln-pr-uwyz][A-Za-z]*")
"""Ordinary letters side by side: the strange ones stand for all but b, f, m, q, v and x."""

READ = """() => [...document.body.querySelectorAll("*")].filter((each) => !each.closest("noscript, option[lang], kbd"))
    .flatMap((each) => [...["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name)),
        ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)]).filter(Boolean)"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server of their own: the home of the one that all share shows the names that other tests have typed."""
    with Program(tmp_path_factory.mktemp("languages"), bots=QUICK) as program:
        yield program


LETTERS = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהופהיגקלמנוףקרסתעוושיז")


def leftward(message: str) -> str:
    """A message in Hebrew letters, its placeholders as they are; no language, but read from right to left."""
    return re.sub(r"(\{\w+\}|Rondel)|[^{]", lambda found: found[1] or found[0].lower().translate(LETTERS), message)


@pytest.fixture
def leftward_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that has a language read from right to left besides."""
    texts = (SHIPPED / "messages.pot").read_text(encoding="utf-8").partition("\n\n")[2]
    entries = re.sub(
        r'^msgid "(.*)"\nmsgstr ""', lambda found: f'msgid "{found[1]}"\nmsgstr "{leftward(found[1])}"', texts, flags=re.M
    )
    header = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "he.po").write_text(header + entries, encoding="utf-8")
    monkeypatch.setattr(LIBRARY, "_folders", [SHIPPED])
    monkeypatch.setattr(LIBRARY, "_catalogues", {})
    LIBRARY.add(tmp_path / "locale")
    with Running(tmp_path) as server:
        yield server


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
    ada.open_form("Reversi")
    ada.page.get_by_label("Dein Name").fill("Ada")
    ada.page.get_by_label("Weiß").select_option(label="Jemand auf Einladung")
    ada.sit_down()
    ada.page.get_by_text("Setz einen Stein").first.wait_for()
    ken.page.goto(ada.page.url)
    ken.page.get_by_text("Adaが石を置く番です").first.wait_for()
    ada.click("board:d3")
    ken.page.locator(".log li", has_text="Adaがd3に置く").wait_for()
    ada.page.locator(".log li", has_text="Ada setzt auf d3").wait_for()


def test_whoever_has_no_name_is_a_guest_in_the_language_of_each_reader(server: Program, seat: Any) -> None:
    ann, ken = seat("Ann"), seat("Ken", locale="ja-JP")
    ann.page.goto(server.address)
    ann.open_form("Connect Four")
    ann.page.get_by_label("Yellow", exact=True).select_option(label="Anybody, from the lobby")
    ann.sit_down()
    ann.sees_a_board()
    ken.page.goto(server.address)
    waiting = ken.page.locator("section", has=ken.page.locator("#open-tables")).locator("li")
    expect(waiting).to_contain_text("ゲスト")
    ken.page.goto(ann.page.url)
    expect(ken.page.locator(".player").first).to_contain_text("ゲスト")


def test_the_language_is_chosen_in_the_settings_and_stays(server: Program, seat: Any) -> None:
    ann = seat("Ann")
    ann.open_table(server.address, ("White", "Greedy bot"))
    assert said(ann) == "Place a disc"
    ann.page.get_by_role("button", name="Settings").click()
    ann.page.get_by_label("Language").select_option(label="日本語")
    ann.page.get_by_text("石を置いてください").first.wait_for()
    ann.page.reload()
    ann.page.get_by_text("石を置いてください").first.wait_for()


def test_nothing_is_left_in_ordinary_letters(server: Program, seat: Any) -> None:
    ann = seat("Ann")
    ann.page.goto(f"{server.address}?lang=en-XA")
    ann.page.get_by_role("heading", name="Ŵĥåţ šĥåļļ ŵé þļåý?").wait_for()
    ann.page.locator(".game").first.wait_for()
    assert left(ann) == set()
    for game in ("reversi", "shephy", "stones", "liars_dice"):
        ann.sit_at(server, game)
        ann.page.locator(".players", has_text="⟦").wait_for()
        ann.page.get_by_role("button", name="⟦Šéţţîñĝš").click()
        assert left(ann, "Ann") == set(), game


BESIDE = """() => [...document.querySelectorAll("body *")].filter((each) => {
    const box = each.getBoundingClientRect();
    return box.width && (box.left < -1 || box.right > innerWidth + 1) && !each.closest(".nowhere, .skip, svg, .log ol");
}).map((each) => each.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("width", sampled([1280, 360], [360]))
def test_a_language_from_right_to_left_is_chosen_while_the_game_goes_on(leftward_server: Any, seat: Any, width: int) -> None:
    """The page is mirrored, the board is not, nothing is wider than the screen; and the language before comes back."""
    ann: Player = seat("Ann", viewport={"width": width, "height": 800})
    for game in ("harvest_wheel", "chess"):
        ann.sit_at(leftward_server, game)
        asked(ann)
        page = ann.page
        if not page.evaluate("document.documentElement.dir === 'rtl'"):
            page.get_by_role("button", name="Settings").click()
            page.get_by_label("Language").select_option(value="he")
            page.wait_for_function("() => document.documentElement.dir === 'rtl'")
            page.keyboard.press("Escape")
        page.locator(".ask h1", has_text=re.compile("[א-ת]{3}")).wait_for()
        assert page.evaluate(BESIDE) == []
        take(page, f"leftward-{game}-{width}.jpg", full_page=True)
    assert broken(page) == []
    if width > 1000:  # mirrored: the board on the right, the players on the left
        assert page.evaluate("document.querySelector('.board').getBoundingClientRect().left > 300")
    first, last = page.locator(".cell-button").first.bounding_box(), page.locator(".cell-button").nth(7).bounding_box()
    assert first is not None
    assert last is not None
    assert first["x"] < last["x"], "a is left of h in every language"
    page.locator(".settings button").first.click()
    page.locator(".settings select").select_option(value="de")
    page.get_by_text("Dein Zug").first.wait_for()
    assert page.evaluate("document.documentElement.dir") == "ltr"
