"""The world of one seed: a table, its players, one to three processes that die and come back, and the judge of them."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec import structs

from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.live import table_registry
from rondel.server.live.nodes import channel_bus, follower, presence
from rondel.server.protocol.refused import Refusal
from rondel.server.table import table as module
from rondel.server.table import time_controls
from rondel.server.table.agreements import negotiation
from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.entries import hashed
from rondel.server.table.log.entries import Answer
from rondel.server.transport.ws_session import Connection
from tests.server.simulation.bus import SimulatedBus
from tests.server.simulation.disk import Disk, SharedDisk
from tests.server.simulation.failures import Failures
from tests.server.simulation.judges.judge import EPOCH, Judge
from tests.server.simulation.loop import Loop
from tests.server.simulation.network import Socket, converse
from tests.server.simulation.node import Node, current, holds
from tests.server.simulation.people.member import Member
from tests.server.simulation.people.neighbours import Neighbours
from tests.server.simulation.people.player import Json, Player
from tests.server.simulation.seats import TABLES

T = TypeVar("T")

TROUBLE = 40.0
"""Seconds until nothing breaks any more."""

PATIENCE = 400.0
"""Seconds of peace in which every game must end."""


LATE = 2.0
"""Seconds after which the server must have played a conditional move, if the database has refused nothing meanwhile."""


class Fault(AssertionError):
    """A promise was broken."""


class World:
    """Everything that happens for one seed."""

    def __init__(self, seed: int, terms: protocol.Terms | None = None) -> None:
        """``terms`` take the place of those that the seed chooses."""
        self.seed = seed
        self.random = Random(seed)
        self.nodes: list[Node] = []
        self.past: list[Node] = []
        """Processes that died or cannot be reached."""
        self.wanted = 1 + seed % 3
        """How many nodes share the store."""
        self.is_fair = self.several and self.random.random() < 0.1
        """Whether nothing breaks, and the bus loses nothing."""
        self.calm = self.over = False
        self.has_power = True
        """Whether a process can be started."""
        self.failures = Failures(self)
        self.loop = Loop(self.failures.before_step, holds)
        self.loop.set_exception_handler(lambda loop, context: None)  # what matters is raised by the judge
        self.loop.set_task_factory(self._task)  # type: ignore[arg-type]
        self.disk = (SharedDisk if self.several else Disk)(self.random, reach=3)
        self.disk.on_commit = self._committed
        self.bus = SimulatedBus(self.random, self.is_fair)
        self.asked: Counter[int] = Counter()
        """How often a bot was asked at each position."""
        self.rounds = 2
        self._judging = True
        self._fault: Fault | None = None
        """The first promise that was broken, in whichever task that came out."""
        self.refused: Counter[str] = Counter()
        self.trace: list[str] = []
        self.skew = 0
        """Milliseconds by which the clock of a process that starts now is off; it is the same as long as that lives."""
        self._given = terms
        self.terms = protocol.Terms()
        self.judge = Judge(self)
        self._member = Member(self)
        self._visitors: list[asyncio.Task[None]] = []
        self.table = ""
        """The table that is judged."""
        self.away_until = 0.0
        """Until then nobody comes to the table; in seconds of the loop's clock."""
        self._up_since: float | None = None
        self._up = 0.0

    # -- running -------------------------------------------------------------------------------------------------------

    def run(self) -> str:
        """Let it happen; returns a digest of all that was heard and stored. Raises `Fault` when a promise is broken."""
        asyncio.set_event_loop(self.loop)
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(module, "SNAPSHOT_EVERY", 4)
                patch.setattr(time_controls, "FIRST", 5_000)
                patch.setitem(negotiation.LONGEST, "live", 10_000)
                patch.setattr(table_registry, "KEPT_SECONDS", 1.0)
                # Slower than in a server, since a world is mostly waiting: its seeds take a quarter less time.
                patch.setattr(channel_bus, "BEAT", 4 * channel_bus.BEAT)
                patch.setattr(channel_bus, "BLIND_AFTER", 4 * channel_bus.BLIND_AFTER)
                patch.setattr(channel_bus, "SILENT_EVERY", 4.0)
                patch.setattr(follower, "LEAST", 0.5)
                patch.setattr(follower, "BLIND_EVERY", 1.0)
                patch.setattr(follower, "SIGHTED_EVERY", 4 * follower.SIGHTED_EVERY)
                patch.setattr(presence, "EVERY", 10.0)
                self.loop.run_until_complete(self._happen())
        finally:
            self._clean_up()
            self.disk.close()
            asyncio.set_event_loop(None)
            self.loop.close()
        return hashlib.blake2b("\n".join(self.trace).encode(), digest_size=12).hexdigest()

    def _clean_up(self) -> None:
        """End everything that is still under way, judging no longer."""
        self.over, self._judging = True, False
        for node in (*self.past, *self.nodes):
            node.die()
        while left := asyncio.all_tasks(self.loop):
            for task in left:
                task.cancel()
            self.loop.run_until_complete(asyncio.wait(left))
            for task in left:
                if not task.cancelled():
                    task.exception()  # looked at: the first of them is raised already

    async def _happen(self) -> None:
        for _ in range(self.wanted):
            self.start()
        game, seats, holders = self.random.choice(TABLES)
        self._choose_terms(seats)
        wanted = protocol.NewTable(game, seats, terms=structs.replace(self.terms, rotate=bool(self.terms.rotate)))
        made = await self.nodes[0].arena.create(wanted)
        self.table = made.table
        self.judge.begin(self.disk.tables[made.table], holders)
        self.rounds = self.random.choice((2, 6)) if any(holders) else 1  # nobody asks bots for another game
        tokens = [{role: made.tokens[role] for role in held} for held in holders]
        players = [Player(self, f"p{number}", made.table, each) for number, each in enumerate(tokens)]
        self.judge.players = players
        if self.terms.clock is not None and self.random.random() < 0.3:
            players[0].asleep = True  # its flag must fall
        self.disk.failing = 0.0 if self.is_fair else 0.05
        living = [self.loop.create_task(player.live()) for player in players]
        if self.several:
            others = (self._member, Neighbours(self, self.disk.tables[made.table]))
            living += [self.loop.create_task(other.live()) for other in others]
        trouble = self.loop.create_task(self._trouble())
        try:
            async with asyncio.timeout(TROUBLE + PATIENCE):
                while not self._done():
                    await asyncio.sleep(0.5)
                    if self._fault is not None:
                        raise self._fault
                    self.judge.look()
                    for task in (*living, trouble):
                        if task.done():
                            task.result()
        except TimeoutError:
            heard = {player.name: (player.seq, player.pending) for player in players}
            self.demand(False, f"it never ends: stored {len(self.stored())}, heard {heard}, refused {dict(self.refused)}")
        self.over = True
        await asyncio.sleep(30)
        await asyncio.gather(*living)
        self.judge.check_log(made.table)

    async def _trouble(self) -> None:
        breaking = self.loop.create_task(self.failures.happen())
        await asyncio.wait({breaking}, timeout=TROUBLE)
        breaking.cancel()
        await asyncio.wait({breaking})
        if not breaking.cancelled():
            breaking.result()
        self.calm = True
        self.failures.stop()
        self.note_up()
        while len(self.nodes) < self.wanted:
            self.start()

    def _done(self) -> bool:
        stored = self.stored()
        ended = self.judge.is_over and bool(stored) and stored[-1].round >= self.rounds
        # A message that is still under way may begin another round.
        settled = all(player.seq == len(stored) and player.pending is None for player in self.judge.players)
        return self.calm and ended and settled

    def start(self) -> None:
        """Start a process, if there are fewer than wanted."""
        if self.has_power and len(self.nodes) < self.wanted:
            node = Node(self)
            self.nodes.append(node)
            node.context.copy().run(node.arena.start)
            self.note_up()
            self.note("a process starts")

    def _task(self, loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(coroutine, loop=loop, **more)
        context = more.get("context")
        node = current.get() if context is None else context.get(current)
        if node is not None:
            node.tasks.add(task)
            task.add_done_callback(node.tasks.discard)
        return task

    def connect(self, node: Node | None = None) -> Socket | None:
        """A socket to the arena, or to that process of it; None while it is down."""
        if not self.nodes:
            return None
        node = node or self.random.choice(self.nodes)
        socket = Socket(self.random, node)
        node.sockets.append(socket)

        def put(*frames: bytes) -> None:
            for frame in frames:
                self.judge.says(json.loads(frame))
                socket.down.send(frame.decode())

        connection = Connection(node.arena, put)
        node.context.copy().run(self.loop.create_task, converse(socket, connection, lambda: node.alive))
        return socket

    def visit_first(self, node: Node) -> None:
        """Have somebody come to that process who has never seen the table."""
        if node in self.nodes and not self.is_left_alone:
            self._visitors.append(self.loop.create_task(Player(self, "visitor", self.table, {}).look_in(node)))

    @property
    def sessions_ended(self) -> int:
        """How many sessions were ended."""
        return self._member.ended

    @property
    def is_left_alone(self) -> bool:
        """Whether everybody is away from the table."""
        return self.loop.time() < self.away_until

    @property
    def several(self) -> bool:
        """Whether more than one node shares the store."""
        return self.wanted > 1

    async def visit(self, doing: Callable[[Node], Coroutine[Any, Any, T]]) -> asyncio.Task[T] | None:
        """Have a node do something over HTTP, which dies with it; None while there is none."""
        if not self.nodes:
            return None
        node = self.random.choice(self.nodes)
        task = node.context.copy().run(self.loop.create_task, doing(node))
        await asyncio.wait({task}, timeout=30)
        return task

    async def store_conditional_moves(self, player: Player, role: str, moves: ConditionalMoves | None) -> None:
        """Store or delete a player's conditional moves. If the process dies meanwhile, the result stays unknown."""
        who = Requester(keys=tuple([hashed(token) for token in player.tokens]))
        request = self.judge.conditional_moves.ask(role, moves)

        async def keep(node: Node) -> None:
            room = await node.arena.table(self.table)
            seat = next((each for each in who.seats(room.entry) if each.role == role), None)
            if seat is None:
                raise Refusal("not_seated", "they have moved on meanwhile")
            await room.store_conditional_moves(seat, 0 if moves is None else moves.seq, moves)

        task = await self.visit(keep)
        if task is None:
            self.judge.conditional_moves.refused(role, request)
        elif task.done() and not task.cancelled():
            error = task.exception()
            self.note(f"{player.name} stores conditional moves for {role}: {moves}: {error}")
            if error is None:
                self.judge.conditional_moves.kept(
                    role, request, self.loop.time(), alone=sum(node.alive for node in (*self.nodes, *self.past)) == 1
                )
            else:
                self.demand(isinstance(error, Refusal), f"{player.name} cannot store conditional moves for {role}: {error!r}")
                self.judge.conditional_moves.refused(role, request)

    async def say(self, player: Player, wanted: protocol.Say) -> bool:
        """Have a player say something; returns whether that is settled."""
        who = Requester(keys=tuple([hashed(token) for token in player.tokens]))
        task = await self.visit(lambda node: node.chat.say(self.table, who, wanted))
        if task is None or not task.done() or task.cancelled():
            return False
        if (error := task.exception()) is None:
            self.judge.chat.said(task.result(), self.loop.time())
            return True
        self.demand(isinstance(error, Refusal) and error.code == "unavailable", f"{player.name} cannot say anything: {error!r}")
        return False

    async def look_up_conditional_moves(self, player: Player, role: str) -> None:
        """Ask whether conditional moves of that role are left. If not, its player goes on. If the server must play one of them,
        it may wait only for a database that is unavailable."""

        async def look(node: Node) -> ConditionalMoves | None:
            return await (await node.arena.table(self.table)).conditional_moves(role)

        task = await self.visit(look)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return
        if task.result() is None:
            self.judge.conditional_moves.forget(role)
        elif self.owed(role):
            since = max(
                player.here_since,
                self.judge.stored_at,
                self.judge.conditional_moves.kept_at(role),
                self.disk.refused_at,
                *[node.well_since for node in self.nodes],
            )
            waits = self.loop.time() - since
            self.demand(waits < LATE, f"the server has not played the conditional moves of {role} for {waits:.1f} s")

    @property
    def allows_conditional_moves(self) -> bool:
        """Whether players store conditional moves: nothing is hidden, and there is no chance."""
        return self.judge.game is not None and self.judge.game.name == "tic_tac_toe"

    def owed(self, role: str) -> bool:
        """Whether the only process must answer for that role now by its conditional moves."""
        game, state = self.judge.game, self.judge.umpire.state
        if game is None or self.several or any(node.alive for node in self.past):
            return False
        owed = self.judge.conditional_moves.owed(role, self.stored())
        if not state.begun or state.outcome is not None or role in state.departed:
            return False
        return bool(owed) and role in game.active and not owed.isdisjoint(str(move) for move in game.moves(role))

    def clock(self) -> int:
        """The true time: each process may be an hour off."""
        return EPOCH + int(self.loop.time() * 1000)

    def _choose_terms(self, seats: tuple[protocol.NewSeat, ...]) -> None:
        """In half of the seeds people play on terms."""
        random = self.random
        if self._given is not None:
            self.terms = self._given
            return
        if random.random() < 0.5:
            return
        clocks = (None, protocol.Fischer(8, 1), protocol.PerMove(6))
        policies: tuple[protocol.AbsencePolicy, ...]
        policies = ("wait", "skip", "vote", "claim") if len(seats) == 2 else ("wait", "skip", "vote")
        self.terms = protocol.Terms(
            random.choice(clocks),
            protocol.Absence(random.choice(policies), 10),
            start=random.choice(("at_once", "full")),
            rotate=all(seat.kind == "me" for seat in seats) and Random(f"{self.seed} rotates").random() < 0.4,
        )

    @property
    def lived(self) -> float:
        """For how many seconds some process has lived."""
        return self._up if self._up_since is None else self._up + self.loop.time() - self._up_since

    @property
    def well_since(self) -> float:
        """Since when some process has nothing to suffer, nor the database; in the future while none has."""
        nodes = min([node.well_since for node in self.nodes], default=float("inf"))
        return max(nodes, self.disk.away_until, self.disk.standby_away_until) if isinstance(self.disk, SharedDisk) else nodes

    def note_up(self) -> None:
        """Count the time in which some process lived, reachable or not."""
        now = self.loop.time()
        if self._up_since is not None:
            self._up += now - self._up_since
        self._up_since = now if any(node.serves for node in (*self.nodes, *self.past)) else None

    # -- judging -------------------------------------------------------------------------------------------------------

    def demand(self, met: bool, otherwise: str) -> None:
        """Stop the world where a promise is not kept."""
        if not met and self._judging:
            self._fault = self._fault or Fault(f"seed {self.seed}, at {self.loop.time():.3f} s: {otherwise}")
            raise self._fault

    def note(self, what: str) -> None:
        """Write down what happens."""
        self.trace.append(f"{self.loop.time():10.3f} {what}")

    def hears(self, player: Player, message: Json) -> None:
        """A player hears something."""
        self.note(f"{player.name} hears {json.dumps(message, sort_keys=True)}")
        self.judge.hears(player, message)

    def stored(self) -> list[Answer]:
        """The rows of the table."""
        return self.disk.answers.get(self.table, [])

    def _committed(self, answer: Answer) -> None:
        if answer.table != self.table:
            return
        self.note(f"stored {answer}")
        self.note_up()
        self.judge.committed(answer, self._up)
