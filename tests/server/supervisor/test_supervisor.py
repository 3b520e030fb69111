"""Several nodes behind one port, as a host starts them: played on, restarted, frozen and killed, and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from websockets.protocol import State

from rondel.server import CannotServe, serve_nodes
from rondel.server.ops.port import bound
from rondel.server.serving import reached
from rondel.server.supervisor.channel import Settings
from rondel.server.supervisor.supervisor import Supervisor
from rondel.server.transport.client_address import Proxies
from tests.chaos.nodes.link import Link, Network, port_of, with_port
from tests.chaos.supervisor import connections
from tests.server.harness import NOT_LIMITED, PATIENCE, WIN, Http, bot, joined, me
from tests.server.storage.postgres import Cluster

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform != "linux", reason="connections are handed over on Linux only"),
]


class Nodes(Http):
    """`rondel serve --nodes 2`, as a program of its own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.log = folder / "log"
        self.database = database
        command = [sys.executable, "-m", "rondel", "serve", "--nodes", "2", "--port", "0", "--table", "tic_tac_toe:random"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "RONDEL_DATABASE": database}
            )
        assert self.process.stdout is not None
        self.lines = [self.process.stdout.readline().strip() for _ in range(2)]
        assert self.lines[0].startswith("Rondel is at "), self.log.read_text()
        super().__init__(self.lines[0].removeprefix("Rondel is at ").rstrip("/"))

    def wait_for(self, said: str, times: int = 1) -> None:
        """Wait until the log says that so many times."""
        deadline = time.monotonic() + 60
        while len(re.findall(said, self.log.read_text())) < times:
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)

    def children(self) -> list[int]:
        """The ids of its nodes."""
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(each) for each in found]


@pytest.fixture
def nodes(cluster: Cluster, prepared: str, tmp_path: Path) -> Iterator[Nodes]:
    running = Nodes(tmp_path, cluster.database(like=prepared))
    yield running
    with contextlib.suppress(ProcessLookupError):
        running.process.kill()
    running.process.communicate(timeout=60)


async def test_they_play_on_while_one_is_restarted_and_another_frozen_and_end_in_order(nodes: Nodes) -> None:
    assert nodes.lines[1].startswith("Your table is at "), nodes.lines
    one, other = nodes.children()
    tables = [nodes.create("tic_tac_toe", me("x"), me("o")) for _ in range(6)]
    async with contextlib.AsyncExitStack() as stack:
        clients = []
        for made in tables:
            tokens = list(made["tokens"].values())
            clients += [await stack.enter_async_context(joined(nodes, made["table"], tokens)) for _ in range(2)]
            await clients[-2].play(*_mark(0))
            assert (await clients[-1].until(1))["seq"] == 1, "both are at one node"
        ports = {client.socket.local_address[1] for client in clients}
        held = [len({there for _here, there in connections(pid)} & ports) for pid in (one, other)]
        assert sum(held) == 12
        assert [count % 2 for count in held] == [0, 0]
        os.kill(one, signal.SIGTERM)
        async with asyncio.timeout(60):
            while len(closed := [each for each in clients if each.socket.state is State.CLOSED]) < held[0]:
                await asyncio.sleep(0.02)
        assert [each.socket.close_code for each in closed] == [1012] * held[0], "the others notice nothing"
        for made in tables:  # at once, though the node is not back yet
            async with joined(nodes, made["table"], list(made["tokens"].values())) as again:
                assert again.welcome["seq"] == 1
                again.seq = 1
                await again.play(*_mark(1))
    await asyncio.to_thread(nodes.wait_for, "node 1 is ready again")
    os.kill(other, signal.SIGSTOP)
    await asyncio.to_thread(nodes.wait_for, "node 2 was silent for .* s, and is killed")
    with pytest.raises(CannotServe, match="keeps this database, and this one would have no bus"):
        await asyncio.to_thread(reached, nodes.database, shared=False)
    made = nodes.create("tic_tac_toe", me("x"), bot("o", "random"))
    async with joined(nodes, made["table"], list(made["tokens"].values())) as last:
        await last.play(*_mark(0))
        nodes.process.send_signal(signal.SIGTERM)
        await last.socket.wait_closed()
    assert last.socket.close_code == 1012, "as of one server: the client comes back at once"
    assert await asyncio.to_thread(nodes.process.wait, 60) == 0
    assert {int(name) for name in re.findall(r"info node=(\d) rondel", nodes.log.read_text())} == {1, 2}
    assert "Traceback" not in nodes.log.read_text()


class Cut(Supervisor):
    """Two nodes, of which the second reaches the database over a link."""

    def __init__(self, settings: Settings, link: Link) -> None:
        super().__init__(2, settings, lambda line: None)
        self._link = link

    def _of(self, number: int) -> Settings:
        settings = super()._of(number)
        if number == 1:
            return settings
        return structs.replace(settings, database=with_port(settings.database, self._link.port))

    def has_store(self) -> list[bool]:
        return [child.has_store for child in self._children.values()]


async def test_a_node_that_has_lost_the_database_gets_no_connections_while_another_has_it(
    cluster: Cluster, prepared: str, tmp_path: Path
) -> None:
    database = await asyncio.to_thread(cluster.database, like=prepared)
    listening = bound("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    settings = Settings("", address, database, str(tmp_path), limits=NOT_LIMITED)
    with Network() as network:
        link = network.link(port_of(database))
        nodes, here = Cut(settings, link), Http(address)
        serving = asyncio.create_task(nodes.run(listening, Proxies(())))

        async def until(state: list[bool]) -> None:
            async with asyncio.timeout(PATIENCE):
                while nodes.has_store() != state:
                    assert not serving.done(), serving.result()
                    await asyncio.sleep(0.02)

        try:
            made = [await asyncio.to_thread(here.create, "tic_tac_toe", me("x"), me("o")) for _ in range(6)]
            link.set("hole")
            await until([True, False])
            for each in made:
                async with joined(here, each["table"], list(each["tokens"].values())) as client:
                    await client.play(*_mark(0))
            assert (await asyncio.to_thread(here.get, "/health")).json() == {"status": "ready"}
            link.set("pass")
            await until([True, True])
        finally:
            nodes.stop()
            await serving


def _mark(number: int) -> tuple[str, str]:
    role, cell = WIN[number]
    return role, f"mark({cell})"


@pytest.mark.parametrize(
    ("nodes", "database", "said"),
    [
        (2, None, "--nodes is for PostgreSQL, since one server serves a SQLite file: add --database"),
        (0, None, "--nodes is from 1 to 64, one for each core less one for PostgreSQL, and not 0"),
        (65, "postgresql://localhost/none", "--nodes is from 1 to 64, one for each core less one for PostgreSQL, and not 65"),
        (2, "mysql://localhost/none", "the address of a database is like postgresql://"),
        (2, "postgresql://127.0.0.1:1/none", "the database cannot be reached"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(nodes: int, database: str | None, said: str) -> None:
    with pytest.raises(CannotServe, match=re.escape(said)) as refused:
        serve_nodes(nodes, database, port=0)
    assert "\n" not in str(refused.value)


def test_nodes_without_a_bus_are_refused() -> None:
    with pytest.raises(CannotServe, match="--nodes needs a bus between the nodes: leave --bus none out"):
        serve_nodes(2, "postgresql://localhost/none", bus="none", port=0)


def test_a_node_that_cannot_start_ends_the_others_and_says_why(cluster: Cluster, prepared: str, tmp_path: Path) -> None:
    """Only a node finds out that the table is unknown."""
    with pytest.raises(CannotServe, match="unknown game 'no_such_game'"):
        serve_nodes(2, cluster.database(like=prepared), port=0, data=tmp_path, open_table="no_such_game")
