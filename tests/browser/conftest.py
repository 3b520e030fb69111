"""A real Chromium and a real server for all tests together."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import prepare
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import rondel
from tests.browser.profiles import Profile, Profiles
from tests.conftest import SCALE
from tests.server.harness import Program, bot, me

QUICK = {"pace": 0.0, "seconds": 0.1}
"""Bots for those who do not want to watch them."""

PATIENCE = 30
"""Seconds: as long as everything may take on a busy machine."""

AT_START = 120_000
"""Milliseconds: as long as Python may take to start in a page."""

expect.set_options(timeout=PATIENCE * 1000)

OFFERED = """() => {
    const marks = document.querySelector(".tally") ? ".chosen, .target.chosen > *" : ".none";
    const free = (each) => !each.matches(`[aria-disabled=true], ${marks}`);
    const places = [...document.querySelectorAll(".board .legal[data-place], .board .whole")].filter(free)
        .map((each) => each.dataset.place);
    const answers = [...document.querySelectorAll(".answers .act")].map((each) => `.answers [aria-label="${each.ariaLabel}"]`);
    const enough = document.querySelector(".answers .main") ? [".answers .main"] : [];
    return [...new Set(places)].map((place) => `.board [data-place="${place}"]`).concat(answers, enough);
}"""
"""Selectors of all that may be pointed at or answered now, but for what is marked already where several things are."""

ASKED = f"""(within) => new Promise((tell) => {{
    const offered = {OFFERED};
    const look = () => {{
        const offers = offered(), over = document.querySelector(".result") !== null;
        if (offers.length > 0 || over) end(offers, over);
    }};
    const end = (offers, over) => {{
        changes.disconnect();
        clearTimeout(late);
        tell([offers, over]);
    }};
    const late = setTimeout(() => end([], false), within);
    const changes = new MutationObserver(look);
    changes.observe(document, {{ subtree: true, childList: true, attributes: true }});
    look();
}})"""
"""What is offered, as soon as there is something within some milliseconds; and whether the page shows a result instead. The
page looks whenever it changes: to ask it again and again took a good part of the processor time of a game."""
GLANCE = 100
"""Milliseconds until another player's page is looked at."""


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The installed Chromium; as root it cannot use its sandbox."""
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, prepare.BROWSERS)), None)
    if chromium is None:
        pytest.fail(f"no Chromium: install one of {', '.join(prepare.BROWSERS)}, or name one in $CHROMIUM")
    quiet = [
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
    ]
    # All pages of a profile in one process, and none in reserve: to begin one took more than twice as long as what is read.
    quiet.append("--renderer-process-limit=1")
    # All is compiled once: to optimize took a third of a visit with Python, and of twelve other tests 4 to 5 of 46 s.
    if SCALE < 1:
        quiet.append("--js-flags=--liftoff-only --no-opt --no-maglev --always-sparkplug")
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return {"executable_path": chromium, "args": [*root, *quiet]}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server in a process of its own; each test has tables and browsers of its own at it."""
    with Program(tmp_path_factory.mktemp("arena"), bots=QUICK) as program:
        yield program


@pytest.fixture
def mortal_server(tmp_path: Path) -> Iterator[Program]:
    """A server for one test alone, which may kill it."""
    with Program(tmp_path / "data", bots=QUICK) as program:
        yield program


class Player:
    """One person at a browser of their own."""

    def __init__(self, page: Page, name: str) -> None:
        self.context = page.context
        self.name = name
        self.complaints: list[str] = []
        self.page = page
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)

    def unfold(self) -> None:
        """Show the terms of a new table, options of the game included."""
        folded = self.page.locator("details.options:not([open]) > summary")
        while folded.count():
            folded.first.click()

    def open_form(self, game: str) -> None:
        """In the lobby: the form of a new table, with all its terms."""
        if "#game=" not in self.page.url:  # else it is open already
            self.page.locator(".game-title").get_by_role("link", name=game, exact=True).click()
        self.page.locator("form.newtable").wait_for()
        self.unfold()

    def sit_down(self) -> None:
        """Send the form of a new table."""
        self.page.locator(".newtable .acts .button").click()

    def open_table(self, address: str, *fields: tuple[str, str], game: str = "Reversi") -> str:
        """From the lobby: choose the game, who sits where and the options; returns the address of the table."""
        page = self.page
        page.goto(address)
        self.open_form(game)
        page.get_by_label("Your name").fill(self.name)
        for label, choice in fields:
            field = page.locator(".field", has=page.get_by_text(label, exact=True))
            if field.locator("select").count():
                field.locator("select").first.select_option(choice)
            else:
                field.locator("input").first.fill(choice)
        self.sit_down()
        page.wait_for_url("**/table/*")
        self.page.locator(".ask h1, .result, .grid").first.wait_for()
        return page.url

    def accept(self, invitation: str) -> None:
        """Come by an invitation, and sit down on the seat that is free."""
        self.page.goto(invitation)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down as").click()
        self.page.locator(".ask h1, .result, .grid").first.wait_for()

    def sit_at(self, server: Program, game: str, *, most: int = 3, **options: Any) -> dict[str, Any]:
        """At a new table, on the first seat of at most so many, among bots that play at random; returns the answer to it."""
        return seated(server, game, [self], seats=most, **options)

    def come_to(self, server: Program, table: str, tokens: dict[str, str], invite: str) -> None:
        """To a table at which the seats of these tokens are this player's."""
        held = json.dumps({"tokens": tokens, "invite": invite, "since": 1})
        self.page.add_init_script(f"localStorage.setItem('rondel.table.{table}', {json.dumps(held)})")
        self.page.goto(f"{server.address}/table/{table}")
        self.page.locator(".ask h1, .result").first.wait_for()

    def offers(self) -> list[str]:
        """Selectors of all that this player may point at or answer at this moment."""
        found: list[str] = self.page.evaluate(OFFERED)
        return found

    def seq(self) -> int:
        """The number of the last message from the table that this player's page shows."""
        return int(str(self.page.locator("main.table").get_attribute("data-step")).partition(".")[0])

    def is_over(self) -> bool:
        """Whether this player's page shows a result."""
        return self.page.locator(".result").count() > 0

    def invitation(self) -> str:
        """The address to send to a friend, as the button copies it."""
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.page.get_by_role("button", name="Copy invite").click()
        self.page.get_by_role("button", name="Copied").wait_for()
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def sees_a_board(self) -> None:
        self.page.locator(".grid").first.wait_for()

    def legal(self) -> list[str]:
        """The places that glow, once it is this player's turn or the game is over."""
        self.page.locator(".cell-button.legal, .result").first.wait_for()
        return [str(each.get_attribute("data-place")) for each in self.page.locator(".cell-button.legal").all()]

    def click(self, place: str) -> None:
        self.page.locator(f'[data-place="{place}"]').click()

    @contextmanager
    def moves_on(self) -> Iterator[None]:
        """Wait until what was done has been seen: a part of a move was chosen, or there is a new position."""
        table = self.page.locator("main.table")
        before = str(table.get_attribute("data-step"))
        yield
        expect(table).not_to_have_attribute("data-step", before)

    def verdict(self) -> str:
        return self.page.locator(".verdict").inner_text()

    def scores(self) -> list[int]:
        return [int(text) for text in self.page.locator(".player .score").all_inner_texts()]

    def discs(self) -> Locator:
        """The cells with something on them."""
        return self.page.locator(".cell-button.taken")


def seated(server: Program, game: str, people: Sequence[Player], *, seats: int = 0, **options: Any) -> dict[str, Any]:
    """A new table at which these people have the first seats, each at a page of their own, and bots that play at random the
    others, up to ``seats`` in all as far as the game allows. Who is named twice has two seats. Returns the answer to it."""
    [offer] = [each for each in server.get("/api/games").json() if each["name"] == game]
    roles = offer["roles"][: max(offer["fewest"], min(max(seats, len(people)), len(offer["roles"])))]
    sitting = dict(zip(roles, people, strict=False))
    taken = [me(role, sitting[role].name) if role in sitting else bot(role) for role in roles]
    made = server.create(game, *taken, name=people[0].name, options=options)
    for player in dict.fromkeys(people):
        tokens = {role: token for role, token in made["tokens"].items() if sitting[role] is player}
        player.come_to(server, made["table"], tokens, made["invite"])
    return made


def met(server: Program, game: str, people: Sequence[Player], **options: Any) -> None:
    """A new table to which the first of one or two people has come from the lobby, and the second by an invitation, among bots
    that play at random."""
    [offer] = [each for each in server.get("/api/games").json() if each["name"] == game]
    texts = {each["name"]: each["text"] for each in offer["options"]}
    sitting = ["Me", "A friend, by invitation"][: len(people)]
    sitting += ["Random bot"] * (offer["fewest"] - len(people))
    fields = [("Seats", str(offer["fewest"]))] if offer["usual"] > offer["fewest"] else []
    fields += [(role.capitalize(), who) for role, who in zip(offer["roles"], sitting, strict=False)]
    shown = {
        name: ("No", "Yes")[value] if isinstance(value, bool) else str(value).capitalize() for name, value in options.items()
    }
    fields += [(texts[name], value) for name, value in shown.items()]
    people[0].open_table(server.address, *fields, game=offer["title"])
    for friend in people[1:]:
        friend.accept(people[0].invitation())


def asked(*people: Player) -> tuple[Player, list[str]] | None:
    """Wait until somebody may do something: who (of several the first), and what, as selectors. None when all see a result.

    A page that has not yet heard of another's move may still offer to change an answer; such a page is not believed.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended = 0
        for player in people:
            offers, over = player.page.evaluate(ASKED, GLANCE)
            if offers and all(each.seq() <= player.seq() for each in people if each is not player):
                return player, offers
            ended += over
        if ended == len(people):
            return None
    pytest.fail(f"nobody is asked for anything: {[player.page.locator('.ask, .result').inner_text() for player in people]}")


def pointed_at(move: rondel.Move) -> list[str]:
    """What is pointed at for a move, part by part, as selectors; a part that is nowhere on the table is a button."""
    words = move.text.partition("(")[2].rstrip(")").split(",")
    if not move.places:
        return [f'.answers [aria-label="{move.action.replace("_", " ").capitalize()}"]']
    return [
        f'.board [data-place="{place}"]' if place else f'.answers [aria-label="{words[number].capitalize()}"]'
        for number, place in enumerate(move.places)
    ]


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Iterator[Profiles]:
    """The browser contexts of all tests; each is emptied when a test has ended, and used again."""
    profiles = Profiles(browser)
    yield profiles
    profiles.close()


@pytest.fixture
def seat(profiles: Profiles) -> Iterator[Any]:
    """``seat("Ann")`` is a player at a browser context of their own; at the end no page may have complained."""
    taken: list[tuple[Profile, Player]] = []

    def sit(name: str, **context: Any) -> Player:
        profile, page = profiles.take(**{"reduced_motion": "reduce", **context})
        taken.append((profile, Player(page, name)))
        return taken[-1][1]

    yield sit
    for profile, _player in taken:
        profiles.give_back(profile)
    for _profile, player in taken:
        assert not [
            each for each in player.complaints if "WebSocket" not in each and "ERR_CONNECTION" not in each and "405" not in each
        ], player.name


@pytest.fixture(scope="session")
def playground(server: Program, profiles: Profiles) -> Iterator[Player]:
    """Somebody at the playground, where Python has started: that takes longer than what most tests do there."""
    profile, page = profiles.take(reduced_motion="reduce")
    person = Player(page, "Ann")
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_default_timeout(AT_START)
    page.goto(f"{server.address}/play/")
    page.locator("main.table .board").wait_for()
    yield person
    profiles.give_back(profile)


@pytest.fixture
def author(playground: Player) -> Iterator[Player]:
    """Somebody at the playground, before a new table of tic-tac-toe; at the end the page may not have complained."""
    legal = playground.page.locator(".cell-button.legal")
    for game, offered in (("reversi", 4), ("tic_tac_toe", 9)):  # another game gets a new table
        playground.page.get_by_label("Rules to begin with").select_option(game)
        expect(legal).to_have_count(offered)
    yield playground
    complaints, playground.complaints = playground.complaints, []
    assert complaints == []
