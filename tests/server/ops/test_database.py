"""What a host finds in an arena, and what is left of a table that was forgotten."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from rondel.server.ops.database import DATABASE, NoArena, compact, delete_table, list_tables, open_arena, stored_log
from rondel.server.storage import schema
from tests.server.ops.conftest import Host, played

pytestmark = pytest.mark.anyio


async def test_tables_are_listed_page_by_page_and_those_that_are_faulted_alone(host: Host) -> None:
    async with host.store() as store:
        for name in ("c", "a", "b"):
            await played(store, name, moves=ord(name) - ord("a"))
        await store.fault("b", "it does not replay")
    async with host.reached() as found:

        async def ids(after: str = "", most: int = 9, faulted: bool = False, game: str | None = None) -> list[str]:
            rows = await found.read(lambda each: list_tables(each, faulted=faulted, game=game, after=after, most=most))
            return [row.id for row in rows]

        assert (await ids(), await ids(most=2), await ids(after="b")) == (["a", "b", "c"], ["a", "b"], ["c"])
        assert (await ids(faulted=True), await ids(game="reversi"), await ids(game="tic_tac_toe")) == (
            ["b"],
            [],
            ["a", "b", "c"],
        )
        first, second, _ = await found.read(lambda each: list_tables(each, faulted=False, game=None, after="", most=9))
        assert (first.answers, first.last_at, first.fault) == (0, None, None)
        assert (second.answers, second.last_at, second.fault) == (1, 1_800_000_000_000, "it does not replay")


async def test_of_a_forgotten_table_nothing_is_left_and_of_the_others_everything(host: Host) -> None:
    async with host.store() as store:
        await played(store, "gone")
        kept = await played(store, "kept")
    async with host.reached() as found:
        assert await found.write(lambda each: delete_table(each, "gone")) == 1 + 2 + 9
        assert await found.read(lambda each: stored_log(each, "gone").answers) == ()
        assert await found.read(lambda each: stored_log(each, "kept").answers) == tuple(kept)
        assert await found.write(lambda each: delete_table(each, "gone")) == 0


async def test_a_folder_without_an_arena_is_said_and_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(NoArena, match=r"there is no arena in .*name its folder with --data"):
        async with open_arena(tmp_path / "nowhere"):
            pass
    assert not (tmp_path / "nowhere").exists()
    schema.prepare(tmp_path / DATABASE)
    connection = sqlite3.connect(tmp_path / DATABASE, isolation_level=None)
    connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    with pytest.raises(NoArena, match=r"of version '0001' and this program reads .*install the rondel that wrote them"):
        async with open_arena(tmp_path):
            pass


def test_what_is_no_longer_used_goes_back_to_the_disk(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    schema.prepare(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("CREATE TABLE filling AS SELECT zeroblob(1000000) AS bytes")
    connection.execute("DROP TABLE filling")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before, after = compact(path)
    assert before > 1_000_000 > after == path.stat().st_size
