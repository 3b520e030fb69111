"""A table at which nothing has happened yet: people sit down, leave, are put off their seats and bots put on them, while the
process dies and the disk refuses; then somebody plays, and all sit where they sit.

The judge sees every change of the seats at the moment it becomes durable. A seat that is taken must have been open; one that is
given up, by who had it or by the host; none is given up once an answer is stored; and whoever is there has been told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import TableEntry, hashed
from rondel.server.table.log.entries import Answer
from tests.server.simulation.network import Socket
from tests.server.simulation.people.player import Json
from tests.server.simulation.world import World

GAMES: tuple[tuple[str, tuple[str, ...]], ...] = (("tic_tac_toe", ("x", "o")), ("hearts", ("north", "east", "south", "west")))
TROUBLE = 15.0
"""Seconds until nothing breaks any more."""
LATE = 12.0
"""Seconds after which nodes know what has changed at others."""
QUIET = 14.0
"""And from when nobody changes anything."""
EXPECTED = {"not_seated", "unknown_seat", "begun", "unavailable", "not_host", "seats", "no_open_seat", "not_saved"}
"""The codes with which somebody may be refused who does nothing wrong, or whose seat is gone."""


class Watched(dict[str, TableEntry]):
    """The tables that are stored, under the eyes of a judge."""

    def __init__(self, gathering: Gathering) -> None:
        super().__init__()
        self._gathering = gathering

    def __setitem__(self, table: str, entry: TableEntry) -> None:
        before = self.get(table)
        super().__setitem__(table, entry)
        self._gathering.seated(before, entry)


class Guest:
    """Somebody who comes and goes."""

    def __init__(self, world: Gathering, tokens: list[str]) -> None:
        self.world = world
        self.tokens = tokens
        self.told: list[str] | None = None
        """The roles it was told last that it plays; None where it is not there."""
        self.last_word: Callable[[], None] = lambda: None
        """Plays, if it is there and may."""
        self._leaving: asyncio.Task[None] | None = None
        """The request by which it leaves in another window."""
        self.seats: list[Any] = []
        """Who sits where, as it was told last: the kind of each seat, and its bot."""

    @property
    def asker(self) -> Requester:
        return Requester(keys=tuple([hashed(token) for token in self.tokens]))

    async def live(self) -> None:
        world, random = self.world, self.world.random
        while not world.over:
            # In calm they take their time, so that it can be seen what everybody was told.
            await asyncio.sleep(random.choice((0.4, 2.0, 4.0) if world.calm else (0.0, 0.05, 0.4)))
            if world.quiet:
                if self.told is None:
                    await self._look()
                continue
            match random.choice(("sit", "sit", "leave", "change", "look", "play")):
                case "sit":
                    await self._sit()
                case "leave" if self.tokens:
                    await world.call(self, "leave", self._leave)
                case "change":
                    await self._change()
                case "look" | "play" as what:
                    await self._look(plays=what == "play" and world.loop.time() > world.plays_from)

    async def _leave(self, arena: TableRegistry) -> None:
        await arena.leave_seat(self.world.table, self.asker, "")

    async def _sit(self) -> None:
        world = self.world
        seat = protocol.TakeSeat(world.invite)
        taken = await world.call(self, "sit", lambda arena: arena.take_seat(world.table, seat))
        if taken is not None:
            self.tokens.append(taken.token)

    async def _change(self) -> None:
        """Open a seat, or put a bot on it."""
        world, random = self.world, self.world.random
        role = random.choice((*world.roles, world.entry.host or world.roles[0]))
        wanted = protocol.ChangeSeat(role, *random.choice((("open",), ("bot", "random"))))
        await world.call(self, "change", lambda arena: arena.change_seat(world.table, self.asker, wanted))

    async def _look(self, plays: bool = False) -> None:
        """Be at the table for a while."""
        world = self.world
        socket = world.connect()
        if socket is None:
            return
        known = [token for token in self.tokens if hashed(token) in [seat.token_hash for seat in world.entry.seats]]
        hello = {"type": "hello", "version": 1, "table": world.table, "tokens": known}
        since = world.number_before(LATE if world.several else 0.0)
        socket.up.send(json.dumps(hello))
        try:
            await self._listen(socket, known, since, plays)
        finally:
            self.told, self.last_word = None, lambda: None
            socket.cut()

    async def _listen(self, socket: Socket, known: list[str], since: int, plays: bool) -> None:
        world = self.world
        until = world.loop.time() + world.random.choice((0.3, 3.0))
        while not world.over and (world.quiet or world.loop.time() < until):
            try:
                async with asyncio.timeout(0.2):
                    frame = await socket.down.arrived.get()
            except TimeoutError:
                if (
                    self.told is not None
                    and world.calm
                    and world.loop.time() - world.changed[-1] > (LATE if world.several else 1)
                ):
                    now = world.held(world.entry, known)
                    world.demand(self.told == now, f"who is there plays {now} and was told {self.told}")
                    seats = [(seat.kind, seat.bot) for seat in world.entry.seats]
                    world.demand(self.seats == seats, f"who is there was told of {self.seats}, and it is {seats}")
                continue
            if frame is None:
                return
            message = json.loads(frame)
            if message["type"] == "refused":
                world.demand(message["code"] in EXPECTED | {"not_your_turn", "stale", "game_over"}, f"refused: {message}")
                if message["id"] is None:
                    return
            if message["type"] in ("welcome", "seats"):
                told = (message if message["type"] == "seats" else message["table"])["seats"]
                self.seats = [(seat["kind"], seat["bot"]) for seat in told]
            if message["type"] == "welcome":
                held = [world.held(entry, known) for entry in world.history[since:]]
                world.demand(message["roles"] in held, f"with {held} somebody is told to play {message['roles']}")
                self.told = message["roles"]
                moves = [(role, view["moves"]) for role, view in message["views"].items() if view["moves"]]
                if moves:
                    self.last_word = partial(self._play, socket, known, moves[0], message["seq"])
                if plays and moves:
                    plays = False
                    self.last_word()
                elif moves and world.several and world.loop.time() < TROUBLE and world.random.random() < 0.5:
                    self._leaving = world.loop.create_task(world.call(self, "leave", self._leave))

    def _play(self, socket: Socket, known: list[str], listed: tuple[str, list[Json]], seq: int) -> None:
        role, moves = listed
        id_ = f"p{self.world.random.getrandbits(40)}"
        self.world.plays[id_] = known
        socket.up.send(json.dumps({"type": "play", "id": id_, "role": role, "move": moves[0]["text"], "seq": seq}))


class Gathering(World):
    """Everything that happens for one seed before and as a game begins."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.wanted = 1 + seed % 2
        self.quiet = False
        """Whether nobody changes anything any more."""
        self.invite = ""
        self.roles: tuple[str, ...] = ()
        self.guests: list[Guest] = []
        self.history: list[TableEntry] = []
        """Who sat where, from the beginning."""
        self._doing: list[tuple[str, Guest]] = []
        self.disk.tables = Watched(self)
        self.disk.on_commit = self._answered
        self.changes = 0
        self.changed = [0.0]
        """When each of them sat there."""
        self.plays: dict[str, list[str]] = {}
        """With which tokens each answer was given, by its id."""
        self.plays_from = self.random.choice((TROUBLE / 2, TROUBLE + QUIET / 2))
        """When somebody may begin."""

    @property
    def entry(self) -> TableEntry:
        """Who sits where."""
        return self.history[-1]

    def held(self, entry: TableEntry, tokens: list[str]) -> list[str]:
        """The roles those tokens open."""
        hashes = [hashed(token) for token in tokens]
        return [seat.role for seat in entry.seats if seat.token_hash in hashes]

    async def call(self, who: Guest, what: str, doing: Callable[[TableRegistry], Coroutine[Any, Any, Any]]) -> Any:
        """What comes of a request; None where it is refused, or its process dies."""
        if not self.nodes:
            return None
        node = self.random.choice(self.nodes)
        task = node.context.copy().run(self.loop.create_task, doing(node.arena))
        entered = (what, who)
        self._doing.append(entered)
        try:
            await asyncio.wait({task}, timeout=30)
            if task.cancelled() or not task.done():
                return None
            return task.result()
        except Refusal as refusal:
            self.refused[refusal.code] += 1
            if refusal.code == "unknown_seat":  # then one throws away the keys that open nothing
                known = [seat.token_hash for seat in self.entry.seats]
                who.tokens = [token for token in who.tokens if hashed(token) in known]
            self.demand(refusal.code in EXPECTED, f"{what} is refused: {refusal}")
            return None
        finally:
            self._doing.remove(entered)

    def seated(self, before: TableEntry | None, after: TableEntry) -> None:
        """Somebody sits elsewhere, from this moment on."""
        self.history.append(after)
        self.note(f"seats {[(seat.role, seat.kind, seat.token_hash) for seat in after.seats]}, host {after.host!r}")
        if before is None:
            return
        self.changes += 1
        self.changed.append(self.loop.time())
        begun = bool(self.disk.answers.get(after.id))
        persons = [seat.role for seat in after.seats if seat.kind == "person"]
        self.demand(after.host in ("", *persons), f"{after.host!r} is host, and {persons} are there")
        host = [seat.token_hash for seat in before.seats if seat.role == before.host]
        for old, new in zip(before.seats, after.seats, strict=True):
            if old == new:
                continue
            if new.kind == "person":
                self.demand(old.kind == "open", f"somebody sits down at {new.role}, where {old.kind} is")
                continue  # also later: an open seat is taken whenever somebody comes
            self.demand(not begun, f"{old.role} is {new.kind} now, and the game has begun")
            if old.kind == "person":
                for guest in self.guests if self.several and self.loop.time() > self.plays_from / 2 else ():
                    if old.role in (guest.told or ()):
                        guest.last_word()  # before it has heard that it is put off
                keys = [who.asker.keys for what, who in self._doing if what in ("leave", "change")]
                mine = any(old.token_hash in each or host[0] in each for each in keys if host or old.token_hash in each)
                self.demand(mine, f"{old.role} is put off by nobody who may")

    def number_before(self, seconds: float) -> int:
        """Which of `history` was the last so many seconds ago."""
        past = [number for number, at in enumerate(self.changed) if at <= self.loop.time() - seconds]
        return past[-1] if past else 0

    def _answered(self, answer: Answer) -> None:
        self.note(f"stored {answer}")
        if answer.client_id is not None:
            held = self.held(self.entry, self.plays[answer.client_id])
            self.demand(answer.role in held, f"{answer} is of somebody who has {held} now")

    async def _happen(self) -> None:
        for _ in range(self.wanted):
            self.start()
        game, self.roles = self.random.choice(GAMES)
        seats = tuple([protocol.NewSeat(role, "open" if number else "me") for number, role in enumerate(self.roles)])
        made = await self.nodes[0].arena.create(protocol.NewTable(game, seats))
        self.table = made.table
        self.invite = made.invite
        self.guests = guests = [Guest(self, list(made.tokens.values())), *[Guest(self, []) for _ in range(3)]]
        self.disk.failing = 0.05
        living = [self.loop.create_task(guest.live()) for guest in guests]

        async def passes(seconds: float) -> None:
            until = self.loop.time() + seconds
            while self.loop.time() < until:
                await asyncio.sleep(0.2)
                if self._fault is not None:
                    raise self._fault
                for task in living:
                    if task.done():
                        task.result()

        await passes(TROUBLE)
        self.calm, self.disk.failing = True, 0.0
        while len(self.nodes) < self.wanted:
            self.start()
        await passes(QUIET)
        self.quiet = True
        await passes(25)
        for guest in guests:
            now = self.held(self.entry, guest.tokens)
            self.demand(guest.told == now, f"somebody plays {now} and was told {guest.told}")
        self.over = True
        await asyncio.sleep(5)
        await asyncio.gather(*living)
