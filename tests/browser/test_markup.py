"""Markup with scripts in it, wherever somebody may write something: it is shown as it was written, and nothing of it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from rondel.engine import registry
from rondel.shelf import CATALOGUE
from tests.browser.conftest import asked
from tests.browser.hostile import MARKUP, SCRIPT, Hostile
from tests.browser.pictures import take
from tests.server.harness import Running

pytestmark = pytest.mark.browser

WATCH = """
    window.ran = [];
    window.pwned = () => ran.push("a script");
    window.alert = window.confirm = (words) => ran.push(words);
    addEventListener("securitypolicyviolation", (event) => ran.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
FOUND = """() => [...ran, ...[...document.querySelectorAll(
    ".pwned, script:not([src]), iframe, object, embed, base, a[href^='javascript:' i], [onerror], [onload]"
)].map((each) => each.outerHTML)]"""


@pytest.fixture
def hostile_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that has the hostile game."""
    monkeypatch.setitem(CATALOGUE, "hostile", f"{Hostile.__module__}:Hostile")
    monkeypatch.setitem(registry.LOADED, "hostile", Hostile)
    with Running(tmp_path) as server:
        yield server


def clean(page: Page) -> None:
    """Nothing ran, nothing was made of it, and the browser had nothing to forbid."""
    assert page.evaluate(FOUND) == []


def one_of_each_kind(addresses: list[str]) -> list[str]:
    """The addresses without those that differ only in the name of another game, which has no markup in its words."""
    others = re.compile(rf"\b({'|'.join(sorted(set(CATALOGUE) - {'hostile'}))})\b")
    return list({others.sub("another", each): each for each in addresses}.values())


def test_what_is_written_is_never_run(hostile_server: Running, seat: Any) -> None:
    ann, bob = seat(SCRIPT, viewport={"width": 1280, "height": 2400}), seat(SCRIPT)
    for player in (ann, bob):
        player.page.add_init_script(WATCH)
        player.page.add_init_script("""localStorage.setItem("rondel.settings", '{"words": true, "typing": true}')""")

    # The form for a new table: every field in which something can be written.
    ann.page.goto(f"{hostile_server.address}/?lang={quote(MARKUP)}")
    ann.open_form(MARKUP)
    for field in ann.page.locator("main input:is([type=text], [type=search], :not([type]))").all():
        if field.is_visible():
            field.fill(SCRIPT)
    ann.page.get_by_label("Second").select_option(label="A friend, by invitation")
    clean(ann.page)
    ann.sit_down()
    ann.page.locator(".ask h1", has_text=MARKUP).wait_for()
    expect(ann.page.locator(".player .name").first).to_contain_text(SCRIPT)

    # The invitation, and what is said at the table.
    bob.page.goto(ann.invitation())
    bob.page.get_by_label("Your name").fill(SCRIPT)
    clean(bob.page)
    bob.page.get_by_role("button", name="Sit down").click()
    for player in (ann, bob):
        player.page.get_by_label("Say something").fill(MARKUP)
        player.page.keyboard.press("Enter")
        expect(player.page.locator(".chat li").last).to_contain_text(MARKUP)
        typed = player.page.get_by_label("Your move")
        typed.fill(MARKUP)
        typed.press("Enter")
    bob.page.locator(".chat .quiet").first.click()
    expect(bob.page.locator(".ignored")).to_contain_text(SCRIPT)

    # Cards, the log, what is explained, and the end.
    ann.page.locator(".hand .card.legal").first.hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text(MARKUP)
    take(ann.page, "markup.jpg", full_page=True)
    while turn := asked(ann, bob):
        player, [wanted, *_] = turn
        clean(player.page)
        with player.moves_on():
            player.page.locator(wanted).click()
    expect(ann.page.locator(".log li").first).to_contain_text(MARKUP)
    for player in (ann, bob):
        clean(player.page)

    # Every page that is reached from there, and addresses that somebody else made up.
    table = ann.page.url.rpartition("/")[2]
    links = set(ann.page.locator("a[href]").evaluate_all("(links) => links.map((each) => each.href)"))
    ann.page.goto(hostile_server.address)
    ann.page.locator(".game").first.wait_for()
    links |= set(ann.page.locator("a[href]").evaluate_all("(links) => links.map((each) => each.href)"))
    made_up = [f"{hostile_server.address}/table/{each}" for each in (quote(SCRIPT), f"{table}#invite={MARKUP}")]
    links = {each for each in links if not each.endswith("/play/")}  # it has a frame of its own: test_playground
    pages = one_of_each_kind([each for each in sorted(links) if each.startswith(hostile_server.address)])
    for address in pages + made_up:
        # Another page before it, so that it is loaded also where only what is behind the # is another.
        ann.page.goto(f"{hostile_server.address}/api/languages")
        ann.page.goto(address)
        ann.page.locator("main, h1").first.wait_for()
        clean(ann.page)

    # And what would have happened is seen: the same as markup is an element, and its script is forbidden.
    bob.page.evaluate("(markup) => document.body.insertAdjacentHTML('beforeend', markup)", SCRIPT)
    bob.page.wait_for_function("() => ran.length > 0")
    assert len(bob.page.evaluate(FOUND)) == 2
    bob.complaints.clear()
    ann.complaints = [each for each in ann.complaints if "404" not in each]  # there is no such table, and the browser says so
