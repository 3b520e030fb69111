"""R1 in short, and that its checker finds what it looks for."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.chaos import checker, kills
from tests.chaos.players import Json, read


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a server that was killed, with its database and the players' journal."""
    folder = tmp_path_factory.mktemp("killed")
    figure = kills.run(folder, short=True)
    assert figure.met, str(figure)
    return folder


def notes_of(folder: Path) -> list[Json]:
    return read(folder / "journal.jsonl")


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(killed: Path) -> None:
    counted, wrong = checker.check(killed / "arena.sqlite3", notes_of(killed))
    assert wrong == ()
    assert counted["acknowledged"] >= 50
    assert counted["sealed"] > 0


TWICE = """DROP INDEX answers_client_id; UPDATE answers SET client_id =
(SELECT client_id FROM answers WHERE table_id = :t AND seq = 1) WHERE table_id = :t AND seq = 3"""


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("DELETE FROM answers WHERE table_id = :t AND seq = (SELECT max(seq) FROM answers WHERE table_id = :t)", "is lost"),
        ("DELETE FROM answers WHERE table_id = :t AND seq = 2", "have gaps"),
        ("UPDATE answers SET client_id = client_id || 'x' WHERE table_id = :t AND seq = 2", "was sent by nobody"),
        ("UPDATE answers SET digest = zeroblob(8) WHERE table_id = :t AND digest NOT NULL", "another position"),
        ("UPDATE answers SET move = 'mark(d9)' WHERE table_id = :t AND seq = 1", "does not replay"),
        (TWICE, "stored twice"),
    ],
)
def test_the_checker_finds_damage(killed: Path, tmp_path: Path, damage: str, found: str) -> None:
    database = Path(shutil.copy(killed / "arena.sqlite3", tmp_path))
    notes = notes_of(killed)
    connection = sqlite3.connect(database, isolation_level=None)
    sealed = "SELECT table_id FROM answers WHERE digest NOT NULL AND move LIKE 'mark%' AND client_id NOT NULL"
    (table,) = connection.execute(sealed).fetchone()
    for statement in damage.split(";"):
        connection.execute(statement, {"t": table} if ":t" in statement else {})
    connection.close()
    assert any(found in each for each in checker.check(database, notes)[1])


def test_the_checker_finds_what_the_players_saw(killed: Path) -> None:
    database, notes = killed / "arena.sqlite3", notes_of(killed)
    acked = next(note for note in notes if note["event"] == "acked")
    for more, found in (
        ({**acked, "seq": acked["seq"] + 1}, "was acknowledged as"),
        ({**acked, "id": "never stored"}, "is lost"),
        ({**acked, "event": "sent", "id": "never answered"}, "were never answered"),
        ({**acked, "event": "wrong", "role": "x", "what": "an update to 9 after 7"}, "an update to 9"),
    ):
        assert any(found in each for each in checker.check(database, [*notes, more])[1])
    doubted = [note for note in notes if note is not acked] + [{**acked, "event": "refused", "code": "stale"}]
    assert any("was refused as stale and is stored" in each for each in checker.check(database, doubted)[1])
