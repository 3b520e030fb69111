"""Running the migrations: from nothing to the newest, once, and from the first with what it holds."""

from __future__ import annotations

from pathlib import Path

from alembic import command

from rondel.server.storage import schema
from rondel.server.storage.migrations import run


def test_an_upgrade_of_what_is_up_to_date_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    run.upgrade(schema.engine(path))
    connection = schema.connect(path)
    before = list(connection.iterdump())
    run.upgrade(schema.engine(path))
    assert list(connection.iterdump()) == before
    assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (schema.HEAD,)
    connection.close()


def test_the_tables_of_the_first_version_have_a_count_of_their_seats_and_rotations_raise_it(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    made = run.config()
    engine = schema.engine(path)
    with engine.begin() as connection:
        made.attributes["connection"] = connection
        command.upgrade(made, "r1")
        table_of_r1 = "INSERT INTO tables (id, game, options, seed, invite_hash, created_at, terms, host) VALUES"
        connection.exec_driver_sql(f"""{table_of_r1} ('t', 'reversi', '{{}}', x'00', x'', 0, '{{"rotate": true}}', 'black')""")
        for place, role in enumerate(("black", "white")):
            seat = "INSERT INTO seats (table_id, place, role, kind, bot, name) VALUES"
            connection.exec_driver_sql(f"{seat} ('t', {place}, '{role}', 'person', '', '{role}')")
    engine.dispose()
    schema.prepare(path)
    stored = schema.connect(path)
    assert stored.execute("SELECT seating FROM tables").fetchone() == (1,)
    stored.execute("INSERT INTO answers (table_id, seq, round, kind, role, move, at) VALUES ('t', 1, 2, 'again', '', '', 0)")
    assert stored.execute("SELECT seating, host FROM tables").fetchone() == (2, "white")
    stored.close()
