"""What the tests of mails share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.accounts.mail.post_office import PostOffice
from tests.server.harness import Running


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    """A mail server."""
    with PostOffice() as made:
        yield made


@pytest.fixture(scope="module")
def server(office: PostOffice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends its mails there."""
    with Running(tmp_path_factory.mktemp("mailing"), mail=office.server) as running:
        yield running
