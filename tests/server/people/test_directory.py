"""The directory: who was stored is found, and no name is anybody else's."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from rondel.server.people import directory
from rondel.server.people.directory import Entry
from rondel.server.people.principal import Principal

ADA = Entry("p1", "account", "Ada", 1_800_000_000_000, "ada", "$argon2id$…", None)


def test_who_was_added_is_found_and_nobody_else(connection: Connection) -> None:
    bot = Entry("p2", "bot", "Engine", 7, "engine", None, "p1")
    for each in (ADA, bot, Entry("p3", "guest", "", 8), Entry("p4", "guest", "", 9)):
        directory.add(connection, each)
        assert directory.find(connection, each.id) == each
    assert ADA.principal == Principal("p1", "account", "Ada")
    for other in ("P1", "", "' OR 1 = 1 --", "p%"):
        assert directory.find(connection, other) is None


@pytest.mark.parametrize("twin", [Entry("p1", "guest", "", 1), Entry("p2", "account", "ADA", 1, "ada")])
def test_ids_and_names_are_given_once(connection: Connection, twin: Entry) -> None:
    directory.add(connection, ADA)
    with pytest.raises(IntegrityError):
        directory.add(connection, twin)
