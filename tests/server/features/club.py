"""A club: the tournaments of a store, with a clock that the test turns, and games that end as the test says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from functools import partial

from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal import Principal
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.tournaments.tournament_worker import TournamentWorker
from rondel.server.features.tournaments.tournaments import Tournaments
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import (
    Fischer,
    NewTournament,
    Tournament,
    TournamentAct,
    TournamentDeed,
    TournamentFormat,
    TournamentGame,
    TournamentTerms,
)
from rondel.server.storage.store import Store
from rondel.server.table.log.entries import Answer
from tests.server.harness import PATIENCE

HOST = Principal("host", "account", "Host")
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")


class Club:
    """The tournaments of a store, with a clock that the test turns."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = 1_000_000
        self.arena = TableRegistry(Services(store, BotPool()))
        self.worker = TournamentWorker(self.arena, store, lambda: self.now)
        self.tournaments = Tournaments(self.arena, store, lambda: self.now, lambda: None)
        self.id = ""
        self.game = "tic_tac_toe"

    async def person(self, name: str) -> Principal:
        entry = Entry(name.lower(), "account", name, 1, name.lower())
        await self.store.write(partial(principal_repository.add, entry=entry))
        return Principal(name.lower(), "account", name)

    async def announce(self, format_: TournamentFormat, people: int, **more: object) -> list[Principal]:
        """Announce a tournament that begins in a minute, which so many join."""
        await self.person("Host")
        terms = TournamentTerms(format_, Fischer(300, 3), **more)  # type: ignore[arg-type]
        self.id = (await self.tournaments.create(NewTournament("Cup", self.game, terms, 60), HOST)).listed.id
        joined = [await self.person(name) for name in NAMES[:people]]
        for each in joined:
            await self.act("join", each)
        return joined

    async def act(self, deed: TournamentDeed, who: Principal, number: int = 0) -> Tournament:
        return await self.tournaments.act(self.id, TournamentAct(deed, number), who)

    async def later(self, seconds: float = 61) -> Tournament:
        """Time passes, and the worker looks."""
        self.now += round(1_000 * seconds)
        await self.worker.look()
        return await self.shown()

    async def shown(self, who: Principal = HOST) -> Tournament:
        return await self.tournaments.show(self.id, who)

    async def finish(self, table: str, ranks: Sequence[int], silent: int | None = None) -> None:
        """A game ends at the table. The player at the seat ``silent`` has not said a word."""
        roles = [seat.role for seat in (await self.arena.describe(table)).seats]
        result = json.dumps({"ranks": dict(zip(roles, ranks, strict=True))})
        before = await self.begun(table)
        for seat, role in enumerate(roles):
            seq, client = before + 1 + seat, None if seat == silent else f"m{before + 1 + seat}"
            last = seat == len(roles) - 1
            active, end = "" if last else roles[seat + 1], result if last else None
            await self.store.append(Answer(table, seq, 1, "play", role, "", client, at=self.now, active=active, result=end))

    async def begun(self, table: str) -> int:
        """Wait until the clocks of a table run; returns the number of its last answer."""
        async with asyncio.timeout(PATIENCE):
            while not (answers := await self.store.since(table, 0)):
                await asyncio.sleep(0.005)
        return answers[-1].seq

    async def play_round(self, better: Callable[[int, int], bool] = lambda one, other: one < other) -> Tournament:
        """All running games end, with the better seed as winner; the next round begins."""
        for game in running(await self.shown()):
            first, second = game.players
            await self.finish(game.table, (1, 2) if better(first, second) else (2, 1))
        await self.later(1)
        return await self.later(21)


def running(shown: Tournament) -> list[TournamentGame]:
    return [game for game in shown.games if game.points is None]
