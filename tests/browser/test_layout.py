"""How the page uses the room there is: what belongs together is seen at once, and stands in line."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Player, asked, seated
from tests.server.harness import Program, me

pytestmark = pytest.mark.browser

SPREAD = """(parts) => {
    const boxes = [...document.querySelectorAll(parts)].map((each) => each.getBoundingClientRect());
    return boxes.slice(1).map((box, index) => box.left - boxes[index].right);
}"""
"""How far apart things that stand beside each other are; less than nothing where they cover each other."""

TOPS = "(parts) => parts.map((each) => each.getBoundingClientRect().top)"
BOTTOMS = TOPS.replace("top", "bottom")


def bottom(player: Player) -> float:
    """Where the table ends, from the top of the page."""
    found: float = player.page.locator(".board").evaluate("each => each.getBoundingClientRect().bottom + scrollY")
    return found


@pytest.mark.parametrize(
    ("game", "seats", "within"), [("liars_dice", 6, 800), ("harvest_wheel", 4, 870), ("seed_swap", 5, 870)]
)
def test_a_table_of_many_is_seen_at_once_on_a_desk(server: Program, seat: Any, game: str, seats: int, within: int) -> None:
    """Or nearly so: what one holds can be told without scrolling."""
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(server, game, most=seats)
    asked(ann)
    assert bottom(ann) <= within
    own = ann.page.locator(".side-bottom .card").first.bounding_box()
    assert own is not None
    assert own["y"] + 80 < 800


def test_cards_beside_ones_mat_do_not_cover_each_other(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ann.sit_at(server, "harvest_wheel", most=2)
    ann.page.locator(".side-bottom .card.legal").nth(1).wait_for()
    gaps: list[float] = ann.page.evaluate(SPREAD, ".side-bottom .card.legal svg")
    assert len(gaps) == 1
    assert min(gaps) > 0


def test_what_stands_in_a_row_stands_in_line(server: Program, seat: Any) -> None:
    """The buttons of a table of two people beside the board, and the lines of a log on a phone, each as high as a finger."""
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    ben: Player = seat("Ben", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    seated(server, "reversi", [ann, ben])
    for player in (ann, ben):
        player.click(player.legal()[0])
    ann.legal()
    ann.page.get_by_role("button", name="Ask to take back").wait_for()
    assert ann.page.get_by_role("button", name="Undo").count() == 0, "what can be asked for is not offered greyed out, too"
    buttons: list[float] = ann.page.locator(".settling .button").evaluate_all(TOPS)
    assert len(buttons) == 3
    assert len(set(buttons)) == 1
    line = ben.page.locator(".log li:not(.action)").first
    number, words = line.locator(".number").bounding_box(), line.locator("b").bounding_box()
    assert number is not None
    assert words is not None
    assert abs(number["y"] - words["y"]) < 4
    ben.page.goto(ben.page.url.replace("/table/", "/replay/"))
    told = ben.page.locator(".replay-log li").first.locator("a > *")
    number, words = told.nth(0).bounding_box(), told.nth(1).bounding_box()
    assert number is not None
    assert words is not None
    assert words["x"] - number["x"] > 30


def test_four_clocks_stand_in_one_line_on_a_phone(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844})
    clock = {"kind": "fischer", "initial": 1500, "increment": 10, "cap": None}
    seats = [me(role, "Ann") for role in ("north", "east", "south", "west")]
    made = server.create("hearts", *seats, name="Ann", terms={"clock": clock})
    ann.come_to(server, made["table"], made["tokens"], made["invite"])
    asked(ann)
    clocks: list[float] = ann.page.locator(".clock-line li").evaluate_all(TOPS)
    assert len(clocks) == 4
    assert len(set(clocks)) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_board_does_not_move_between_two_taps(server: Program, seat: Any, language: str) -> None:
    """Neither when something is chosen nor when the move is to be confirmed: the finger is still there."""
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.page.add_init_script(f"""localStorage.setItem("rondel.settings", '{{"language": "{language}"}}')""")
    ann.sit_at(server, "chess", most=2)
    asked(ann)
    expect(ann.page.locator("html")).to_have_attribute("lang", language)
    places = [ann.page.locator(".board").bounding_box()]
    for cell, shown in (("e2", ".answers .button"), ("e4", ".confirm")):
        ann.page.locator(f"[data-place='board:{cell}']").tap()
        ann.page.locator(shown).wait_for()
        places.append(ann.page.locator(".board").bounding_box())
    assert places == places[:1] * 3


def test_two_boards_stand_side_by_side_on_a_phone_on_its_side_and_the_one_meant_is_framed(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    ann.sit_at(server, "battleship", most=2)
    asked(ann)
    boards = [board.bounding_box() for board in ann.page.locator(".board .grid").all()]
    assert len({board["y"] for board in boards if board}) == 1
    assert all(board["width"] > 220 and board["y"] + board["height"] < 390 for board in boards if board)
    framed = ann.page.locator(".cells.many")
    expect(framed).to_have_count(1)
    expect(framed.locator('[data-place^="sea_red:"]').first).to_be_attached()
    expect(framed).not_to_have_css("box-shadow", "none")


def test_a_ladder_is_seen_whole_on_a_phone_on_its_side(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    ann.sit_at(server, "cant_stop", most=2)
    asked(ann)
    ends: list[float] = ann.page.locator(".columns, .columns ~ .cards").evaluate_all(BOTTOMS)
    assert max(ends) < 390
