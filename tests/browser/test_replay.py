"""A finished game looked at again in a browser: by keys, by the log, by a link, on another way, and taken home."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.conftest import Player, seated
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser


def test_a_finished_game_is_looked_at_again_sent_and_taken_home(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann")
    address = ann.open_table(server.address, ("O", "Me"), game="Tic-tac-toe")
    page = ann.page
    for cell in ("b2", "a1", "c1", "a3", "a2"):
        with ann.moves_on():
            ann.click(f"board:{cell}")
    # From an entry of the table's log, while the game still goes on: the arrow keys walk the log.
    log = page.get_by_role("list", name="Log, newest first")
    log.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    table = page.locator("main.replay")
    expect(table).to_have_attribute("data-step", "4")
    expect(page).to_have_url(re.compile(r"/replay/[^?]+\?round=1&viewer=o#move=4$"))
    expect(page.locator(".cell-button.taken")).to_have_count(4)
    # The game goes on: whoever looks at its end stays there, by itself, and who is known by a token only has it to take home.
    end = seat("Eve")
    held = page.evaluate("Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('rondel.table.')))")
    end.page.goto(server.address)
    end.page.evaluate("held => Object.entries(held).forEach(([key, value]) => localStorage.setItem(key, value))", held)
    end.page.goto(page.url.replace("#move=4", "#move=5"))
    follower = end.page.locator("main.replay")
    expect(follower).to_have_attribute("data-step", "5")
    expect(end.page.locator(".ask")).to_contain_text("Move 5 of 5 · the game goes on")
    expect(end.page.get_by_label("Seen by").locator("option")).to_have_count(3)
    end.page.get_by_text("Download").click()
    with end.page.expect_download() as handed:
        end.page.get_by_role("link", name="The log (text)").click()
    assert handed.value.suggested_filename.endswith(".txt")
    assert handed.value.path().read_text(encoding="utf-8").splitlines()[0].endswith("Ann marks b2")
    page.get_by_role("link", name="To the table").click()
    with ann.moves_on():
        ann.click("board:c2")
    expect(follower).to_have_attribute("data-step", "6")
    expect(end.page.locator(".ask")).to_contain_text("Move 6 of 6")
    end.page.keyboard.press("Home")
    for cell in ("b1", "b3", "c3"):
        with ann.moves_on():
            ann.click(f"board:{cell}")

    expect(end.page.locator(".ask")).to_contain_text("The beginning")  # who looks at something else is left there
    expect(end.page.locator(".slider")).to_have_attribute("max", "9")
    expect(end.page.locator(".ask")).not_to_contain_text("the game goes on")
    # From its result, whole; by keys, by the slider, and by the log.
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(table).to_have_attribute("data-step", "0")
    expect(page.locator(".ask")).to_contain_text("The beginning")
    page.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-step", "1")
    expect(page.get_by_role("status").last).to_have_text("X marks b2")
    page.keyboard.press("End")
    expect(page.locator(".verdict")).to_have_text("A draw")
    page.get_by_role("slider", name="Position").fill("3")
    expect(table).to_have_attribute("data-step", "3")
    page.get_by_role("link", name="Move 2: O marks a1").click()
    expect(page.locator(".cell-button.taken")).to_have_count(2)
    expect(page.get_by_role("link", name="Move 2: O marks a1")).to_have_attribute("aria-current", "step")
    assert broken(page) == []
    take(page, "replay.jpg")

    # Somebody else is sent the address and sees the same, on a phone in the dark; nobody is "you" there.
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link to this position").click()
    page.get_by_role("button", name="Copied").wait_for()
    ben: Player = seat("Ben", viewport={"width": 390, "height": 844}, color_scheme="dark")
    ben.page.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(ben.page.locator("main.replay")).to_have_attribute("data-step", "2")
    ben.page.get_by_label("Seen by").select_option(label="X")
    expect(ben.page).to_have_url(re.compile(r"viewer=x#move=2$"))
    ben.page.get_by_role("button", name="Play", exact=True).click()
    ben.page.get_by_role("button", name="Pause").wait_for()
    expect(ben.page.locator("main.replay")).to_have_attribute("data-step", "3")
    ben.page.keyboard.press("Home")  # whoever touches it stops it
    expect(ben.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(ben.page.locator("main.replay")).to_have_attribute("data-step", "0")
    # What if? All sides are played, answers are taken back, and nothing of it counts.
    ben.page.keyboard.press("End")
    ben.page.keyboard.press("ArrowLeft")
    ben.page.get_by_role("button", name="Try out from here").click()
    expect(ben.page.get_by_role("heading", name="Trying out from move 8")).to_be_visible()
    ben.page.locator(".cell-button.legal").click()
    expect(ben.page.locator(".verdict")).to_have_text("A draw")
    assert broken(ben.page) == []
    ben.page.get_by_role("button", name="Undo").click()
    expect(ben.page.locator(".cell-button.legal")).to_have_count(1)
    ben.page.get_by_role("button", name="Back to the game").click()
    expect(ben.page.locator("main.replay")).to_have_attribute("data-step", "8")

    ben.page.get_by_text("Download").click()
    with ben.page.expect_download() as coming:
        ben.page.get_by_role("link", name="The record (JSON)").click()
    record = json.loads(coming.value.path().read_text(encoding="utf-8"))
    assert (record["table"], len(record["answers"])) == (address.rpartition("/")[2], 9)
    assert broken(ben.page) == []
    take(ben.page, "replay-phone.jpg")


def test_a_finished_game_is_analysed_by_the_strongest_bot(server: Program, seat: Any) -> None:
    """In Japanese, which is really laid out: O does not block, which costs the game; the bot's move is tried from there."""
    ann: Player = seat("Ann", locale="ja-JP", viewport={"width": 390, "height": 844})
    made = seated(server, "tic_tac_toe", [ann, ann])
    page = ann.page
    replay = f"{server.address}/replay/{made['table']}?round=1"
    for cell in ("a1", "b2", "b1", "c3"):
        with ann.moves_on():
            ann.click(f"board:{cell}")
    page.goto(replay)
    page.locator("main.replay").wait_for()
    expect(page.locator(".replay-log li")).to_have_count(4)
    expect(page.locator(".analysis")).to_have_count(0)  # never while it goes on
    page.go_back()
    with ann.moves_on():
        ann.click("board:c1")
    page.goto(f"{replay}#move=3")
    page.get_by_role("button", name="対局を分析する").click()
    swing = page.locator(".swings a")
    expect(swing).to_have_count(1)
    expect(swing).to_contain_text("4手目")
    expect(swing).to_contain_text("50% → 0%")
    expect(page.locator(".opinion")).to_contain_text("ボットのおすすめ：Oがc1に印をつける")
    assert broken(page) == []
    assert page.evaluate(DIFFERS, ["あ", "漢"]), "no Japanese font: install fonts-ipafont-gothic or another"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take(page, "analysis-ja.jpg", full_page=True)
    page.set_viewport_size({"width": 640, "height": 360})  # at 200 %
    expect(page.locator(".analysis")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="試してみる").click()
    expect(page.locator(".cell-button.taken")).to_have_count(4)
    expect(page.locator(".sandbox .log li")).to_have_count(1)
    page.get_by_role("button", name="対局に戻る").click()
    swing.click()
    expect(page.locator("main.replay")).to_have_attribute("data-step", "4")
    page.get_by_text("メモ").click()
    page.locator(".notes textarea").fill("c1を止める")
    page.reload()
    expect(page.locator(".notes textarea")).to_have_value("c1を止める")
    page.set_viewport_size({"width": 320, "height": 568})
    for address in (page.url, f"{server.address}/rules/shephy", f"{server.address}/account"):
        page.goto(address)
        page.locator("main h1").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    page.goto(f"{server.address}/rules/shephy")
    expect(page.locator("article")).to_have_attribute("lang", "ja")
    expect(page.locator("article")).to_contain_text("羊飼いの1人用")


DIFFERS = """([one, other]) => {
    const drawn = [one, other].map((letter) => {
        const pen = Object.assign(document.createElement("canvas"), { width: 40, height: 40 }).getContext("2d");
        pen.font = `30px ${getComputedStyle(document.body).fontFamily}`;
        pen.fillText(letter, 4, 34);
        return pen.getImageData(0, 0, 40, 40).data.join();
    });
    return drawn[0] !== drawn[1];
}"""
"""Whether two letters look different: those that no font has are drawn as the same box."""
