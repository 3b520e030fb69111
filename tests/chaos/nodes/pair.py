"""Two PostgreSQL servers, of which one is the primary and the other its synchronous standby, at two addresses that stay."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.chaos.nodes.link import Link, Network, port_of
from tests.server.storage.postgres import Cluster, programs


class Pair:
    """A primary and a standby for which its commits wait. A new standby is another server behind the same link."""

    def __init__(self, folder: Path) -> None:
        self.primary: Cluster
        self._folder = folder
        self._name = ""
        self._standby: Cluster
        self._links: list[Link] = []
        """Those of the primary and of the standby."""
        self._copies = 0
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            self._network = stack.enter_context(Network())
            self.primary = stack.enter_context(Cluster(self._folder / "primary", programs(), connections=120))
            self._name = self.primary.database().rpartition("/")[2]
            self._links = [self._network.link(port_of(self.primary.address)) for _ in range(2)]
            self.both = f"postgresql://postgres@{','.join(f'127.0.0.1:{link.port}' for link in self._links)}/{self._name}"
            self._stack = stack
            self.copy()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stack.__exit__(kind, error, trace)

    @property
    def address(self) -> str:
        """The address of the database at the primary."""
        return f"{self.primary.address.rpartition('/')[0]}/{self._name}"

    def copy(self) -> None:
        """Make a standby of the primary, and have commits wait for it from now on."""
        self._copies += 1
        copied = Cluster(self._folder / f"standby-{self._copies}", programs(), primary=self.primary, connections=120)
        self._standby = self._stack.enter_context(copied)
        self._links[1].target = port_of(self._standby.address)
        self.primary.set(synchronous_standby_names="*")
        deadline = time.monotonic() + 60
        while not self.primary.ask("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"):
            assert time.monotonic() < deadline, "the standby does not follow"
            time.sleep(0.05)

    def kill(self) -> None:
        """End the primary at once."""
        self.primary.stop()

    def promote(self) -> None:
        """Have the standby be the primary, without a standby of its own so far."""
        assert self._standby.ask("SELECT pg_promote()")
        self.primary = self._standby
        self._links.reverse()
