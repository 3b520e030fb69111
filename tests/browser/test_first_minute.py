"""The first minute of somebody new: from the address to a move in a few clicks, against a bot or a person; and the way back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.conftest import Player, asked
from tests.browser.test_accessible import in_both_themes
from tests.server.harness import Program

pytestmark = pytest.mark.browser

COUNT_CLICKS = """addEventListener("click", (event) => {
    if (event.isTrusted) sessionStorage.setItem("clicks", Number(sessionStorage.getItem("clicks")) + 1);
}, true)"""
COVERED = """(bar, other) => {
    const { left, right, top, bottom } = bar.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2).closest(other) !== null;
}"""
"""Whether another part lies over the middle of a bar."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def newcomer(seat: Any, name: str, server: Program, **context: Any) -> Player:
    """Somebody at the lobby with an empty profile, whose clicks are counted."""
    player: Player = seat(name, **context)
    player.page.add_init_script(COUNT_CLICKS)
    player.page.goto(server.address)
    return player


def clicks(player: Player) -> int:
    return int(player.page.evaluate("Number(sessionStorage.getItem('clicks'))"))


def moves(player: Player) -> None:
    """Make a move at Connect Four, which is one click, and see it on the board."""
    before = player.discs().count()
    player.page.locator(".cell-button.legal").first.click()
    expect(player.discs()).not_to_have_count(before)


def test_a_newcomer_moves_against_a_bot_after_two_clicks(server: Program, seat: Any) -> None:
    ann = newcomer(seat, "Ann", server)
    ann.page.get_by_role("button", name="Play Connect Four against: Level 3 bot").click()
    moves(ann)
    assert clicks(ann) <= 2
    # The bot that was chosen in the form is the one of the next game.
    ann.page.goto(server.address)
    ann.open_form("Connect Four")
    ann.page.get_by_role("radio", name="1", exact=True).check()
    ann.sit_down()
    ann.page.wait_for_url("**/table/*")
    ann.page.goto(server.address)
    ann.page.get_by_role("button", name="Play Connect Four against: Level 1 bot").wait_for()
    own = ann.page.locator(".own .own-table")
    expect(own).to_have_count(2)
    expect(own.first).to_contain_text("Your turn")
    expect(own.first.locator("svg.picture")).to_be_visible()
    assert in_both_themes(ann) == []


def test_two_newcomers_move_against_each_other_after_three_clicks(server: Program, seat: Any) -> None:
    people = [newcomer(seat, "Ann", server), newcomer(seat, "Bob", server, **PHONE)]
    for player in people:
        player.page.get_by_role("button", name="Find opponent: Connect Four").click()
    for player in people:
        player.page.wait_for_url("**/table/*")
        player.sees_a_board()
    turn = asked(*people)
    assert turn is not None
    mover = turn[0]
    moves(mover)
    assert clicks(mover) <= 3


def test_who_searches_may_play_a_bot_meanwhile_and_is_called_to_the_table(server: Program, seat: Any) -> None:
    ann = newcomer(seat, "Ann", server)
    ann.page.get_by_role("button", name="Find opponent: Gomoku").click()
    bar = ann.page.get_by_role("complementary", name="Search for an opponent")
    expect(bar).to_contain_text("Looking for an opponent: Gomoku")
    expect(bar).to_contain_text("10 min + 5 s per turn")
    assert in_both_themes(ann) == []
    bar.get_by_role("button", name="Play over days instead").click()
    expect(bar).to_contain_text("3 days for each answer")
    ann.page.set_viewport_size({"width": 390, "height": 844})
    ann.page.get_by_role("button", name="Settings").click()
    assert bar.evaluate(COVERED, ".menu"), "the bar does not cover the settings"
    ann.page.keyboard.press("Escape")
    bar.get_by_role("button", name="Cancel").click()
    expect(bar).to_have_count(0)
    ann.page.get_by_role("button", name="Find opponent: Gomoku").click()
    bar.get_by_role("button", name="Play a bot meanwhile").click()
    ann.page.wait_for_url("**/table/*")
    ann.sees_a_board()
    game = ann.page.url
    place = bar.bounding_box()
    assert place is not None
    assert place["y"] == 0, "on a phone it leaves the foot of a table to the hand and the answers"
    assert place["height"] < 80
    expect(bar).to_contain_text("Looking for an opponent: Gomoku")
    bob = newcomer(seat, "Bob", server, **PHONE)
    bob.page.get_by_role("button", name="Find opponent: Gomoku").tap()
    bob.page.wait_for_url("**/table/*")
    bar.get_by_role("button", name="Go to the table").click()
    ann.page.wait_for_url(bob.page.url)
    assert ann.page.url != game
    expect(bar).to_have_count(0)


def test_back_closes_the_form_and_forward_opens_it_again(server: Program, seat: Any) -> None:
    page = newcomer(seat, "Ann", server, **PHONE).page
    form = page.get_by_role("dialog")
    page.locator(".game-title").get_by_role("link", name="Reversi", exact=True).click()
    expect(form).to_be_visible()
    page.go_back()
    expect(form).to_be_hidden()
    expect(page).to_have_url(f"{server.address}/")
    page.go_forward()
    expect(form).to_be_visible()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(page).to_have_url(f"{server.address}/")
    page.goto(f"{server.address}/#game=chess")  # from elsewhere: there is no lobby to go back to
    page.reload()
    form.get_by_role("button", name="Close").click()
    expect(form).to_be_hidden()
    expect(page).to_have_url(f"{server.address}/")


def test_a_game_leads_to_others_like_it(server: Program, seat: Any) -> None:
    page = newcomer(seat, "Ann", server, **PHONE).page
    form = page.get_by_role("dialog")
    page.locator(".game-title").get_by_role("link", name="Hex", exact=True).click()
    form.get_by_role("link", name="Lines of Action").click()
    expect(form.get_by_role("heading", name="Lines of Action")).to_be_focused()
    form.get_by_role("link", name="Hex").click()
    assert broken(page) == []
    page.go_back()  # one game has taken the place of the other
    expect(form).to_be_hidden()
    expect(page).to_have_url(f"{server.address}/")
    page.goto(f"{server.address}/rules/hex")
    page.get_by_role("link", name="Y", exact=True).click()
    expect(form.get_by_role("heading", name="Y", exact=True)).to_be_visible()
    form.get_by_role("button", name="Close").click()
    expect(form).to_be_hidden()
    expect(page).to_have_url(f"{server.address}/")


def test_the_library_is_searched_by_typing_and_by_family(server: Program, seat: Any) -> None:
    page = newcomer(seat, "Ann", server).page
    titles = page.locator(".library .game-title")
    expect(titles.last).to_have_text("Tic-tac-toe")  # small games to study are last
    told = titles.all_inner_texts()
    assert told.index("Chess") < told.index("Shephy")  # what people know comes before what they may learn
    page.get_by_label("Search games").fill("other king")
    expect(page.locator(".library").first.locator(".game-title")).to_have_text(["Chess", "Shogi"])
    page.get_by_label("Search games").fill("zzz")
    expect(page.get_by_text("No game fits “zzz”.")).to_be_visible()
    page.get_by_label("Search games").fill("")
    page.get_by_role("button", name="Dice", exact=True).click()
    expect(page.locator(".library").first.locator(".game-title")).to_have_text(
        ["Backgammon", "Yacht", "Can't Stop", "Liar's dice"]
    )


def test_a_live_table_moves_in_the_lobby(server: Program, seat: Any) -> None:
    ann, eve = seat("Ann"), seat("Eve")
    ann.page.goto(server.address)
    ann.open_form("Connect Four")
    ann.page.get_by_label("Yellow", exact=True).select_option(label="Me")
    ann.page.get_by_label("Shown in the lobby").check()
    ann.sit_down()
    ann.sees_a_board()
    eve.page.goto(server.address)
    moves(ann)
    board = eve.page.locator(".live-table").first
    expect(board.locator(".piece")).to_have_count(1)
    moves(ann)
    expect(board.locator(".piece")).to_have_count(2)
    board.get_by_role("link", name="Connect Four").click()
    eve.sees_a_board()
