"""Replays: every step is what that viewer saw then, on any page, and nobody gets the view of another role."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import rondel
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.viewer import allowed, openness
from rondel.server.protocol.refused import Refusal
from rondel.server.table import table as module
from rondel.server.table.commands import BotMove, Message, Setting
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.rules import Rules
from rondel.server.table.table import Table
from tests.authors.robots import Robots
from tests.server.history.looking import replay


def entry(name: str) -> TableEntry:
    seats = tuple(SeatEntry(role, "person", name=role.title()) for role in rondel.new(name).roles)
    return TableEntry("table-1", name, {}, b"s" * 32, b"", seats)


def played(name: str, most: int = 10_000) -> tuple[Table, list[Answer]]:
    """A table at which random moves were played, and its log."""
    table, chance = open_table(entry(name)), Random(5)
    log: list[Answer] = []
    while (active := table.game.active) and len(log) < most:
        move = str(chance.choice(table.game.moves(active[0])))
        log.append(table.step(BotMove(active[0], table.seq, move), (), Setting(1000 + table.seq, b"c" * 32)).answer)
    return table, log


def all_steps(made: TableEntry, round_log: RoundLog, look: ReplayQuery) -> list[protocol.Step]:
    """All pages of the replay of a first round together."""
    steps: list[protocol.Step] = []
    since: int | None = look.since
    reader = HistoryReader()
    while since is not None:
        page = reader.replay(made, 1, round_log, msgspec.structs.replace(look, since=since))
        assert len(page.steps) <= look.most
        steps += page.steps
        since = page.next
    return steps


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc_poker", "battleship"])
def test_every_step_is_what_the_viewer_saw_then(name: str) -> None:
    table, log = played(name, most=40)
    for viewer in (*table.game.roles, "observer"):
        held = () if viewer == "observer" else (viewer,)
        steps = all_steps(entry(name), RoundLog(tuple(log)), ReplayQuery(held, viewer, most=7))
        assert [step.seq for step in steps] == list(range(len(log) + 1))
        again = open_table(entry(name))
        told = []
        for step, answer in zip(steps, [None, *log], strict=True):
            if answer is not None:
                again.repeat(answer)
                assert (step.role, step.at) == (answer.role, answer.at)
            assert step.view == again.game.view(viewer)
            told += step.events
        for event in told:
            del event["move"]
        assert told == table.game.events(0, viewer)


@pytest.mark.parametrize("name", ["tic_tac_toe", "liars_dice", "battleship", "robots"])
def test_a_move_has_the_same_number_at_the_table_and_in_the_replay(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with an offer, an undo and a resignation between the moves, and at a table that was opened again."""
    monkeypatch.setattr(module, "SNAPSHOT_EVERY", 5)
    rules = Rules(Robots if name == "robots" else rondel.find(name))
    monkeypatch.setattr(rondel, "find", lambda _name: rules.game)
    made = TableEntry("table-1", name, {}, b"s" * 32, b"", tuple(SeatEntry(role, "person") for role in rules.game.seats))
    table, chance = Table(rules, made), Random(5)
    log: list[Answer] = []
    snapshots: list[Snapshot] = []

    def step(message: Message, *held: str) -> None:
        done = table.step(message, held, Setting(1000 + table.seq, b"c" * 32))
        log.append(done.answer)
        if done.snapshot is not None:
            snapshots.append(done.snapshot)

    def play(most: int) -> None:
        for _ in range(most):
            role = chance.choice(table.game.active)
            step(BotMove(role, table.seq, str(chance.choice(table.game.moves(role)))))

    play(2)
    first, second = made.seats[0].role, made.seats[1].role
    step(protocol.Offer("1", first, "draw", table.seq), first)
    step(protocol.Decline("2", second, table.seq), second)
    play(3)
    last = next(answer for answer in reversed(log) if answer.kind == "play")
    step(protocol.Undo("3", last.role, table.seq), *table.game.roles)
    play(1)
    step(protocol.Resign("4", first, table.seq), first)
    reopened = Table(rules, made, Log(tuple(snapshots), tuple(log[snapshots[-1].seq :])))
    for viewer in (*table.game.roles, "observer"):
        held = () if viewer == "observer" else (viewer,)
        page = HistoryReader().replay(made, 1, RoundLog(tuple(log), tuple(snapshots)), ReplayQuery(held, viewer))
        assert page.besides == tuple([answer.seq for answer in log if answer.kind != "play"])
        expected = []
        for shown in page.steps:
            number = sum([answer.kind == "play" for answer in log[: shown.seq]])
            expected += [(event["number"], number) for event in shown.events]
        for each in (table, reopened):
            told = [msgspec.json.decode(event) for event in each.events.since(viewer, 0)]
            assert [(event["number"], event["move"]) for event in told] == expected


def test_a_replay_is_drawn_with_the_games_own_look() -> None:
    table, log = played("harvest_wheel", most=1)
    seen = HistoryReader().replay(entry("harvest_wheel"), 1, RoundLog(tuple(log)), ReplayQuery())
    assert seen.scene["look"]["css"].startswith("/api/games/harvest_wheel/look/css")
    assert table.game.scene() == {name: value for name, value in seen.scene.items() if name != "look"}


def test_a_later_round_begins_with_how_it_began() -> None:
    table, _log = played("tic_tac_toe")
    log = [table.step(protocol.Again("g"), ("x", "o"), Setting(9, b"n" * 32)).answer]
    log.append(table.step(BotMove("x", table.seq, "mark(b2)"), (), Setting(10, b"")).answer)
    page = replay(entry("tic_tac_toe"), 2, log, ReplayQuery())
    assert (page.first, page.last, page.over, page.next) == (log[0].seq, log[1].seq, False, None)
    assert [len(step.view["containers"]["board"]["tokens"]) for step in page.steps] == [0, 1]


def test_who_may_look_as_whom_depends_on_what_is_hidden_when_it_is_over() -> None:
    """Chess hides nothing, Battleship reveals all at its end, and Hearts keeps its secrets."""

    def may_be(name: str, held: tuple[str, ...] = (), most: int = 10_000) -> tuple[str, ...]:
        table, log = played(name, most)
        return allowed(table.game.roles, held, openness(entry(name), RoundLog(tuple(log))))

    assert may_be("battleship", ("red",), most=3) == ("red", "observer")
    assert may_be("battleship", ("red",)) == ("red", "observer", "blue")
    assert may_be("leduc_poker") == ("observer",)
    log = played("leduc_poker")[1]
    with pytest.raises(Refusal, match="you may not look at this round as 'first'; only as observer"):
        replay(entry("leduc_poker"), 1, log, ReplayQuery(viewer="first"))
    assert replay(entry("leduc_poker"), 1, log, ReplayQuery(("second",))).viewer == "second"


def test_whether_it_can_be_tried_out_is_said() -> None:
    assert replay(entry("tic_tac_toe"), 1, played("tic_tac_toe", most=2)[1], ReplayQuery()).open
    rated = msgspec.structs.replace(entry("tic_tac_toe"), terms=protocol.Terms(rated=True))
    assert not replay(rated, 1, played("tic_tac_toe", most=2)[1], ReplayQuery()).open
    assert replay(rated, 1, played("tic_tac_toe")[1], ReplayQuery()).open
    assert not replay(entry("battleship"), 1, played("battleship", most=60)[1], ReplayQuery()).open


def test_what_can_be_taken_home_is_said() -> None:
    assert replay(entry("tic_tac_toe"), 1, played("tic_tac_toe")[1], ReplayQuery()).formats == ("log", "record")
    assert replay(entry("tic_tac_toe"), 1, played("tic_tac_toe", most=2)[1], ReplayQuery()).formats == ("log",)
    assert replay(entry("leduc_poker"), 1, played("leduc_poker")[1], ReplayQuery()).formats == ("log",)
