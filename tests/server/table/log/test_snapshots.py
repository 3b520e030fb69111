"""Snapshots: parts that make the game again only together, and the digest of a position."""

from __future__ import annotations

import doctest
import zlib

import msgspec
import pytest
from msgspec import structs

import rondel
from rondel.server.table.commands import Faulted
from rondel.server.table.log import snapshots
from rondel.server.table.log.entries import Snapshot
from rondel.server.table.log.events import EventLog
from rondel.server.table.log.snapshots import SnapshotData, digest, opened


def taken(game: rondel.Game, events: EventLog, kept: int) -> SnapshotData:
    """A snapshot of the game now, where so many of its answers are in those before."""
    whole = game.snapshot()
    answers = whole["answers"][kept:]
    return SnapshotData({**whole, "answers": []}, 0, kept, answers, events.part(), {"x": 1})


def stored(*parts: SnapshotData) -> list[Snapshot]:
    return [Snapshot("t", 64 * number, 1, 1, part.pack()) for number, part in enumerate(parts, 1)]


def test_the_pieces_hold_each_answer_once_and_make_the_game_again_together() -> None:
    game = rondel.new("hearts", seed=1)
    events = EventLog(game)
    parts: list[SnapshotData] = []
    for _ in range(3):
        for _ in range(4):
            game.push(game.moves(game.active[0])[0], game.active[0])
        parts.append(taken(game, events, parts[-1].kept if parts else 0))
    assert [part.since for part in parts] == [0, parts[0].kept, parts[1].kept]
    assert parts[-1].kept == len(game.snapshot()["answers"])
    again, told, last = opened(rondel.find("hearts"), stored(*parts))
    assert digest(again) == digest(game)
    assert again.snapshot()["answers"] == game.snapshot()["answers"]
    assert [told.count(role) for role in game.roles] == [events.count(role) for role in game.roles]
    assert last.heard == {"x": 1}
    with pytest.raises(
        Faulted, match=r"^the snapshot of table t at 128 does not fit .*: the answers from \d+ to \d+ are in no"
    ):
        opened(rondel.find("hearts"), stored(parts[0], parts[2]))


def test_a_snapshot_that_does_not_fit_is_a_fault_and_not_a_crash() -> None:
    game = rondel.new("tic_tac_toe")
    part = taken(game, EventLog(game), 0)
    odd = [b"", b"nonsense", zlib.compress(b"{}"), structs.replace(part, game={}).pack()]
    for packed in odd:
        with pytest.raises(Faulted, match="the snapshot of table t at 64 does not fit the rules"):
            opened(rondel.find("tic_tac_toe"), [Snapshot("t", 64, 1, 1, packed)])


def test_one_of_an_old_server_that_says_less_is_good_enough() -> None:
    game = rondel.new("tic_tac_toe")
    whole = game.snapshot()
    old = msgspec.json.encode({"game": {**whole, "answers": []}, "began": 0, "since": 0, "answers": [], "told": {}})
    _, _, last = opened(rondel.find("tic_tac_toe"), [Snapshot("t", 64, 1, 1, zlib.compress(old))])
    assert (last.heard, last.at, last.stands) == ({}, 0, None)


def test_positions_that_differ_in_what_is_to_come_have_digests_that_differ() -> None:
    assert digest(rondel.new("hearts", seed=1)) == digest(rondel.new("hearts", seed=1))
    assert digest(rondel.new("hearts", seed=1)) != digest(rondel.new("hearts", seed=2))
    one, other = rondel.new("tic_tac_toe"), rondel.new("tic_tac_toe")
    one.push("mark(a1)")
    other.push("mark(b2)")
    assert digest(one) != digest(other)


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(snapshots).failed == 0
