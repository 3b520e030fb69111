"""Everything stored replays to its digests, and whatever was changed in it is found."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from msgspec import structs

from rondel.server.ops.database import DATABASE, NoArena
from rondel.server.ops.verify import verify_log, verify_table, verify_tables
from rondel.server.table.log.entries import Answer
from tests.server.ops.conftest import Host, entry, played

pytestmark = pytest.mark.anyio


async def test_every_round_of_every_table_is_replayed(host: Host) -> None:
    async with host.store() as store:
        for name, rounds in (("one", 1), ("three", 3), ("none", 0)):
            await played(store, name, rounds)
    async with host.reached() as found:
        verdicts = {each.table: each async for each in verify_tables(found)}
        assert {name: (each.answers, each.sealed, each.sound) for name, each in verdicts.items()} == {
            "one": (9, 1, True),
            "three": (29, 3, True),
            "none": (0, 0, True),
        }
        assert [each.table async for each in verify_tables(found, ["three"])] == ["three"]
        assert await verify_table(found, "nowhere") is None
        with pytest.raises(NoArena, match="no table 'nowhere'"):
            assert [each async for each in verify_tables(found, ["nowhere"])] == []


async def test_whatever_is_changed_in_a_log_is_found(host: Host) -> None:
    async with host.store() as store:
        log = await played(store, "t", 2)
    sound = verify_log(entry("t"), log)
    assert (sound.problem, sound.replays_to) == (None, 19)

    def found(changed: list[Answer]) -> tuple[int | None, str]:
        verdict = verify_log(entry("t"), changed)
        assert not verdict.sound
        return verdict.replays_to, str(verdict.problem)

    assert found([*log[:3], structs.replace(log[3], move="mark(a1)"), *log[4:]])[0] == 3
    assert found([*log[:5], *log[6:]]) == (5, "answer 6 is not there: 7 follows 5")
    # Played otherwise, but legally: what was sealed at the end of the round tells.
    other = [structs.replace(log[0], move=log[1].move), structs.replace(log[1], move=log[0].move), *log[2:]]
    assert found(other) == (8, "answer 9 of table t leads to another position than it did")
    # The digest of an earlier round, which a server that opens the table never looks at.
    assert found([*log[:8], structs.replace(log[8], digest=b"12345678"), *log[9:]]) == (
        8,
        "answer 9 of table t leads to another position than it did",
    )
    assert verify_log(structs.replace(entry("t"), version=9), log).replays_to is None
    assert verify_log(structs.replace(entry("t"), game="no_such"), log).replays_to is None


async def test_a_bit_that_has_turned_in_the_file_is_found(tmp_path: Path) -> None:
    host = Host(tmp_path, None)
    async with host.store() as store:
        await played(store, "t")
    connection = sqlite3.connect(host.data / DATABASE, isolation_level=None)
    connection.execute("UPDATE answers SET move = 'mark(c3)' WHERE seq = 7")
    connection.close()
    async with host.reached() as found:
        verdict = await verify_table(found, "t")
        assert verdict is not None
        assert (verdict.replays_to, verdict.sound) == (8, False)
