"""The frame around the board: the question and the hand stay in sight, nothing moves by itself, settings count at once."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import SOURCE
from tests.browser.conftest import Player, asked, seated
from tests.browser.pictures import take
from tests.browser.test_all_games import tap
from tests.conftest import sampled
from tests.server.harness import Program, me

pytestmark = pytest.mark.browser

APART = """(button, other) => {
    const [one, two] = [button, document.querySelector(other)].map((each) => each.getBoundingClientRect());
    return one.bottom <= two.top || one.left >= two.right;
}"""

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "sideways": {"viewport": {"width": 844, "height": 390}, **TOUCH},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
SHIFTS = """
    window.shifts = [];
    const where = ({ node, previousRect: from, currentRect: to }) => `${node?.className ?? node?.nodeName} ${from.y} ${to.y}`;
    const count = (entries) => entries.filter((each) => !each.hadRecentInput)
        .forEach((each) => shifts.push([each.value, each.sources.map(where)]));
    new PerformanceObserver((list) => count(list.getEntries())).observe({ type: "layout-shift", buffered: true });
"""
"""Cumulative layout shift, without what follows a tap at once."""

STILL = 0.1
"""The most that a page may move by itself: what is called good (https://web.dev/articles/cls). On a busy machine, where what
follows a tap may come more than half a second after it and then counts, 0.08 was seen sideways."""

SEEN = """(parts) => parts.map((each) => each.getBoundingClientRect())
    .every((box) => box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 && box.right <= innerWidth + 1)"""


def answer_some(player: Player, times: int, *, touch: bool) -> None:
    """Answer so many times at random, by taps or by clicks."""
    chooser = random.Random(3)
    for _time in range(times):
        turn = asked(player)
        assert turn is not None
        selector = chooser.choice(turn[1])
        with player.moves_on():
            if touch and "data-place" in selector:
                tap(player, selector)
            else:
                player.page.locator(selector).click()
    asked(player)


@pytest.mark.parametrize("screen", sampled(list(SCREENS), ["phone"]))
def test_the_question_and_the_hand_stay_in_sight_and_nothing_moves(server: Program, seat: Any, screen: str) -> None:
    """Over a pass and some tricks of Hearts, without scrolling."""
    ann: Player = seat("Ann", **SCREENS[screen])
    ann.page.add_init_script(SHIFTS)
    ann.sit_at(server, "hearts", most=4)
    for _part in range(3):
        answer_some(ann, 3, touch=screen != "desk")
        assert ann.page.locator(".ask, .hand.me .card svg").evaluate_all(SEEN)
    assert ann.page.evaluate("scrollY") == 0
    shifts: list[tuple[float, list[str]]] = ann.page.evaluate("shifts")
    assert sum(value for value, _where in shifts) <= STILL, sorted(shifts, reverse=True)[:5]
    take(ann.page, f"frame-{screen}.jpg")
    if screen == "desk":
        ann.page.locator(".keys").scroll_into_view_if_needed()
        expect(ann.page.locator(".ask")).to_be_in_viewport(ratio=1)
        ann.page.keyboard.press("F2")
        expect(ann.page.locator(".ask h1")).to_be_focused()
        card = ann.page.locator(".hand.me .card.legal").first
        card.focus()
        assert card.locator("svg").evaluate("each => getComputedStyle(each).outlineStyle") == "solid"


def test_a_second_tap_names_the_move_and_leaves_the_question_whole(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", **SCREENS["phone"])
    seated(server, "chess", [ann, ann])
    asked(ann)
    question = ann.page.locator(".ask h1")
    before = question.inner_text()
    for cell in ("e2", "e4"):
        ann.page.locator(f"[data-place='board:{cell}']").tap()
    confirm = ann.page.get_by_role("region", name="Confirm the move")
    expect(confirm).to_contain_text("Move e2 to e4")
    assert question.inner_text() == before
    assert question.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    with ann.moves_on():
        confirm.get_by_role("button", name="Play it").tap()
    expect(confirm).to_have_count(0)


def test_the_result_lies_over_the_board_and_can_be_put_aside(server: Program, seat: Any) -> None:
    """With how the game ended, by the words of the rules; the clocks stand above and below the board."""
    ann: Player = seat("Ann", **SCREENS["desk"])
    clock = {"kind": "fischer", "initial": 300, "increment": 3, "cap": None}
    made = server.create("chess", me("white", "Ann"), me("black", "Bob"), name="Ann", terms={"clock": clock})
    ann.come_to(server, made["table"], made["tokens"], made["invite"])
    page = ann.page
    for cells in ("f2 f3", "e7 e5", "g2 g4", "d8 h4"):
        for cell in cells.split():
            ann.legal()
            with ann.moves_on():
                ann.click(f"board:{cell}")
    sheet = page.locator(".outcome")
    expect(sheet.get_by_role("heading")).to_have_text("Bob wins as black")
    expect(sheet).to_contain_text("By checkmate")
    told = ann.page.locator(".score-sheet .other").first.bounding_box()
    assert told is not None
    assert told["height"] < 40, "a sentence of the score sheet is one line"
    above, board, below = (page.locator(part).bounding_box() for part in (".strip >> nth=0", ".grid", ".strip >> nth=1"))
    assert above is not None
    assert board is not None
    assert below is not None
    assert above["y"] + above["height"] <= board["y"] < board["y"] + board["height"] <= below["y"] + 1
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    assert page.locator(".grid").bounding_box() == board
    page.get_by_role("button", name="Result").click()
    sheet.get_by_role("button", name="Look at the board").click()
    expect(page.get_by_role("button", name="Result")).to_have_attribute("aria-expanded", "false")


def test_themes_sounds_and_zen_count_at_once_and_stay(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", **SCREENS["desk"])
    seated(server, "reversi", [ann, ann])
    page = ann.page
    felt = page.locator(".surface .cell").first
    colour = "each => getComputedStyle(each).fill"
    natural = felt.evaluate(colour)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Blue").check()
    assert felt.evaluate(colour) != natural
    page.get_by_role("radio", name="Flat").check()
    assert page.locator(".cast").first.evaluate("each => getComputedStyle(each).display") == "none"
    page.get_by_label("Volume").fill("30")
    page.get_by_text("Zen: only the board").click()
    expect(page.locator("header, .side > .log")).to_have_count(2)
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator(".side .log")).to_be_hidden()
    page.reload()
    ann.legal()
    expect(page.locator("header")).to_be_hidden()
    kept = page.evaluate("JSON.parse(localStorage.getItem('rondel.settings'))")
    assert (kept["board"], kept["pieces"], kept["volume"], kept["zen"]) == ("blue", "flat", 0.3, True)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.get_by_role("button", name="Show everything").evaluate(APART, ".ask"), "it does not cover the question"
    page.get_by_role("button", name="Show everything").click()
    expect(page.locator("header")).to_be_visible()


def test_a_sound_is_heard_after_the_first_click_only(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", **SCREENS["desk"])
    ann.page.add_init_script("""
        window.heard = 0;
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...when) { heard += 1; return start.apply(this, when); };
    """)
    seated(server, "reversi", [ann, ann])
    cell = ann.legal()[0]
    assert ann.page.evaluate("heard") == 0
    with ann.moves_on():
        ann.click(cell)
    ann.page.wait_for_function("() => heard > 0")


def test_a_wide_screen_has_a_column_for_log_and_chat(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1920, "height": 1080})
    ann.sit_at(server, "chess", most=2)
    asked(ann)
    grid, players, log = (ann.page.locator(part).bounding_box() for part in (".grid", ".players", ".log"))
    assert grid is not None
    assert players is not None
    assert log is not None
    assert grid["height"] > 820
    assert players["x"] + players["width"] < log["x"]
    assert abs(players["y"] - log["y"]) < 2


LANDMARKS = """async () => {
    const { violations } = await axe.run(document, { runOnly: ["landmark-unique"] });
    return violations.flatMap((each) => each.nodes.map((node) => node.html));
}"""


@pytest.mark.parametrize("game", ["harvest_wheel", "seed_swap"])
def test_no_two_landmarks_have_one_name_and_words_fit_at_200_per_cent(server: Program, seat: Any, game: str) -> None:
    ann: Player = seat("Ann", viewport={"width": 640, "height": 400})  # 1280 by 800 at twice the size
    ann.page.add_init_script("""localStorage.setItem("rondel.settings", '{"words": true}')""")
    ann.sit_at(server, game, most=4)
    asked(ann)
    ann.page.evaluate(SOURCE.read_text(encoding="utf-8"))
    assert ann.page.evaluate(LANDMARKS) == []
    assert ann.page.locator(".in-words").evaluate("each => each.scrollWidth <= each.clientWidth")
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_pictures_of_a_position_and_of_a_game_are_saved(server: Program, seat: Any) -> None:
    """As PNG and SVG from the table, as GIF from the replay: a frame for each position."""
    ann: Player = seat("Ann", **SCREENS["desk"])
    seated(server, "tic_tac_toe", [ann, ann])
    page = ann.page
    for cell in ("b2", "a1", "c3"):
        with ann.moves_on():
            ann.click(f"board:{cell}")

    def saved(button: str) -> bytes:
        with page.expect_download() as handed:
            page.get_by_role("button", name=button).click()
        return handed.value.path().read_bytes()

    page.get_by_text("Pictures").click()
    assert saved("Picture (PNG)").startswith(b"\x89PNG")
    drawing = saved("Picture (SVG)").decode()
    assert drawing.count('data-token="') == 3
    assert "http" not in drawing.replace("http://www.w3.org/", "")
    page.goto(page.url.replace("/table/", "/replay/"))
    page.get_by_text("Pictures").click()
    moving = saved("Animation (GIF)")
    assert moving.startswith(b"GIF89a")
    assert moving.count(b"\x21\xf9\x04") == 4
