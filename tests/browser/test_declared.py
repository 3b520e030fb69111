"""What an author declares is seen in a browser: sides and coordinates, notes, counters of each player, a range of numbers."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import broken
from tests.browser.conftest import Player
from tests.browser.pictures import take
from tests.server import zygote

pytestmark = pytest.mark.browser

GAME = '''
from __future__ import annotations

from rondel import EVERYONE, ActivePlayer, Counter, Face, Game, GameEnd, HexGrid, Row, To, TokenKind, _, on

Card = TokenKind("card", faces={"Mine": Face("card", text="Mine", note="Take one ruby.", colour="white")})


class Looks(Game):
    """A board with sides, a market, and bets."""

    name = "looks"
    title = _("Looks")
    seats = ("red", "blue")
    kinds = (Card,)

    def setup(self) -> To[Bet]:
        sides = {"top": "red", "bottom": "red", "left": "blue", "right": "blue"}
        self.board = self.add(HexGrid("board", rows=5, columns=5, sides=sides, visible_to=EVERYONE))
        self.market = self.add(Row("market", visible_to=EVERYONE))
        self.market.add(Card(face="Mine"))
        self.chips = self.each(Counter, "chips", 200, visible_to=EVERYONE)
        return Bet

    def measure(self) -> float:
        return 200 - self.chips["red"].value


class Bet(ActivePlayer[Looks]):
    """Bet."""

    description, my_turn = _("{actplayer} must bet"), _("{you} must bet")
    updates_progress = True


@on(Bet, _("{actplayer} bets {amount}"))
def bet(game: Looks, amount: int) -> To[Bet] | To[GameEnd]:
    """Bet an amount."""
    game.chips[game.player].take(amount)
    game.next_player()
    return Bet if game.chips["red"].value else GameEnd


@bet.options
def amounts(game: Looks) -> range:
    """Up to all chips."""
    return range(1, game.chips[game.player].value + 1)
'''


OWN_BOARDS = Path(__file__).parents[2] / "examples" / "cookbook" / "boards" / "own_boards.py"


@contextmanager
def shown(file: Path, person: Player) -> Iterator[None]:
    """The page of that person at a table of a game file, which a server of its own has loaded; at the end there may be no
    complaint, and no rule of accessibility broken."""
    command = ("-m", "rondel", "dev", str(file), "--port", "0", "--no-open")
    with zygote.program(*command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            lines = iter(process.stdout.readline, "")
            address = next(found for found in (re.search(r"http://\S+/dev/table", line) for line in lines) if found)[0]
            person.page.goto(address)
            yield
            assert broken(person.page) == []
            assert person.complaints == []
        finally:
            person.page.goto("about:blank")  # it would complain that the server has gone
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0


def test_a_phone_shows_what_the_rules_declare(tmp_path: Path, seat: Any) -> None:
    file = tmp_path / "looks.py"
    file.write_text(GAME, encoding="utf-8")
    person: Player = seat("Ada", viewport={"width": 390, "height": 844}, color_scheme="dark")
    page = person.page
    with shown(file, person):
        board = page.locator(".spots")
        expect(board.locator(".side")).to_have_count(4)
        assert board.locator(".board-rim span").all_text_contents() == [*"abcde", *"12345"]
        expect(page.locator(".market .card-note").first).to_be_visible()
        expect(page.locator(".purse", has_text="Blue").locator("dd")).to_have_text("200")

        field = page.get_by_role("spinbutton")
        field.fill("500")
        field.press("Enter")  # outside the range: the browser says so, and nothing is sent
        expect(page.locator(".purse", has_text="Red").locator("dd")).to_have_text("200")
        field.fill("45")
        field.press("Enter")
        expect(page.locator(".purse", has_text="Red").locator("dd")).to_have_text("155")
        take(page, "declared-phone.jpg")


def test_a_board_of_each_player_lies_on_their_mat_and_can_be_chosen_from(seat: Any) -> None:
    """With the rows and counters of its owner: as in many games, each player fills a board of their own."""
    person: Player = seat("Ada", viewport={"width": 390, "height": 844})
    page = person.page
    with shown(OWN_BOARDS, person):
        mat = page.locator(".mat.mine")
        expect(page.locator(".mats-others .grid")).to_have_count(1)
        expect(mat.locator(".cards-name")).to_have_text(["Wall", "Broken"])
        page.set_viewport_size({"width": 390, "height": 480})  # the own board is below the screen
        expect(mat.locator(".grid")).not_to_be_in_viewport()
        page.locator(".centre .card.legal").first.click()
        expect(mat.locator(".grid")).to_be_in_viewport(ratio=1)  # the page has scrolled to what can be chosen next
        cell = mat.locator('[data-place="wall_ann:b1"]')
        cell.click()
        expect(page.locator(".mats-others [data-place='wall_ann:b1']")).to_have_class(re.compile("taken"))
        take(page, "own-boards-phone.jpg")
        assert page.evaluate("document.documentElement.scrollWidth") == 390
