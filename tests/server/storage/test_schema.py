"""The database schema: made by migrations, equal to what the queries are written against, refused in another version."""

from __future__ import annotations

import doctest
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from rondel.server.ops.data_folder import CannotServe, opened
from rondel.server.ops.database import DATABASE, NoArena, arena_file
from rondel.server.storage import schema
from rondel.server.storage.migrations.run import config
from rondel.server.storage.schema import columns


def test_the_migrations_make_what_the_metadata_says(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    schema.prepare(path)
    engine = schema.engine(path)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    engine.dispose()


def described(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """Every table by its columns with type, default and key, and every index as it was made, whatever the order of either."""
    made = connection.execute(
        "SELECT type, name, sql FROM sqlite_master WHERE name <> 'alembic_version' ORDER BY name"
    ).fetchall()
    columns = 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name'
    tables = {name: [str(row) for row in connection.execute(columns, (name,))] for kind, name, _ in made if kind == "table"}
    return {**tables, **{name: [sql] for kind, name, sql in made if kind == "index" and sql is not None}}


def test_they_make_it_to_the_last_default_and_to_the_condition_of_each_index(tmp_path: Path) -> None:
    schema.prepare(tmp_path / "migrated.sqlite3")
    engine = schema.engine(tmp_path / "made.sqlite3")
    schema.metadata.create_all(engine)
    engine.dispose()
    with (
        closing(schema.connect(tmp_path / "migrated.sqlite3")) as one,
        closing(schema.connect(tmp_path / "made.sqlite3")) as two,
    ):
        migrated, made = described(one), described(two)
    assert migrated == made
    assert any("WHERE" in sql for sql in migrated["seats_running"])


def test_the_newest_migration_is_the_one_a_start_looks_for() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == schema.HEAD


def test_an_up_to_date_database_is_left_alone_and_alembic_is_not_even_imported(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    schema.prepare(path)
    code = (
        "import sys; from pathlib import Path; from rondel.server.storage import schema;"
        f"schema.prepare(Path({str(path)!r})); sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_folder_is_made_where_there_is_none_with_odd_characters_too(tmp_path: Path) -> None:
    path = tmp_path / "50% off" / "a b.sqlite3"
    schema.prepare(path)
    assert path.exists()


def test_the_database_is_for_its_owner_alone_in_a_folder_for_everybody_too(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    path = tmp_path / "arena.sqlite3"
    schema.prepare(path)
    with closing(schema.connect(path)):
        modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    assert modes == dict.fromkeys(("arena.sqlite3", "arena.sqlite3-wal", "arena.sqlite3-shm"), 0o600)


@pytest.mark.parametrize("other", ["0001", "0016", "9999"])
def test_data_of_another_version_are_refused_in_one_line_and_left_as_they_are(other: str, tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    schema.prepare(path)
    with closing(schema.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (other,))
        connection.execute("PRAGMA journal_mode = DELETE")  # as in a copy by another program: opening it could change that
    before = path.read_bytes()
    fix = rf"version '{other}'.*install the rondel that wrote them, or choose another "
    with pytest.raises(schema.OtherVersion, match=fix + "data folder") as told:
        schema.prepare(path)
    assert "\n" not in str(told.value)
    with pytest.raises(NoArena, match=fix + "arena") as told_admin:
        arena_file(tmp_path)
    assert "\n" not in str(told_admin.value)
    with pytest.raises(CannotServe, match=fix + "data folder"):
        opened(tmp_path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_data_of_an_older_version_are_brought_up_to_date_by_a_server_alone(tmp_path: Path) -> None:
    path = tmp_path / DATABASE
    schema.prepare(path)
    with closing(schema.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r6'")
    with pytest.raises(NoArena, match="start `rondel serve` of this version once"):
        arena_file(tmp_path)


def test_a_start_that_is_killed_halfway_through_a_migration_leaves_nothing_half_made(tmp_path: Path) -> None:
    """The migration runs in one transaction: what another connection sees is either nothing or all of it."""
    path = tmp_path / "a.sqlite3"
    code = (
        "import os; from pathlib import Path; from alembic import op; from rondel.server.storage import schema;"
        "from rondel.server.storage.migrations import run; real = op.create_index;\n"
        "def die(*a, **k): os._exit(9)\n"
        f"op.create_index = die; schema.prepare(Path({str(path)!r}))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    schema.prepare(path)


def test_the_examples_in_the_modules_run() -> None:
    assert doctest.testmod(columns).failed == 0
