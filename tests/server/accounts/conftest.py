"""What the tests of people share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection

from rondel.server.storage import schema
from rondel.server.storage.sqlite import SqliteStore
from tests.server.accounts.mail.post_office import PostOffice
from tests.server.harness import empty_store, prepare


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    """A transaction on a new database."""
    prepare(tmp_path / "arena.sqlite3")
    engine = schema.engine(tmp_path / "arena.sqlite3")
    with engine.begin() as made:
        yield made
    engine.dispose()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """A store of its own."""
    made = empty_store(tmp_path)
    yield made
    await made.close()


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    """A mail server."""
    with PostOffice() as made:
        yield made
