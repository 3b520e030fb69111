"""What the tests of the server share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from rondel.server.storage.postgres.store import PostgresStore
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Store
from tests.server.harness import FAKE_CLIENT, Running, prepare
from tests.server.storage.postgres import Cluster, in_memory, programs


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server with a database of its own and a stand-in for the built page."""
    folder = tmp_path_factory.mktemp("server")
    client = folder / "client"
    for name, content in FAKE_CLIENT.items():
        (client / name).parent.mkdir(parents=True, exist_ok=True)
        (client / name).write_bytes(content)
    with Running(folder, client=client) as running:
        yield running


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL server."""
    with in_memory(tmp_path_factory.mktemp("postgres")) as folder, Cluster(folder, programs()) as running:
        yield running


@pytest.fixture(scope="session")
def prepared(cluster: Cluster) -> str:
    """The address of a database with all tables and no rows. A copy of it takes a fifth of the time of a new one."""

    async def made_at(address: str) -> None:
        made = await PostgresStore.open(address)
        await made.close()

    address = cluster.database()
    asyncio.run(made_at(address))
    return address


@pytest.fixture(params=["sqlite", "postgres"])
def kept_at(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a database is: a file, or an address."""
    if request.param == "sqlite":
        prepare(tmp_path / "arena.sqlite3")
        return tmp_path / "arena.sqlite3"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.database(like=request.getfixturevalue("prepared"))


@pytest.fixture
async def kept(kept_at: Path | str) -> AsyncIterator[Store]:
    """A store that is a database, for what is the same in every database."""
    made: Store = SqliteStore(kept_at) if isinstance(kept_at, Path) else await PostgresStore.open(kept_at)
    yield made
    await made.close()
