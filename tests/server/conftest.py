"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import FAKE_CLIENT, Running
from tests.server.postgres import Cluster, programs


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
    with Cluster(tmp_path_factory.mktemp("postgres"), programs()) as running:
        yield running
