"""Round logs: a late position is opened from near it, whatever is taken back, and is the one the whole round leads to."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import structs

from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.viewer import openness
from rondel.server.table.commands import BotMove, Faulted, Setting
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.log.round_log import RoundLog
from tests.server.history.test_replay import all_steps, entry


def long(name: str, most: int, taken_back: int = 0, seed: int = 5) -> RoundLog:
    """A round of random moves with its snapshots; now and then several are taken back one after the other."""
    table, chance = open_table(entry(name)), Random(seed)
    answers: list[Answer] = []
    snapshots: list[Snapshot] = []
    back = 0
    while (active := table.game.active) and len(answers) < most:
        setting = Setting(1000 + table.seq, b"c" * 32)
        back = back or (chance.random() < 0.05) * taken_back
        may = table.undoable(table.game.roles) if back else ()
        if may:
            step = table.step(protocol.Undo(f"u{table.seq}", may[0], table.seq), table.game.roles, setting)
            back -= 1
        else:
            back = 0
            move = str(chance.choice(table.game.moves(active[0])))
            step = table.step(BotMove(active[0], table.seq, move), (), setting)
        answers.append(step.answer)
        if step.snapshot is not None:
            snapshots.append(step.snapshot)
    return RoundLog(tuple(answers), tuple(snapshots))


def bare(round_log: RoundLog) -> RoundLog:
    return structs.replace(round_log, snapshots=())


@pytest.mark.parametrize(("name", "most", "taken_back"), [("reversi", 1000, 3), ("hearts", 150, 0)])
def test_a_position_from_a_snapshot_is_the_one_that_the_whole_round_leads_to(name: str, most: int, taken_back: int) -> None:
    round_log = long(name, most, taken_back)
    assert round_log.snapshots
    for viewer in (entry(name).seats[0].role, "observer"):
        look = ReplayQuery(() if viewer == "observer" else (viewer,), viewer, most=23)
        quick, slow = (all_steps(entry(name), each, look) for each in (round_log, bare(round_log)))
        assert [step.seq for step in quick] == list(range(round_log.last + 1))
        assert quick == slow
    assert openness(entry(name), round_log) == openness(entry(name), bare(round_log))


def test_of_a_long_round_only_what_lies_between_a_snapshot_and_the_position_is_played() -> None:
    round_log = long("hearts", 150)

    def played(log: Log) -> int:
        assert open_table(entry("hearts"), log).seq == 140
        return len(log.answers)

    assert (round_log.opened(140, played), bare(round_log).opened(140, played)) == (140 - 128, 140)


def test_what_cannot_be_done_from_one_snapshot_is_tried_from_farther_back_and_last_from_the_start() -> None:
    answers = tuple([Answer("t", seq, 1, "play", "x") for seq in range(1, 10)])
    round_log = RoundLog(answers, tuple([Snapshot("t", seq, 1, 1, b"") for seq in range(1, 10)]))
    tried: list[int] = []

    def possible(log: Log) -> int:
        tried.append(log.snapshots[-1].seq if log.snapshots else 0)
        assert [each.seq for each in log.answers] == list(range(tried[-1] + 1, 9))
        if tried[-1] > reach:
            raise Faulted("there is nothing that could be taken back")
        return tried[-1]

    reach = 3
    assert (round_log.opened(8, possible), tried) == (1, [8, 7, 5, 1])
    reach = -1
    with pytest.raises(Faulted):
        round_log.opened(8, possible)
    assert tried[4:] == [8, 7, 5, 1, 0]


def test_what_is_taken_back_behind_a_snapshot_is_found() -> None:
    """Three answers just before a snapshot and one behind it, all taken back behind it: from there alone it could not be."""
    table = open_table(entry("reversi"))
    answers: list[Answer] = []
    snapshots: list[Snapshot] = []
    while len(answers) < 69:
        role = table.game.active[0]
        setting = Setting(1000 + table.seq, b"c" * 32)
        if 20 < len(answers) < 30 or len(answers) >= 65:
            step = table.step(
                protocol.Undo(f"u{table.seq}", table.undoable(table.game.roles)[0], table.seq), table.game.roles, setting
            )
        else:
            step = table.step(BotMove(role, table.seq, str(table.game.moves()[0])), (), setting)
        answers.append(step.answer)
        if step.snapshot is not None:
            snapshots.append(step.snapshot)
    round_log = RoundLog(tuple(answers), tuple(snapshots))
    assert [each.seq for each in snapshots] == [64]
    page = HistoryReader().replay(entry("reversi"), 1, round_log, ReplayQuery(since=67))
    assert [step.seq for step in page.steps] == [67, 68, 69]
    assert page.steps[-1].view == table.view("observer")
