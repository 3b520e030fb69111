"""The world of one seed: a table, its players, one or two processes that die and come back, and the judge of all they hear.

The judge plays every answer, at the moment it becomes durable, in a game of its own. So it knows what each role may be shown at
each number, and finds fault with whatever is heard that is not stored, not so, not in order, or heard twice.
"""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeVar

import pytest
from msgspec import structs

import rondel
from rondel.server import protocol
from rondel.server.accounts.requester import Requester
from rondel.server.catalog.opening import open_table
from rondel.server.live import table_registry
from rondel.server.live.nodes import channel_bus, follower, presence
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.table import table as module
from rondel.server.table import time_controls
from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.entries import hashed
from rondel.server.table.log.entries import Answer, Log
from rondel.server.transport.ws_session import Connection
from tests.server.simulation.conditional_moves import ConditionalMovesModel
from tests.server.simulation.disk import Disk
from tests.server.simulation.loop import Loop
from tests.server.simulation.network import Socket, converse
from tests.server.simulation.node import Node, current
from tests.server.simulation.player import Json, Player
from tests.server.simulation.seats import TABLES
from tests.server.simulation.umpire import Umpire

T = TypeVar("T")

EPOCH = 4_102_444_800_000
"""The world's time at its start, far from ours: the year 2100."""

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
        self.loop = Loop(self._before_step)
        self.loop.set_exception_handler(lambda loop, context: None)  # what matters is raised by the judge
        self.loop.set_task_factory(self._task)  # type: ignore[arg-type]
        self.disk = Disk(self.random, reach=3)
        self.disk.on_commit = self._committed
        self.rounds = 2
        self.calm = False
        self.over = False
        self._judging = True
        self._fault: Fault | None = None
        """The first promise that was broken, in whichever task that came out."""
        self.heard: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.deaths = 0
        self.trace: list[str] = []
        self.nodes: list[Node] = []
        self._wanted = self.random.choice((1, 1, 2))
        """How many nodes share the store."""
        self._past: list[Node] = []
        self.skew = 0
        """Milliseconds by which the clock of a process that starts now is off; it is the same as long as that lives."""
        self._next_death = self.random.randrange(20, 1500)
        self._players: list[Player] = []
        self._entry_seed = b""
        self._judge: rondel.Game | None = None
        self._given = terms
        self.terms = protocol.Terms()
        self._umpire = Umpire()
        self.conditional_moves = ConditionalMovesModel()
        self._stored_at = 0.0
        """When the last answer became durable."""
        self._up_since: float | None = None
        self._up = 0.0
        self._shown: list[dict[str, Json]] = []
        """What each role may see, by the table's number."""
        self._rounds: list[int] = []
        """Which round it is, by the table's number."""
        self._began = 0

    # -- running -------------------------------------------------------------------------------------------------------

    def run(self) -> str:
        """Let it happen; returns a digest of all that was heard and stored. Raises `Fault` when a promise is broken."""
        asyncio.set_event_loop(self.loop)
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(module, "SNAPSHOT_EVERY", 4)
                patch.setattr(time_controls, "FIRST", 5_000)
                patch.setattr(table_registry, "KEPT_SECONDS", 1.0)
                # Slower than in a server, since a world is mostly waiting: its seeds take a quarter less time.
                patch.setattr(channel_bus, "BEAT", 4 * channel_bus.BEAT)
                patch.setattr(channel_bus, "BLIND_AFTER", 4 * channel_bus.BLIND_AFTER)
                patch.setattr(follower, "LEAST", 0.5)
                patch.setattr(presence, "EVERY", 10.0)
                self.loop.run_until_complete(self._happen())
        finally:
            self._clean_up()
            asyncio.set_event_loop(None)
            self.loop.close()
        return hashlib.blake2b("\n".join(self.trace).encode(), digest_size=12).hexdigest()

    def _clean_up(self) -> None:
        """End everything that is still under way, judging no longer."""
        self.over, self._judging = True, False
        for node in (*self._past, *self.nodes):
            node.die()
        while left := asyncio.all_tasks(self.loop):
            for task in left:
                task.cancel()
            self.loop.run_until_complete(asyncio.wait(left))
            for task in left:
                if not task.cancelled():
                    task.exception()  # looked at: the first of them is raised already

    async def _happen(self) -> None:
        for _ in range(self._wanted):
            self._start()
        game, seats, holders = self.random.choice(TABLES)
        self._choose_terms(seats)
        made = await self.nodes[0].arena.create(
            protocol.NewTable(game, seats, terms=structs.replace(self.terms, rotate=bool(self.terms.rotate)))
        )
        entry = self.disk.tables[made.table]
        self._table = made.table
        self._umpire = Umpire(self.terms, [seat.role for seat in entry.seats if seat.kind == "person"])
        self._umpire.together = holders
        self._umpire.roles = [seat.role for seat in entry.seats]
        self._begin(entry.game, entry.seed, len(entry.seats))
        self.rounds = self.random.choice((2, 6)) if any(holders) else 1  # nobody asks bots for another game
        tokens = [{role: made.tokens[role] for role in held} for held in holders]
        self._players = [Player(self, f"p{number}", made.table, each) for number, each in enumerate(tokens)]
        if self.terms.clock is not None and self.random.random() < 0.3:
            self._players[0].asleep = True  # its flag must fall
        self.disk.failing = 0.05
        living = [self.loop.create_task(player.live()) for player in self._players]
        trouble = self.loop.create_task(self._failures())
        try:
            async with asyncio.timeout(TROUBLE + PATIENCE):
                while not self._done():
                    await asyncio.sleep(0.5)
                    if self._fault is not None:
                        raise self._fault
                    for task in (*living, trouble):
                        if task.done():
                            task.result()
        except TimeoutError:
            heard = {player.name: (player.seq, player.pending) for player in self._players}
            self.demand(False, f"it never ends: stored {len(self._stored())}, heard {heard}, refused {dict(self.refused)}")
        self.over = True
        await asyncio.sleep(30)
        await asyncio.gather(*living)
        self._check_log(entry_id=made.table)

    async def _failures(self) -> None:
        await asyncio.sleep(TROUBLE)
        self.calm = True
        self.disk.failing = 0.0
        for node in self._past:
            node.die()
        self._note_up()
        while len(self.nodes) < self._wanted:
            self._start()

    def _done(self) -> bool:
        stored = self._stored()
        over = self._judge is not None and (self._judge.is_over or self._umpire.state.outcome is not None)
        ended = over and bool(stored) and stored[-1].round >= self.rounds
        # A message that is still under way may begin another round.
        settled = all(player.seq == len(stored) and player.pending is None for player in self._players)
        return self.calm and ended and settled

    def _start(self) -> None:
        if len(self.nodes) < self._wanted:
            node = Node(self)
            self.nodes.append(node)
            context = contextvars.copy_context()
            context.run(current.set, node)
            context.run(node.arena.start)
            self._note_up()
            self.note("a process starts")

    def tell(self, node: Node, payload: str) -> None:
        """Have a node hear a message of the bus, after a while."""
        context = contextvars.copy_context()
        context.run(current.set, node)

        def hear() -> None:
            if node.alive and not self.over:
                node.heard(payload)

        self.loop.call_later(self.random.choice((0.0, 0.01, 0.3)), hear, context=context)

    def _before_step(self, step: int) -> None:
        """Between any two callbacks the process may die."""
        if step >= self._next_death and not self.calm and not self.over and self.nodes:
            self._next_death = step + self.random.randrange(20, 1500)
            self.note(f"the process dies before step {step}")
            self.deaths += 1
            node = self.nodes.pop(self.random.randrange(len(self.nodes)))
            self._past.append(node)
            if self.random.random() < 0.8:
                node.die()
            else:
                node.lose_touch()
            self._note_up()
            skew = self.random.choice((0, 0, -3_600_000, 3_600_000))
            if not any(each.alive for each in (*self.nodes, *self._past)):  # nodes that live together agree on the time
                self.skew = skew
            self.loop.call_later(self.random.choice((0.0, 0.05, 1.0)), self._start)

    def _task(self, loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, Any], **more: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(coroutine, loop=loop, **more)
        node = current.get()
        if node is not None:
            node.tasks.add(task)
            task.add_done_callback(node.tasks.discard)
        return task

    def connect(self) -> Socket | None:
        """A socket to the arena; None while it is down."""
        if not self.nodes:
            return None
        node = self.random.choice(self.nodes)
        socket = Socket(self.random)
        node.sockets.append(socket)

        def put(*frames: bytes) -> None:
            for frame in frames:
                self.says(json.loads(frame))
                socket.down.send(frame.decode())

        connection = Connection(node.arena, put)
        context = contextvars.copy_context()
        context.run(current.set, node)
        talk = converse(socket, connection, lambda: node.alive)
        context.run(self.loop.create_task, talk)
        return socket

    @property
    def several(self) -> bool:
        """Whether more than one node shares the store."""
        return self._wanted > 1

    async def visit(self, doing: Callable[[TableRegistry], Coroutine[Any, Any, T]]) -> asyncio.Task[T] | None:
        """Have a node do something over HTTP, which dies with it; None while there is none."""
        if not self.nodes:
            return None
        node = self.random.choice(self.nodes)
        context = contextvars.copy_context()
        context.run(current.set, node)
        task = context.run(self.loop.create_task, doing(node.arena))
        await asyncio.wait({task}, timeout=30)
        return task

    async def store_conditional_moves(self, player: Player, role: str, moves: ConditionalMoves | None) -> None:
        """Store or delete a player's conditional moves. If the process dies meanwhile, the result stays unknown."""
        who = Requester(keys=tuple([hashed(token) for token in player.tokens]))
        request = self.conditional_moves.ask(role, moves)

        async def keep(arena: TableRegistry) -> None:
            room = await arena.table(self._table)
            seat = next((each for each in who.seats(room.entry) if each.role == role), None)
            if seat is None:
                raise Refusal("not_seated", "they have moved on meanwhile")
            await room.store_conditional_moves(seat, 0 if moves is None else moves.seq, moves)

        task = await self.visit(keep)
        if task is None:
            self.conditional_moves.refused(role, request)
        elif task.done() and not task.cancelled():
            error = task.exception()
            self.note(f"{player.name} stores conditional moves for {role}: {moves}: {error}")
            if error is None:
                self.conditional_moves.kept(
                    role, request, self.loop.time(), alone=sum(node.alive for node in (*self.nodes, *self._past)) == 1
                )
            else:
                self.demand(isinstance(error, Refusal), f"{player.name} cannot store conditional moves for {role}: {error!r}")
                self.conditional_moves.refused(role, request)

    async def look_up_conditional_moves(self, player: Player, role: str) -> None:
        """Ask whether conditional moves of that role are left. If not, its player goes on. If the server must play one of them,
        it may wait only for a database that is unavailable."""

        async def look(arena: TableRegistry) -> ConditionalMoves | None:
            return await (await arena.table(self._table)).conditional_moves(role)

        task = await self.visit(look)
        if task is None or not task.done() or task.cancelled() or task.exception() is not None:
            return
        if task.result() is None:
            self.conditional_moves.forget(role)
        elif self.owed(role):
            since = max(player.here_since, self._stored_at, self.conditional_moves.kept_at(role), self.disk.refused_at)
            waits = self.loop.time() - since
            self.demand(waits < LATE, f"the server has not played the conditional moves of {role} for {waits:.1f} s")

    @property
    def allows_conditional_moves(self) -> bool:
        """Whether players store conditional moves: nothing is hidden, and there is no chance."""
        return self._judge is not None and self._judge.name == "tic_tac_toe"

    def owed(self, role: str) -> bool:
        """Whether the only process must answer for that role now by its conditional moves."""
        judge = self._judge
        if judge is None or self.several or any(node.alive for node in self._past):
            return False
        owed, state = self.conditional_moves.owed(role, self._stored()), self._umpire.state
        if not state.begun or state.outcome is not None or role in state.departed:
            return False
        return bool(owed) and role in judge.active and not owed.isdisjoint(str(move) for move in judge.moves(role))

    def clock(self) -> int:
        """The true time: each process may be an hour off."""
        return EPOCH + int(self.loop.time() * 1000)

    def _choose_terms(self, seats: tuple[protocol.NewSeat, ...]) -> None:
        """In half of the seeds people play on terms; with clocks only where one node tells the time."""
        random = self.random
        if self._given is not None:
            self.terms = self._given
            return
        if random.random() < 0.5:
            return
        clocks = (None, protocol.Fischer(8, 1), protocol.PerMove(6)) if self._wanted == 1 else (None,)
        policies: tuple[protocol.AbsencePolicy, ...]
        policies = ("wait", "skip", "vote", "claim") if len(seats) == 2 else ("wait", "skip", "vote")
        self.terms = protocol.Terms(
            random.choice(clocks),
            protocol.Absence(random.choice(policies), 10),
            start=random.choice(("at_once", "full")),
            rotate=all(seat.kind == "me" for seat in seats) and Random(f"{self.seed} rotates").random() < 0.4,
        )

    def _note_up(self) -> None:
        """Count the time in which some process lived, reachable or not."""
        now = self.loop.time()
        if self._up_since is not None:
            self._up += now - self._up_since
        self._up_since = now if any(node.alive for node in (*self.nodes, *self._past)) else None

    # -- judging -------------------------------------------------------------------------------------------------------

    def demand(self, met: bool, otherwise: str) -> None:
        if not met and self._judging:
            self._fault = self._fault or Fault(f"seed {self.seed}, at {self.loop.time():.3f} s: {otherwise}")
            raise self._fault

    def note(self, what: str) -> None:
        self.trace.append(f"{self.loop.time():10.3f} {what}")

    def says(self, message: Json) -> None:
        """What a process refuses must not be stored by then. Another copy of it may be carried out before the word is heard."""
        if message["type"] == "refused" and message["id"] is not None and message["code"] not in ("not_saved", "unavailable"):
            done = any(each.client_id == message["id"] for each in self._stored())
            self.demand(not done, f"somebody is refused what was done: {message}")

    def hears(self, player: Player, message: Json) -> None:
        """What a player hears must be stored by now, and be what its roles may see."""
        self.note(f"{player.name} hears {json.dumps(message, sort_keys=True)}")
        kind, seq = message["type"], message.get("seq")
        self.heard[kind] += 1
        if kind == "refused":
            moved_on = bool(self.terms.rotate) and message["code"] == "not_seated"  # it was said when they had another role
            self.demand(message["code"] in HARMLESS or moved_on, f"{player.name} is refused: {message}")
            return
        if seq is None:
            return
        self.demand(seq < len(self._shown), f"{player.name} hears of {seq}, and {len(self._shown) - 1} are stored: {kind}")
        if kind == "accepted":
            return
        roles = self._held(player, self._rounds[seq])
        self.demand(set(player.roles) == set(roles), f"{player.name} is {player.roles} at {seq}, and should be {roles}: {kind}")
        wanted = {role: self._shown[seq][role] for role in (roles or (rondel.OBSERVER,))}
        self.demand(message["views"] == wanted, f"{player.name} is shown at {seq} what is not so, or not for it: {kind}")

    def _held(self, player: Player, number: int) -> list[str]:
        """The roles that a player has in the round of that number."""
        roles = self._umpire.roles
        by = number - 1 if self.terms.rotate else 0
        return [roles[(roles.index(role) + by) % len(roles)] for role in player.came_as]

    def _begin(self, game: str, seed: bytes, seats: int) -> None:
        self._judge = rondel.new(game, seats=seats, seed=seed)
        self._shown.append(self._seen())
        self._rounds.append(1)

    def _seen(self) -> dict[str, Json]:
        assert self._judge is not None
        views = {role: json.loads(json.dumps(self._judge.view(role))) for role in (*self._judge.roles, rondel.OBSERVER)}
        return {role: self._umpire.seen(view, role) for role, view in views.items()}

    def _committed(self, answer: Answer) -> None:
        self.note(f"stored {answer}")
        judge = self._judge
        assert judge is not None
        self.demand(answer.seq == len(self._shown), f"{answer} follows {len(self._shown) - 1}")
        ours = (EPOCH - 3_600_000, EPOCH + 3_600_000 + 10_000_000)
        self.demand(ours[0] <= answer.at <= ours[1], f"{answer} was not given at a time of this world")
        stored, self._stored_at = self._stored(), self.loop.time()
        self.demand(len(stored) < 2 or stored[-2].at <= answer.at, f"{answer} was given before {stored[-2:-1]}")
        self._note_up()
        nobody = answer.kind == "play" and answer.client_id is None
        self._umpire.foreseen = nobody and self.conditional_moves.allows(answer, stored[:-1])
        wrong = self._umpire.committed(answer, judge, self._up)
        self.demand(not wrong, f"{answer}: {wrong}")
        try:
            match answer.kind:
                case "play":
                    judge.push(answer.move, answer.role)
                case "undo":
                    judge.undo(answer.role, agreed=answer.move == "agreed")
                case "again":
                    self.demand(judge.is_over or self._umpire.was_over, f"{answer} begins a game before the last is over")
                    self._judge = rondel.new(judge.name, seats=len(judge.roles), seed=answer.seed)
                    self._began = answer.seq
                case _ if answer.row_data().undone:
                    judge.undo(answer.row_data().undone, agreed=True)
        except rondel.errors.RondelError as error:
            self.demand(False, f"{answer} does not follow from what is stored: {error}")
        self._shown.append(self._seen())
        self._rounds.append(answer.round)
        self._umpire.together = [self._held(player, answer.round) for player in self._players]

    def _stored(self) -> list[Answer]:
        return self.disk.answers.get(self._table, [])

    def _check_log(self, entry_id: str) -> None:
        """At the end: nothing is lost, nothing is there twice, everybody knows the same, and the log replays."""
        stored, judge = self._stored(), self._judge
        assert judge is not None
        self.demand([each.seq for each in stored] == list(range(1, len(stored) + 1)), "the log has gaps")
        ids = [(each.role, each.client_id) for each in stored if each.client_id is not None]
        self.demand(len(set(ids)) == len(ids), "a message had two effects")
        by_id = {(each.role, each.client_id): each for each in stored}
        for player in self._players:
            for key, (message, seq) in player.acknowledged.items():
                row = by_id.get(key)
                kinds = ("again", "offer", "agree") if message["type"] == "again" else (message["type"],)
                kept = row is not None and row.seq == seq and row.kind in kinds
                self.demand(kept, f"{message} was accepted as {seq}, and is lost")
                self.demand(row is not None and message.get("move", row.move) == row.move, f"{message} was stored as {row}")
                to = row.given_to() if row is not None else None
                self.demand("seq" not in message or to == message["seq"], f"{message} was stored as {row}")
            for role, told in player.events.items():
                there = [{**event, "changes": []} for event in json.loads(json.dumps(judge.events(0, role)))]
                heard = [{**{name: event[name] for name in event if name != "move"}, "changes": []} for event in told]
                self.demand(heard == there, f"{player.name} was not told as {role} what happened")
        latest = tuple(each for each in stored if each.round == stored[-1].round)
        open_table(self.disk.tables[entry_id], Log((), latest))  # every digest is checked on the way
        self.demand(self.disk.tables[entry_id].fault is None, f"the table was marked: {self.disk.tables[entry_id].fault}")


HARMLESS = {
    "stale", "not_saved", "unavailable", "undo_barrier", "nothing_to_undo", "not_over", "game_over", "not_your_turn",
    "illegal_move", "malformed_move", "not_begun", "begun", "departed", "offered", "no_offer", "no_undo", "no_draw", "no_claim",
}  # fmt: skip
"""The codes of refusals that an honest client may meet; any other says that the server is wrong."""
