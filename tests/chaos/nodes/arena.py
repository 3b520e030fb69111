"""Several real servers on one PostgreSQL and one bus, each with links of its own to both."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import asyncpg

import rondel
from tests.chaos import checker
from tests.chaos.database_down import copied
from tests.chaos.nodes.link import Link, Network, port_of, with_port
from tests.chaos.nodes.pair import Pair
from tests.chaos.players import Crew, Json
from tests.server.harness import Program, me
from tests.server.live.nodes.valkey import Valkey
from tests.server.storage.postgres import Cluster, programs

PLAYED: Final = ("tic_tac_toe", "reversi", "connect_four")
"""The games that are played where no other is named."""


class Arena:
    """Nodes of one arena. With ``valkey`` that is the bus, and else PostgreSQL. With a ``pair`` the database is there, and else
    in a cluster of its own. ``program`` is the kind of process, and ``more`` goes to `serve`."""

    def __init__(
        self,
        folder: Path,
        nodes: int,
        *,
        valkey: bool = False,
        pair: Pair | None = None,
        program: type[Program] = Program,
        **more: Any,
    ) -> None:
        self.folder = folder
        self.nodes: list[Program] = []
        self.stores: list[Link] = []
        """The link of each node to PostgreSQL."""
        self.buses: list[Link] = []
        """The link of each node to Valkey."""
        self.valkey: Valkey | None = None
        self._pair = pair
        self._program = program
        self._database = ""
        self._copies = 0
        self._count = nodes
        self._valkey = valkey
        self._more = more
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            if self._valkey:
                self.valkey = stack.enter_context(Valkey(self.folder))
            network = stack.enter_context(Network())
            if self._pair is None:
                self._database = stack.enter_context(Cluster(self.folder / "cluster", programs(), connections=120)).database()
            for number in range(self._count):
                more = {**self._more, "database": self._store(network)}
                if self.valkey is not None:
                    self.buses.append(network.link(self.valkey.port))
                    more["bus"] = with_port(self.valkey.address, self.buses[-1].port)
                place = self.folder / f"node-{number}"
                place.mkdir()
                self.nodes.append(stack.enter_context(self._program(place, log="plain", **more)))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for number, node in enumerate(self.nodes):
            if node.process.poll() is None:
                self.thaw(number)
                node.kill()  # what it would say to players, nobody hears any more
        self._stack.__exit__(kind, error, trace)

    def _store(self, network: Network) -> str:
        """Where the next node finds the database."""
        if self._pair is not None:
            return self._pair.both
        self.stores.append(network.link(port_of(self._database)))
        return with_port(self._database, self.stores[-1].port)

    @property
    def database(self) -> str:
        """The address of the database, without a link before it."""
        return self._database if self._pair is None else self._pair.address

    @property
    def addresses(self) -> list[str]:
        """The addresses of the nodes."""
        return [node.address for node in self.nodes]

    def tables(
        self,
        count: int,
        *,
        games: Sequence[str] = PLAYED,
        roles: Sequence[str] = (),
        by: int = 0,
        apart: bool = False,
        terms: Json | None = None,
    ) -> list[Json]:
        """New tables, made at one node: at every other one all players begin at one node, and at the rest, or all with
        ``apart``, each at another one. ``roles`` are those of a game that is not shipped."""
        made = []
        for number in range(count):
            game = games[number % len(games)]
            seats = [me(role) for role in roles or rondel.new(game).roles]
            told = self.nodes[by].create(game, *seats, terms={"rotate": False, **(terms or {})})
            spread = apart or number % 2
            at = {role: (number + place * bool(spread)) % self._count for place, role in enumerate(told["tokens"])}
            made.append({"table": told["table"], "tokens": told["tokens"], "at": at})
        return made

    def crew(self, tables: Sequence[Json], pace: float, name: str = "crew") -> Crew:
        """Players at these tables, who play from now on."""
        return Crew(self.folder / name, "", list(tables), 1, "nodes.travellers", pace=pace, addresses=self.addresses)

    def freeze(self, node: int) -> None:
        """Have a node do nothing more, and not even say so."""
        self.nodes[node].process.send_signal(signal.SIGSTOP)

    def thaw(self, node: int) -> None:
        """Have it go on."""
        self.nodes[node].process.send_signal(signal.SIGCONT)

    def ask(self, statement: str) -> Any:
        """The first value of a statement's result, in the arena's database."""

        async def asked() -> Any:
            connection = await asyncpg.connect(self.database)
            try:
                return await connection.fetchval(statement)
            finally:
                await connection.close()

        return asyncio.run(asked())

    def check(self, notes: Sequence[Json]) -> tuple[dict[str, int], tuple[str, ...]]:
        """As `checker.check`, of what PostgreSQL has."""
        self._copies += 1
        copy = self.folder / f"copy-{self._copies}.sqlite3"
        asyncio.run(copied(self.database, copy, notes))
        return checker.check(copy, notes)
