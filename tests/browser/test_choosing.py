"""The same moves by dragging, by tapping twice and in writing; a thing explained; the board turned round."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import broken
from tests.browser.conftest import Player, asked, seated
from tests.browser.pictures import take
from tests.server.harness import Program

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def place(player: Player, name: str) -> Locator:
    return player.page.locator(f'.board [data-place="board:{name}"]')


def middle(wanted: Locator) -> tuple[float, float]:
    box = wanted.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(player: Player, start: Locator, end: tuple[float, float]) -> None:
    """With the mouse, in a few steps."""
    mouse = player.page.mouse
    mouse.move(*middle(start))
    mouse.down()
    mouse.move(*end, steps=5)
    mouse.up()


def touch(player: Player, start: tuple[float, float], end: tuple[float, float], until: Locator | None = None) -> None:
    """With a finger, which may stay where it is until something is seen before it goes."""
    session = player.context.new_cdp_session(player.page)
    for kind, points in (("Start", [start]), ("Move", [end] if end != start else []), ("End", [])):
        if kind != "Move" or points:
            spots = [{"x": x, "y": y} for x, y in points]
            session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": spots})
        if kind == "Start" and until is not None:
            until.wait_for()
    session.detach()


def test_a_piece_is_dragged_typed_and_moved_by_keys(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann")
    seated(server, "chess", [ann, ann])
    page = ann.page
    drag(ann, place(ann, "e2"), middle(place(ann, "e7")))  # that may not be: it goes back
    expect(page.locator(".cell-button.chosen")).to_have_count(0)
    expect(place(ann, "e2")).to_have_class("cell-button legal taken")
    page.mouse.move(*middle(place(ann, "e2")))
    page.mouse.down()
    page.mouse.move(*middle(place(ann, "e4")), steps=4)
    expect(page.locator(".ghost svg")).to_be_visible()
    expect(place(ann, "e3")).to_have_class("cell-button legal")
    expect(place(ann, "e4")).to_have_attribute("data-over", "")
    take(page, "dragging.jpg")
    with ann.moves_on():
        page.mouse.up()
    expect(place(ann, "e4")).to_have_class("cell-button taken")
    expect(page.locator(".ghost")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Type moves").check()
    page.keyboard.press("Escape")
    move = page.get_by_label("Your move")
    move.fill("e7 e9")
    move.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("I do not understand e7 e9. You can play ")
    for text, lands in (("e7e5", "e5"), ("Nf3", "f3"), ("move(b8,c6)", "c6")):
        move.fill(text)
        with ann.moves_on():
            move.press("Enter")
        expect(place(ann, lands)).to_have_class("cell-button taken")
        expect(move).to_have_value("")
    first = page.locator(".cell-button").first
    expect(first).to_have_attribute("data-place", "board:a8")
    page.get_by_role("button", name="Turn the board").click()
    expect(first).to_have_attribute("data-place", "board:h1")
    drag(ann, place(ann, "f1"), middle(place(ann, "b5")))
    expect(place(ann, "b5")).to_have_class("cell-button taken")


def test_a_card_is_dragged_out_of_the_hand_and_explained(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann")
    ann.sit_at(server, "shephy", most=1)
    asked(ann)
    cards = ann.page.locator(".hand.me .card")
    cards.first.hover()
    explained = ann.page.get_by_role("tooltip")
    expect(explained).to_contain_text("you may play here", ignore_case=True)
    take(ann.page, "explained.jpg")
    ann.page.keyboard.press("Escape")
    expect(explained).to_have_count(0)
    x, y = middle(cards.last)
    with ann.moves_on():
        drag(ann, cards.last, (x, y - 300))


def test_a_finger_taps_twice_drags_and_is_told_what_lies_there(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", **PHONE)
    seated(server, "reversi", [ann, ann], size=4)
    page = ann.page
    start = ann.legal()[0]
    cell = page.locator(f'[data-place="{start}"]')
    touch(ann, middle(cell), middle(cell), until=page.get_by_role("tooltip"))
    expect(page.get_by_role("tooltip")).to_contain_text(start.partition(":")[2])
    take(page, "explained-phone.jpg")
    expect(ann.discs()).to_have_count(4)  # it was only read
    page.touchscreen.tap(200, 700)
    expect(page.get_by_role("tooltip")).to_have_count(0)
    cell.tap()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    expect(ann.discs()).to_have_count(4)
    cell.tap()
    expect(ann.discs()).to_have_count(5)

    seated(server, "stones", [ann, ann], rows=3, columns=3)
    expect(place(ann, "a1")).to_have_class("cell-button legal taken")
    with ann.moves_on():
        touch(ann, middle(place(ann, "a1")), middle(place(ann, "b2")))
    expect(place(ann, "b2")).to_have_class("cell-button taken")


def test_a_move_is_marked_while_the_other_thinks(server: Program, seat: Any) -> None:
    """It is played at once when it may be, taken back by Escape or by marking it again, let go of where it is not possible;
    who wants none has none."""
    ann, bob = seat("Ann"), seat("Bob")
    seated(server, "chess", [ann, bob])
    page, bar = bob.page, bob.page.locator(".ask")
    for player, move in ((ann, "e2 e4"), (bob, "e7 e5")):
        for cell in move.split():
            with player.moves_on():
                player.click(f"board:{cell}")
        bob.page.locator(f'[data-place="board:{move[-2:]}"].taken').wait_for()
    ann.legal()
    for taken_back in ("Escape", "Enter"):  # by Enter what has the focus is marked once more
        bob.click("board:d8")
        bob.click("board:f6")
        expect(bar).to_contain_text("Then: d8 f6")
        expect(page.locator(".planned")).to_have_count(2)
        take(page, "marked.jpg")
        page.keyboard.press(taken_back)
        expect(page.locator(".planned")).to_have_count(0)
    page.locator('[data-place="board:d8"]').drag_to(page.locator('[data-place="board:h4"]'))
    expect(bar).to_contain_text("Then: d8 h4")
    assert broken(page) == []
    ann.click("board:b1")
    ann.click("board:c3")
    ann.page.locator('[data-place="board:h4"].taken').wait_for()  # Bob has answered without doing anything
    bob.click("board:h4")
    bob.click("board:e4")
    ann.click("board:g2")
    ann.click("board:g4")
    expect(page.get_by_role("alert")).to_have_text("The move you had marked is not possible now.")
    assert bob.legal()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Mark a move while others think").uncheck()
    page.keyboard.press("Escape")
    bob.click("board:a7")
    bob.click("board:a6")
    expect(page.locator('[data-place="board:a6"].taken')).to_have_count(1)
    place(bob, "b7").click(force=True)
    expect(page.locator(".planned")).to_have_count(0)


def test_of_many_points_only_the_one_pointed_at_shows_a_stone(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann")
    ann.sit_at(server, "gomoku", most=2)
    asked(ann)
    shown = "(point) => getComputedStyle(point, '::after').backgroundColor === 'rgb(27, 24, 20)'"
    at = place(ann, "h8")
    assert not at.evaluate(shown)
    at.hover()
    ann.page.wait_for_function(f"() => [...document.querySelectorAll('.cell-button.legal')].some({shown})")
    assert place(ann, "h9").evaluate(shown) is False
    assert at.evaluate(shown)
