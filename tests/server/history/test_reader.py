"""The history reader computes once how open a round is, and again when the round has gone on; a page replays its steps once."""

from __future__ import annotations

import msgspec
import pytest

from rondel.server import protocol
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.table.commands import Setting
from rondel.server.table.log.entries import Answer
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.table import Table
from tests.server.history.test_replay import entry, played
from tests.server.table.log.test_round_log import long


def test_a_block_is_played_once_and_from_the_snapshot_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    round_log, reader, repeated = long("reversi", 1000, 3), HistoryReader(), []
    repeat = Table.repeat

    def counted(table: Table, answer: Answer) -> None:
        repeated.append(answer.seq)
        repeat(table, answer)

    monkeypatch.setattr(Table, "repeat", counted)
    reader.replay(entry("reversi"), 1, round_log, ReplayQuery(since=70, most=10))
    assert repeated == [*range(65, round_log.last + 1), *range(65, 80)], "once for how open it is, once for the block"
    repeated.clear()
    reader.replay(entry("reversi"), 1, round_log, ReplayQuery(since=80, most=10))
    assert repeated == [*range(65, 90)]
    repeated.clear()
    reader.replay(entry("reversi"), 1, msgspec.structs.replace(round_log, snapshots=()), ReplayQuery(since=80, most=10))
    assert repeated == [*range(1, 90)]


def test_what_may_be_known_is_looked_at_again_when_the_round_has_ended_and_when_its_end_is_taken_back() -> None:
    table, log = played("tic_tac_toe")
    reader, look = HistoryReader(), ReplayQuery(("x",))

    def may_be() -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
        page = reader.replay(entry("tic_tac_toe"), 1, RoundLog(tuple(log)), look)
        return page.over, page.viewers, page.formats

    last = log.pop()
    going = (False, ("x", "observer"), ("log",))
    assert may_be() == going
    log.append(last)
    assert may_be() == (True, ("x", "observer", "o"), ("log", "record"))
    undo = protocol.Undo("u", last.role, table.seq)
    log.append(table.step(undo, (last.role, "x", "o"), Setting(9_000, b"")).answer)
    assert may_be() == going


def test_a_round_of_another_table_is_another() -> None:
    reader = HistoryReader()
    over, going = RoundLog(tuple(played("tic_tac_toe")[1])), RoundLog(tuple(played("tic_tac_toe", most=3)[1]))
    assert reader.replay(entry("tic_tac_toe"), 1, over, ReplayQuery()).over
    elsewhere = msgspec.structs.replace(entry("tic_tac_toe"), id="table-2")
    assert not reader.replay(elsewhere, 1, going, ReplayQuery()).over
