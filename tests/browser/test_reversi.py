"""Reversi in the browser: two people, a bot, a reload and a restart; what is seen is checked against the rules."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect

import rondel
from tests.browser.axe import broken
from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.browser.test_all_games import SCREENS, fits, tap
from tests.browser.test_layout import TOPS
from tests.conftest import sampled
from tests.server.harness import Program, free, me

pytestmark = pytest.mark.browser

PERSON = "A friend, by invitation"


def two_people(server: Program, seat: Any, *options: tuple[str, str], **screen: Any) -> tuple[Player, Player]:
    """Ann opens a table and plays black; Bob, at a screen of his own, comes by her invitation and plays white."""
    ann, bob = seat("Ann"), seat("Bob", **screen)
    ann.open_table(server.address, ("Black", "Me"), ("White", PERSON), *options)
    bob.accept(ann.invitation())
    return ann, bob


def turn(player: Player, game: rondel.Game, chooser: random.Random, *, touch: bool = False) -> None:
    """One move by clicking or by touch, the same in the game beside; what glows must be what is legal, and where it is hit."""
    places = player.legal()
    assert sorted(places) == sorted(move.places[0] for move in game.moves())
    fits(player, player.offers())
    place = chooser.choice(sorted(places))
    if touch:
        tap(player, f'[data-place="{place}"]')
    else:
        player.click(place)
    game.push(f"play_disc({place.partition(':')[2]})")
    if not game.is_over:
        discs = len(game.view("black")["containers"]["board"]["tokens"])
        expect(player.discs()).to_have_count(discs)


def verdict(game: rondel.Game, names: dict[str, str], role: str) -> str:
    """What the page must say at the end."""
    if len(game.winners) == 2:
        return "A draw"
    [winner] = game.winners
    return "You win" if winner == role else f"{names[winner]} wins as {winner}"


def test_two_people_play_a_whole_game(server: Program, seat: Any) -> None:
    """Ann on a desk, Bob on a phone by touch."""
    ann, bob = two_people(server, seat, ("Board size", "4"), **SCREENS["phone"])
    assert "invite" not in bob.page.url  # the invitation does not stay in the address

    game = rondel.new("reversi", options={"size": 4})
    players = {"black": ann, "white": bob}
    chooser = random.Random(4)
    while not game.is_over:
        role = game.active[0]
        turn(players[role], game, chooser, touch=role == "white")

    names = {"black": "Ann", "white": "Bob"}
    for role, player in players.items():
        assert player.verdict() == verdict(game, names, role)
        assert player.scores() == [game.scores["black"], game.scores["white"]]
    take(ann.page, "two-people-over.jpg")

    # The next game at the same table begins when both want it, and they change seats.
    ann.page.get_by_role("button", name="Play again").click()
    expect(ann.page.locator(".rematch")).to_contain_text("Rematch offered: waiting for Bob")
    expect(bob.page.locator(".rematch")).to_contain_text("Ann wants a rematch")
    answers = bob.page.locator(".outcome .rematch .button").evaluate_all(TOPS)
    assert len(answers) == 2
    assert len(set(answers)) == 1
    assert broken(bob.page) == []
    take(bob.page, "rematch-asked.jpg")
    ann.page.goto("about:blank")
    expect(bob.page.locator(".rematch")).to_contain_text("Ann has left: their rematch has lapsed")
    with ann.page.expect_response("**/chat?channel=gallery*"):  # she reads the gallery before the next game closes it
        ann.page.go_back()
    bob.page.get_by_role("button", name="Accept").click()
    expect(ann.discs()).to_have_count(4)
    expect(bob.discs()).to_have_count(4)
    assert len(bob.legal()) == 4


def test_the_waiting_player_is_offered_nothing_and_told_who_is_asked(server: Program, seat: Any) -> None:
    ann, bob = two_people(server, seat)
    assert bob.page.locator(".cell-button.legal").count() == 0
    assert "Ann must play a disc" in bob.page.locator(".ask h1").inner_text()
    assert "Place a disc" in ann.page.locator(".ask h1").inner_text()
    watcher = seat("Cat")
    watcher.page.goto(ann.page.url)
    watcher.sees_a_board()
    for player in (ann, watcher):
        expect(player.page.locator(".watchers")).to_have_text("1 person is looking on")
    assert "Ann must play a disc" in watcher.page.locator(".ask h1").inner_text()
    assert watcher.page.get_by_text("You are watching").is_visible()
    ann.click("board:d3")
    watcher.page.locator('[data-place="board:d3"].taken').wait_for()
    assert watcher.page.locator(".cell-button.legal").count() == 0
    assert len(bob.legal()) == 3

    # An invitation that opens no seat says so at once, and who looks on takes a seat that is open.
    stored = ann.page.evaluate("() => Object.entries(localStorage).find(([key]) => key.startsWith('rondel.table.'))[1]")
    late = seat("Dan")
    late.page.goto(f"{ann.page.url}#invite={json.loads(stored)['invite']}")
    expect(late.page.get_by_role("heading")).to_have_text("Every seat is taken")
    assert broken(late.page) == []
    take(late.page, "invited-to-a-full-table.jpg")
    late.page.get_by_role("button", name="Watch this table").click()
    late.sees_a_board()
    private = server.create("reversi", me("black", "Eve"), free("white"))
    late.page.goto(f"{server.address}/table/{private['table']}#invite=wrong")
    expect(late.page.get_by_role("heading")).to_have_text("This invitation opens no seat here")
    late.complaints.clear()  # the browser writes the refusal on its console
    open_table = server.create("reversi", me("black", "Eve"), free("white"), terms={"public": True})
    late.page.goto(f"{server.address}/table/{open_table['table']}")
    late.page.get_by_role("button", name="Take an open seat").click()
    late.page.get_by_label("Your name").fill("Dan")
    late.page.get_by_role("button", name="Sit down as white").click()
    expect(late.page.locator(".player", has_text="Dan (you)")).to_be_visible()


def test_reload_and_restart_in_the_middle(mortal_server: Program, seat: Any) -> None:
    ann, bob = two_people(mortal_server, seat)
    game = rondel.new("reversi")
    players = {"black": ann, "white": bob}
    chooser = random.Random(9)
    for _each in range(4):
        turn(players[game.active[0]], game, chooser)

    bob.page.reload()
    bob.sees_a_board()
    for _each in range(3):
        turn(players[game.active[0]], game, chooser)

    mortal_server.kill()  # as a crash would: no clean-up of any kind
    mortal_server.start()
    for _each in range(3):
        turn(players[game.active[0]], game, chooser)
    for role, player in players.items():
        assert player.scores() == [game.scores["black"], game.scores["white"]], role
        log = player.page.locator(".log").inner_text()
        last = game.events(0, role)[-1]["args"]
        assert last.get("cell", "passes") in log


def test_undo_takes_back_ones_own_move_and_the_bots(server: Program, seat: Any) -> None:
    ann = seat("Ann")
    ann.open_table(server.address, ("Black", "Me"), ("White", "Thinking bot"))
    ann.legal()
    ann.click("board:d3")
    expect(ann.discs()).to_have_count(6)
    ann.legal()
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.discs()).to_have_count(4)
    assert len(ann.legal()) == 4


@pytest.mark.parametrize(
    ("width", "height", "scheme"), sampled([(390, 844, "dark"), (1280, 800, "light")], [(390, 844, "dark")])
)
def test_the_table_fits_its_screen(server: Program, seat: Any, width: int, height: int, scheme: str) -> None:
    ann = seat("Ann", viewport={"width": width, "height": height}, color_scheme=scheme)
    ann.open_table(server.address, ("Black", "Me"), ("White", "Me"))
    game = rondel.new("reversi")
    chooser = random.Random(7)
    for _each in range(9):
        turn(ann, game, chooser)
    take(ann.page, f"table-{width}-{scheme}.jpg")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
    board = ann.page.locator(".grid").bounding_box()
    assert board is not None
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= width
    assert board["y"] + board["height"] <= height + 1 or width < 500
    ann.context.set_offline(True)
    ann.page.evaluate("dispatchEvent(new Event('offline'))")
    lost = ann.page.locator(".link.off").bounding_box()
    assert lost is not None
    at_the_foot = lost["x"] == 0 and lost["y"] + lost["height"] == height
    assert at_the_foot == (width < 500), "on a phone it is said where it is seen, wherever on the page one is"
    ann.context.set_offline(False)
    ann.page.goto(server.address)
    ann.page.get_by_role("button", name="Reversi").first.wait_for()
    take(ann.page, f"lobby-{width}-{scheme}.jpg")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
