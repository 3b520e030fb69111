"""Every shipped game in the browser, by what the page says may be done and nothing else; new games come by themselves.

A person plays the first seat against bots, by clicking what has the words for "here you may play" or is offered as an answer;
half on a desktop, half on a phone. Then the rest of the game is played over the same seat's connection, to its end. Pictures of
the middle and of the end go to ``test-artefacts/games``.
"""

from __future__ import annotations

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator

from rondel.games import CATALOGUE
from tests.browser.conftest import ARTEFACTS, Player
from tests.server.harness import Program, joined

pytestmark = pytest.mark.browser

SCREENS = {"desktop": (1280, 800), "phone": (390, 844)}
CLICKS = 8
"""How often something is clicked on each screen."""
MOST_SEATS = 4
LONGEST = 1500
"""So many moves end every game that ends when it is played at random."""


OUTSIDE = """(found, width) => found
    .map((each) => [each.getAttribute("aria-label") ?? each.textContent, each.getBoundingClientRect()])
    .filter(([, box]) => box.left < -1 || box.right > width + 1 || box.width < 8 || box.height < 8).map(([name]) => name)"""


def offered(player: Player) -> Locator:
    """Everything that may be clicked, once there is anything or the game is over."""
    page = player.page
    here = page.get_by_role("main").get_by_role("button", name=re.compile("you may play here"))
    answers = page.get_by_role("region", name="What is asked").get_by_role("button").filter(has_not_text=re.compile("^Cancel$"))
    either = here.or_(answers)
    either.or_(page.locator(".result")).first.wait_for()
    return either


def over(player: Player) -> bool:
    return player.page.locator(".result").count() > 0


def fits(player: Player, width: int) -> None:
    """Nothing is wider than the screen, and nothing that may be clicked lies beside it or is too small to be hit."""
    assert offered(player).evaluate_all(OUTSIDE, width) == []
    assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def look(player: Player, picture: str, *schemes: Literal["light", "dark"]) -> None:
    """Pictures on both screens."""
    for screen, (width, height) in SCREENS.items():
        player.page.set_viewport_size({"width": width, "height": height})
        fits(player, width)
        for scheme in schemes:
            player.page.emulate_media(color_scheme=scheme)
            player.page.screenshot(path=ARTEFACTS / "games" / f"{picture}-{screen}-{scheme}.png", full_page=True)


async def finish(server: Program, table: str, tokens: dict[str, str], seed: int) -> None:
    """Play the rest at random over a connection of its own."""
    chooser = random.Random(seed)
    async with joined(server, table, tokens.values()) as client:
        seen = client.welcome
        for _ in range(LONGEST):
            [view] = seen["views"].values()
            if view["over"]:
                return
            if view["moves"]:
                role = view["role"]
                answer = await client.ask(client.message("play", role=role, move=chooser.choice(view["moves"])["text"]))
                # Refused is what came too late: somebody else was quicker.
                seen = await client.until(answer["seq"] if answer["type"] == "accepted" else seen["seq"] + 1)
            else:
                seen = await client.until(seen["seq"] + 1)
    pytest.fail(f"not over after {LONGEST} moves")


@pytest.mark.parametrize("game", sorted(CATALOGUE))
def test_a_game_by_what_glows(server: Program, seat: Any, game: str) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    table = ann.sit_at(server, game, most=MOST_SEATS)
    chooser = random.Random(5)
    for screen in ("phone", "desktop"):
        width, height = SCREENS[screen]
        ann.page.set_viewport_size({"width": width, "height": height})
        for _ in range(CLICKS):
            choices = offered(ann)
            if over(ann):
                break
            fits(ann, width)
            with ann.moves_on():
                choices.nth(chooser.randrange(choices.count())).click()
    offered(ann)
    look(ann, game, "light", "dark")
    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
        thread.submit(asyncio.run, finish(server, table["table"], table["tokens"], 7)).result()
    assert ann.verdict()
    look(ann, f"{game}-end", "light")


def test_what_is_written_on_the_cards_in_hand_can_be_read_on_a_phone(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844})
    ann.sit_at(server, "shephy", most=1)
    offered(ann)
    scale = ann.page.locator(".hand.me .card svg").first.evaluate("each => each.getScreenCTM().a")
    size = ann.page.locator(".hand.me .card-note").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
    assert scale * size >= 9
    fits(ann, 390)
