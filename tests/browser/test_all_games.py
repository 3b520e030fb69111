"""Every shipped game in the browser, by what the page says may be done and nothing else; new games come by themselves.

People play each from the lobby to its end, in `make test` one of each kind: two of them where the game has two seats, one at a
desktop by clicking and one at a phone by touch, who comes by an invitation. And each is looked at as it is when nothing is
chosen for it: what matters is in sight without scrolling, and on four screens nothing is too wide, too small or cut off.
`make test-long` and `make pictures` take pictures of all four, in the light and in the dark, into ``test-artefacts/games``;
with ``RONDEL_PICTURE=write`` the pictures of docs/games.md are written as well.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from websockets.exceptions import ConnectionClosed

import rondel
from rondel.server.transport.routes.socket import RESYNC
from rondel.shelf import CATALOGUE
from tests.browser.axe import broken, laid_out, small
from tests.browser.conftest import Player, asked, met, pointed_at
from tests.browser.pictures import GAMES, SCHEMES, TAKEN, WRITTEN, keep, take
from tests.browser.scripts import PREFERRED, SCRIPTS, SHORT
from tests.conftest import sampled
from tests.server.harness import Client, Program, joined

pytestmark = pytest.mark.browser

SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1280, 800), "wide": (1920, 1080)}
"""In which every table is looked at."""
CLICKS = 600
"""So many are enough for each, however it goes."""

PLAYED = ("chess", "harvest_wheel")
"""The games that people play in `make test`: of each kind of table one, but for those that are played from the lobby in
test_columns_and_fleets, test_newcomer and test_reversi. At full length they play all."""

LIKE_OTHERS = {
    *("amazons", "banqi", "breakthrough", "connect_four", "corridors", "crazy_eights", "draughts", "gin_rummy", "go", "gomoku"),
    *("kuhn_poker", "leduc_poker", "lines_of_action", "nine_mens_morris", "reversi", "skat", "spades", "stones", "tic_tac_toe"),
    *("ultimate_tic_tac_toe", "xiangqi", "y"),
}
"""Games on boards that are drawn as those of others are; they are looked at where pictures are taken, and so are those that
people play here, whose tables are looked at in the end."""

LOOKED_AT = sampled(
    sorted(set(CATALOGUE) - LIKE_OTHERS.union(PLAYED)),
    ("backgammon", "dots_and_boxes", "hearts", "hex", "liars_dice", "solitaire", "texas_holdem", "yacht"),
)
"""The games that are looked at in their middle, in `make test` eight of them; each container is looked at in test_looks."""

DARK = sampled(sorted(CATALOGUE), ("hearts", "liars_dice"))
"""The games whose tables break no rule of accessibility on a phone in the dark either."""

MOST_SEATS = 4
LONG = {"kuhn_poker": {"hands": 9}, "leduc_poker": {"hands": 9}}
"""What would be over before its middle."""
MIDDLE = {
    "tic_tac_toe": 2,
    "connect_four": 5,
    "kuhn_poker": 4,
    "leduc_poker": 6,
    "battleship": 20,
    "shephy": 6,
    "stones": 3,
    "fireworks": 2,
    "backgammon": 30,
    "banqi": 14,
    "solitaire": 24,
    "shogi": 24,
    "ultimate_tic_tac_toe": 22,
    "wolves_in_town": 3,
    "dots_and_boxes": 17,
    "corridors": 12,
    "crazy_eights": 5,
    "yacht": 19,
}
"""How often the viewer has answered when the picture is taken, where that is not the usual number of times."""
USUALLY = 10

AMISS = """(offers) => offers.map((offer) => document.querySelector(offer)).filter(Boolean)
    .map((each) => [each, each.getBoundingClientRect()]).filter(([each, box]) => {
        const small = ".cell-button, .edge-place, .folded-space, .sheet-line, .spot";
        const least = each.closest(".spots-frame.wide") ? 18 : each.matches(small) ? 22 : 44;
        return box.left < -1 || box.right > innerWidth + 1 || box.width < least - 0.5 || box.height < least - 0.5;
    }).map(([each, box]) => `${each.ariaLabel}: ${box.width} by ${box.height} at ${box.left}`)
    .concat(document.documentElement.scrollWidth > innerWidth ? [`all: ${document.documentElement.scrollWidth} wide`] : [])"""
"""What lies beside the screen, and what a finger would miss: all is 44 pixels wide and high, but for the cells and points of
large boards, which are asked for twice, and of those that can be zoomed."""

CUT = """() => [...document.querySelectorAll("body *")].flatMap((each) => {
    const text = [...each.childNodes].find((node) => node.nodeType === 3 && node.textContent.trim());
    if (!text || !each.checkVisibility() || each.closest(".nowhere, .skip, [role=tooltip]")) return [];
    const range = document.createRange();
    range.selectNodeContents(each);
    const frames = [];
    for (let above = each; above; above = above.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(above);
        const cuts = (way) => above.matches(".card svg") || ["hidden", "clip"].includes(way);
        const [across, down] = [cuts(overflowX), cuts(overflowY)];
        if (above !== document.documentElement && (across || down)) frames.push([above.getBoundingClientRect(), across, down]);
        if (["auto", "scroll"].includes(overflowY)) break;
    }
    const beside = (rect) => rect.left < -1 || rect.right > innerWidth + 1;
    const out = (rect) => rect.width > 0 && (beside(rect) || frames.some(([box, across, down]) =>
        (across && (rect.left < box.left - 1.5 || rect.right > box.right + 1.5)) ||
        (down && (rect.top < box.top - 3 || rect.bottom > box.bottom + 3))));
    const rects = each.closest("svg") ? [each.getBoundingClientRect()] : [...range.getClientRects()];
    return rects.some(out) ? [`${each.className?.baseVal ?? each.className}: ${each.textContent}`] : [];
})"""
"""Words of which a part is not seen: beside the screen, beside their card, or cut off by what they stand in."""


FRAMES = {"phone": (390, 844), "sideways": (844, 390), "desk": (1280, 800)}
"""In which what matters is in sight without scrolling."""
MEASURED = """() => {
    const { style } = document.querySelector("main.table");
    return [["play", ".play"], ["asked", ".play > :is(.ask, .result)"]].every(([name, part]) =>
        style.getPropertyValue(`--${name}-height`) === `${document.querySelector(part)?.offsetHeight ?? 0}px`);
}"""
"""Whether the heights that the page reserves are those it has: they are measured a frame after the window has changed."""

HIDDEN = """(offers) => {
    const all = (parts) => [...document.querySelectorAll(parts)];
    const parts = [...all(".ask, .result, .hand.me .card svg"), ...offers.flatMap(all)];
    const out = parts.filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()])
        .filter(([, box]) => box.top < -1 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1);
    const loose = innerWidth < 1000 && all(".hand.me").length > 0 && all("main[data-docked]").length === 0;
    return [...out.map(([each, box]) => `${each.ariaLabel ?? each.getAttribute("class")}: ${box.top} to ${box.bottom}`),
        ...(loose ? ["the hand is not docked"] : [])];
}"""
"""What of the question, the own hand, and what may be chosen is out of sight; on phones the hand is docked."""


def in_sight(player: Player, offers: list[str]) -> None:
    """On phones, upright and on their side, and on a desk, nothing has to be scrolled for, once the page has been laid out."""
    for screen, (width, height) in FRAMES.items():
        player.page.set_viewport_size({"width": width, "height": height})
        try:
            player.page.wait_for_function(f"(offers) => ({MEASURED})() && ({HIDDEN})(offers).length === 0", arg=offers)
        except TooLate:
            assert player.page.evaluate(HIDDEN, offers) == [], screen


def fits(player: Player, offers: list[str]) -> None:
    """Nothing is wider than the screen, and nothing that may be pointed at lies beside it or is too small to be hit."""
    assert player.page.evaluate(AMISS, offers) == []


def look(player: Player, picture: str) -> None:
    """In all sizes nothing is too wide, too small or cut off; pictures of each in both schemes, where pictures are taken."""
    for screen, (width, height) in SIZES.items():
        player.page.set_viewport_size({"width": width, "height": height})
        fits(player, player.offers())
        assert player.page.evaluate(CUT) == [], screen
        for scheme in SCHEMES if TAKEN else ():
            player.page.emulate_media(color_scheme=scheme)
            take(player.page, f"games/{picture}-{screen}-{scheme}.jpg", full_page=True)


TAPPED = """(step) => document.querySelector("main.table").dataset.step !== step
    || document.querySelector(".confirm")"""
"""Whether a tap has chosen something, or is to be confirmed."""


def tap(player: Player, selector: str) -> None:
    """By touch: what is smaller than a fingertip is tapped once more when it is shown."""
    place, table = player.page.locator(selector), player.page.locator("main.table")
    step = table.get_attribute("data-step")
    place.tap()
    player.page.wait_for_function(TAPPED, arg=step)
    if table.get_attribute("data-step") == step:
        place.tap()


@pytest.mark.parametrize("game", sampled(sorted(CATALOGUE), PLAYED))
def test_people_play_it_from_the_lobby_to_its_end(server: Program, seat: Any, game: str) -> None:
    names = ("Ann", "Ben")[: len(rondel.new(game).roles)]
    people: list[Player] = [seat(name, **screen) for name, screen in zip(names, SCREENS.values(), strict=False)]
    script = SCRIPTS.get(game)
    options = script.options if script else SHORT.get(game, {})
    met(server, game, people, **options)
    beside = rondel.new(game, options=options) if script else None
    sitting = dict(zip(beside.roles, people, strict=True)) if beside else {}
    written = list(script.moves) if script else []
    planned: list[tuple[Player, str]] = []
    chooser = random.Random(5)
    clicked = list(people)  # who has waited longest comes first: what has been answered may be changed while others think
    for _click in range(CLICKS):
        if not planned and beside is not None and written:
            role, text = written.pop(0)
            move = next(each for each in beside.moves(role) if each.text == text)
            planned = [(sitting[role], selector) for selector in pointed_at(move)]
            beside.push(move, role)
        order = [planned[0][0]] if planned else clicked
        turn = asked(*order)
        if turn is None:
            break
        player, offers = turn
        wanted = PREFERRED.get(game)
        selector = planned.pop(0)[1] if planned else wanted if wanted in offers else chooser.choice(offers)
        fits(player, offers)
        with player.moves_on():
            if player is people[0]:
                player.page.locator(selector).click()
            else:
                tap(player, selector)
        clicked.remove(player)
        clicked.append(player)
    assert asked(*people) is None
    assert not written
    assert all(player.verdict() for player in people)
    if beside is not None:
        assert beside.is_over
        assert [player.verdict() == "You win" for player in people] == [role in beside.winners for role in beside.roles]
    look(people[0], f"{game}-end")


async def answered(server: Program, table: str, tokens: dict[str, str], times: int, last: str | None = None) -> None:
    """Answer so many times at random, over a connection of one's own, as far as the game goes; then wait to be asked again.
    The move ``last`` is made when it is possible, and nothing after it.
    Bots that wait for nobody may say more at once than is read on a busy machine: then one comes again, as the page does."""
    chooser, left = random.Random(7), times

    async def go_on(client: Client) -> None:
        nonlocal left
        seen = client.welcome
        while True:
            views = list(seen["views"].values())
            able = [view for view in views if view["moves"]]
            if views[0]["over"] or (able and not left):
                return
            if able:
                role, moves = able[0]["role"], [move["text"] for move in able[0]["moves"]]
                move = last if last in moves else chooser.choice(moves)
                answer = await client.ask(client.message("play", role=role, move=move))
                # Refused is what came too late: somebody else was quicker.
                left -= (left if move == last else 1) * (answer["type"] == "accepted")
                seen = await client.until(answer["seq"] if answer["type"] == "accepted" else seen["seq"] + 1)
            else:
                seen = await client.until(seen["seq"] + 1)

    while True:
        try:
            async with joined(server, table, tokens.values()) as client:
                return await go_on(client)
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code != RESYNC:
                raise


def over_a_connection(playing: Coroutine[Any, Any, None]) -> None:
    """Let somebody play who has a connection and no page."""
    with ThreadPoolExecutor(1) as thread:  # this one has Playwright's event loop
        thread.submit(asyncio.run, playing).result()


@pytest.mark.parametrize("game", sorted(CATALOGUE) if TAKEN else LOOKED_AT)
def test_it_is_good_to_look_at_in_its_middle(server: Program, seat: Any, game: str) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    made = ann.sit_at(server, game, most=MOST_SEATS, **LONG.get(game, {}))
    assert asked(ann) is not None
    in_sight(ann, ann.offers())
    over_a_connection(answered(server, made["table"], made["tokens"], MIDDLE.get(game, USUALLY)))
    asked(ann)
    in_sight(ann, [])
    if WRITTEN:
        above = ann.page.locator(".board").first.bounding_box()
        assert above is not None
        keep(ann.page, {"x": above["x"] - 8, "y": above["y"] - 8, "width": 832, "height": 640}, game, 0.75)
    assert all((GAMES / f"{game}-{scheme}.webp").exists() for scheme in SCHEMES), "take its pictures: `make pictures`"
    assert broken(ann.page) == []
    if game in DARK:
        ann.page.set_viewport_size(SCREENS["phone"]["viewport"])
        ann.page.emulate_media(color_scheme="dark")
        assert [*laid_out(ann.page), *small(ann.page)] == []
        ann.page.emulate_media(color_scheme="light")
    look(ann, game)


def test_the_hand_stays_in_sight_while_the_deck_is_spread(server: Program, seat: Any) -> None:
    ann: Player = seat("Ann", viewport={"width": 1280, "height": 800})
    spread = ".crowded .pile.open .card.legal"
    for _ in range(20):  # until Inspiration is drawn before the game is over, as it is in most games
        made = ann.sit_at(server, "shephy", most=1)
        over_a_connection(answered(server, made["table"], made["tokens"], 2_000, last="play(Inspiration)"))
        ann.page.locator(f"{spread}, .result").first.wait_for()
        if ann.page.locator(spread).count():
            break
    assert ann.page.locator(spread).count()
    in_sight(ann, [])


def test_what_is_written_on_the_cards_in_hand_can_be_read_on_a_phone(server: Program, seat: Any) -> None:
    """Letters of 11 pixels at least, also on the card with the most words."""
    ann: Player = seat("Ann", viewport={"width": 390, "height": 844})
    for game in ("shephy", "harvest_wheel"):
        ann.sit_at(server, game, most=1)
        ann.page.locator(".hand.me .card.legal").first.wait_for()
        scale = ann.page.locator(".hand.me .card svg").first.evaluate("each => each.getScreenCTM().a")
        notes = ann.page.locator(".hand.me .card-note")
        sizes = notes.evaluate_all("(notes) => notes.map((each) => parseFloat(getComputedStyle(each).fontSize))")
        assert scale * min(sizes) >= 11, game
        inside = notes.evaluate_all("""(notes) => notes.every((each) => {
            const [note, card] = [each.getBoundingClientRect(), each.closest("svg").getBoundingClientRect()];
            return note.left >= card.left && note.right <= card.right && note.bottom <= card.bottom;
        })""")
        assert inside, game
        fits(ann, ann.offers())
