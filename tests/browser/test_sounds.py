"""What is heard, by the sources that start in the page's audio graph: each sound at its moment, in the set volume. That none is
heard before the first click is tested without a browser, as the test driver's own requests count as clicks."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.browser.conftest import Player, asked, seated
from tests.browser.scripts import turns
from tests.server.harness import Program, me

pytestmark = pytest.mark.browser

RECORD = """(() => {
    window.heard = []; // of each source: its pitch, or null for noise, and the volume at its start
    const connect = AudioNode.prototype.connect, volumes = new WeakMap();
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, at) {
        volumes.set(this, value);
        return set.call(this, value, at);
    };
    AudioNode.prototype.connect = function (next, ...rest) {
        this.next = next;
        return connect.call(this, next, ...rest);
    };
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (...when) {
            let gain = this.next;
            while (gain && !(gain instanceof GainNode)) gain = gain.next;
            heard.push([this.frequency?.value ?? null, volumes.get(gain.gain)]);
            return start.apply(this, when);
        };
    }
})()"""
SOUNDS: dict[str, list[int | None]] = {
    "turn": [660, 880],
    "move": [None, 210],
    "capture": [None, 240, None, 150],
    "card": [None],
    "dice": [None, 320, None, 360, None, 400, None, 320, None, 360],
    "low-time": [988, 988],
    "end": [523, 659, 784],
    "drawn": [587, 587],
    "lost": [523, 440, 349],
}
"""The pitch of each part of a sound; None for noise."""
OPENING = turns("white", "black", "move(e2,e4)", "move(d7,d5)", "move(e4,d5)")
DRAW = ("b2", "a1", "a2", "c2", "b1", "b3", "c1", "a3", "c3")


def listening(player: Player) -> Player:
    player.page.add_init_script(RECORD)
    return player


def heard(player: Player, *wanted: str) -> None:
    """These sounds, and no others, have been heard since the last call."""
    pitches = [pitch for sound in wanted for pitch in SOUNDS[sound]]
    with suppress(TooLate):  # what is missing is told below
        player.page.wait_for_function("(count) => heard.length >= count", arg=len(pitches))
    found = [pitch for pitch, _volume in player.page.evaluate("heard")]
    assert sorted(found, key=str) == sorted(pitches, key=str), wanted
    player.page.evaluate("heard.length = 0")


def test_a_draw_is_heard_as_one_by_both(server: Program, seat: Any) -> None:
    ann, bob = listening(seat("Ann")), listening(seat("Bob"))
    seated(server, "tic_tac_toe", [ann, bob])
    for number, cell in enumerate(DRAW):
        player, other = (ann, bob) if number % 2 == 0 else (bob, ann)
        asked(player)
        player.click(f"board:{cell}")
        over = number == len(DRAW) - 1
        heard(player, "move", *(["drawn"] if over else []))
        heard(other, "move", "drawn" if over else "turn")
        if over:
            for each in (ann, bob):
                expect(each.page.locator("#outcome")).to_have_text("A draw")
                expect(each.page.locator(".player.won .sub")).to_have_text([re.compile("draw$")] * 2)


def test_the_last_seconds_a_win_and_a_loss_are_heard(server: Program, seat: Any) -> None:
    ann, bob = listening(seat("Ann")), listening(seat("Bob"))
    made = server.create(
        "tic_tac_toe", me("x", "Ann"), me("o", "Bob"), terms={"clock": {"kind": "fischer", "initial": 11, "increment": 0}}
    )
    for player, role in ((ann, "x"), (bob, "o")):
        player.come_to(server, made["table"], {role: made["tokens"][role]}, made["invite"])
    for player, cell in ((ann, "a1"), (bob, "b2")):
        asked(player)
        player.click(f"board:{cell}")
    heard(ann, "move", "move", "turn", "low-time")  # Ann thinks for more than a second
    ann.page.get_by_role("button", name="Resign", exact=True).click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    heard(ann, "lost")
    for player in (ann, bob):
        expect(player.page.locator(".outcome-head .sub")).to_have_text("by resignation")
    bob.page.wait_for_function(
        "(end) => String(heard.slice(-end.length).map(([pitch]) => pitch)) === String(end)", arg=SOUNDS["end"]
    )


def test_moves_captures_cards_and_dice_are_heard_in_the_set_volume(server: Program, seat: Any) -> None:
    ann = listening(seat("Ann"))
    ann.page.add_init_script("""localStorage.setItem("rondel.settings", '{"volume": 0.5}')""")
    seated(server, "chess", [ann, ann])
    for number, (_role, text) in enumerate(OPENING):
        for cell in text.removeprefix("move(").removesuffix(")").split(","):
            asked(ann)
            ann.click(f"board:{cell}")
        if number == 2:
            expect(ann.page.get_by_role("img", name="Captured by white: black pawn")).to_be_visible()
            assert max(volume for _pitch, volume in ann.page.evaluate("heard")) == pytest.approx(0.25)
        heard(ann, "capture" if number == 2 else "move")
    seated(server, "cant_stop", [ann, ann])
    turn = asked(ann)
    assert turn is not None
    ann.page.locator(turn[1][0]).click()
    heard(ann, "move")
    ann.page.get_by_role("button", name="Roll again").click()
    heard(ann, "dice")


def test_each_card_of_a_trick_is_heard(server: Program, seat: Any) -> None:
    ann = listening(seat("Ann"))
    ann.sit_at(server, "hearts", most=4, pass_cards=False)
    assert asked(ann) is not None
    ann.page.evaluate("heard.length = 0")
    for _ in range(2):
        turn = asked(ann)
        assert turn is not None
        with ann.moves_on():
            ann.page.locator(turn[1][0]).click()
    assert asked(ann) is not None, "the others have played"
    # From her place in a trick to that in the next but one: 5 to 11 cards, of which 2 are her own.
    with suppress(TooLate):  # how many there were is told below
        ann.page.wait_for_function("() => heard.filter(([pitch]) => pitch === null).length >= 5")
    pitches = [pitch for pitch, _volume in ann.page.evaluate("heard")]
    assert 5 <= pitches.count(None) <= 11
    assert set(pitches) == {*SOUNDS["card"], *SOUNDS["turn"]}
