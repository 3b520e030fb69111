"""Fixtures of the client's tests: a real server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.harness import Running


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A running server with a database of its own."""
    with Running(tmp_path_factory.mktemp("client")) as running:
        yield running
