"""A player who knows what it wants and is bad at everything else: it sends things twice, late, wrongly, and hangs up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from rondel.server.protocol import Say, Terms, TriedAnswer
from rondel.server.table.conditional_moves import ConditionalMoves

if TYPE_CHECKING:
    from tests.server.simulation.network import Socket
    from tests.server.simulation.node import Node
    from tests.server.simulation.world import World

Json = dict[str, Any]

FRIENDS = Terms()

CELLS = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")
"""Those of tic-tac-toe, where conditional moves are possible."""


class Player:
    """Somebody who holds some seats of a table (or none, and watches), until the world ends."""

    def __init__(self, world: World, name: str, table: str, tokens: dict[str, str]) -> None:
        self.world = world
        self.name = name
        self.table = table
        self.roles = self.came_as = tuple(tokens)
        self.tokens = list(tokens.values())
        self.seq = -1
        self.round = 0
        self.views: Json = {}
        self.events: dict[str, list[Json]] = {}
        self.pending: Json | None = None
        self.acknowledged: dict[tuple[str, str], tuple[Json, int]] = {}
        """By role and id: the message, and the number it was accepted with."""
        self.said: dict[str, Json] = {}
        """Every message sent, by its id."""
        self._welcomed = False
        self._socket: Socket | None = None
        self.here_since = 0.0
        """When it was last let in."""
        self.standing: Json = {}
        self._visit: asyncio.Task[None] | None = None
        """The HTTP request about its conditional moves that is under way."""
        self.lines: dict[int, str] = {}
        """The lines of the chat that it has heard."""
        self.asleep = False
        """Whether it answers nothing, ever."""

    async def live(self) -> None:
        while not self.world.over:
            socket = None if self.world.is_left_alone else self.world.connect()
            if socket is None:
                await asyncio.sleep(0.1)
                continue
            self._welcomed, self._socket = False, socket
            try:
                await self._talk(socket)
            finally:
                self._welcomed = False
                socket.cut()
            if not self.world.calm and self.world.random.random() < 0.1:
                await asyncio.sleep(12)  # away for so long that the terms say what is to be done

    def hang_up(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            self._socket.cut()

    async def look_in(self, node: Node) -> None:
        """Come to that process for the first time, and go once the table is shown."""
        self._socket = socket = self.world.connect(node)
        if socket is None:
            return
        socket.up.send(json.dumps({"type": "hello", "version": 1, "table": self.table, "tokens": self.tokens}))
        while (frame := await socket.down.arrived.get()) is not None:
            message = json.loads(frame)
            self.world.hears(self, message)
            if message["type"] in ("welcome", "refused"):
                break
        socket.cut()

    @property
    def here_for(self) -> float:
        """Seconds for which it has had a socket to a process that has nothing to suffer; 0 where it has none."""
        if self._socket is None or self._socket.is_cut or not self._welcomed:
            return 0.0
        return self.world.loop.time() - max(self.here_since, self._socket.node.well_since)

    @property
    def process_woken_at(self) -> float:
        """When the process that it is connected to last woke."""
        return float("-inf") if self._socket is None else self._socket.node.woken_at

    @property
    def known_for(self) -> float:
        """The same where the other processes hear that process, too."""
        heard_since = self.world.loop.time() if self._socket is None else self._socket.node.heard_since
        return min(self.here_for, self.world.loop.time() - heard_since)

    # -- saying --------------------------------------------------------------------------------------------------------

    async def _talk(self, socket: Socket) -> None:
        random = self.world.random
        hello: Json = {"type": "hello", "version": 1, "table": self.table, "tokens": self.tokens}
        # With two nodes always: the other may be behind, and must look when somebody says so.
        if self.seq >= 0 and (self.world.several or random.random() < 0.8):
            hello["since"] = {"seq": self.seq, "events": {role: len(told) for role, told in self.events.items()}}
        socket.up.send(json.dumps(hello))
        while not self.world.over:
            if not self.world.calm and random.random() < 0.03:
                return  # hang up
            try:
                async with asyncio.timeout(random.choice((0.05, 0.5, 3.0))):
                    frame = await socket.down.arrived.get()
            except TimeoutError:
                if not self._welcomed:
                    continue
                if self.pending is not None:
                    if random.random() < 0.3:
                        return  # it takes too long: try another connection
                    socket.up.send(json.dumps(self.pending))
                else:
                    self._act(socket)
                continue
            if frame is None:
                return
            message = json.loads(frame)
            self._hear(message, socket)
            if message["type"] == "refused" and not self._welcomed:
                return  # the hello: again, on another connection

    def _act(self, socket: Socket) -> None:
        """Answer, if it is one's turn; now and then something else."""
        random, calm = self.world.random, self.world.calm
        if self.world.several and not calm and self.roles and self._visit is None and random.random() < 0.1:
            self._ask(self._speak())
        if not calm and self.world.allows_conditional_moves and self._visit is None and random.random() < 0.5:
            self._set_conditional_moves()
        if not calm and self.world.terms != FRIENDS and (settling := self._settling()) is not None:
            return self._say(socket, settling)
        for role in self.roles:
            moves = self.views[role]["moves"]
            if self.views[role]["over"]:
                if self.round < self.world.rounds:
                    return self._say(socket, {"type": "again"})
            elif not calm and self.seq > 0 and random.random() < 0.08:
                return self._say(socket, {"type": "undo", "role": role, "seq": self.seq})
            elif moves and self.world.owed(role):  # its conditional moves answer
                if self._visit is None:
                    self._ask(self.world.look_up_conditional_moves(self, role))
                return
            elif moves and not self.asleep:
                seq = self.seq if calm or random.random() < 0.95 else self.seq + random.choice((-1, 1))
                return self._say(socket, {"type": "play", "role": role, "move": random.choice(moves)["text"], "seq": seq})

    def _set_conditional_moves(self) -> None:
        """Store conditional moves for what the other may play, or delete them."""
        random = self.world.random
        waits = [(role, self.views[role]["active"]) for role in self.roles if not self.views[role]["moves"]]
        for role, active in waits:
            if active and role not in active:
                lines = []
                for cell in random.sample(CELLS, 6):
                    rest = random.sample([each for each in CELLS if each != cell], 3)
                    line = [TriedAnswer((active[0], role)[n % 2], f"mark({each})") for n, each in enumerate((cell, *rest))]
                    lines.append(tuple(line[: random.choice((2, 2, 4))]))
                moves = None if random.random() < 0.3 else ConditionalMoves(self.seq, tuple(lines))
                return self._ask(self.world.store_conditional_moves(self, role, moves))

    async def _speak(self) -> None:
        """Say something, again and again until it is known to be said."""
        text = f"{self.name} {len(self.said)} {self.world.random.getrandbits(40)}"
        while not self.world.over and not await self.world.say(self, Say(text.replace(" ", "-"), text)):
            await asyncio.sleep(0.5)

    def _ask(self, visit: Coroutine[Any, Any, None]) -> None:
        """Have that done beside the socket, one thing at a time."""

        async def done() -> None:
            try:
                await visit
            finally:
                self._visit = None

        self._visit = asyncio.get_running_loop().create_task(done())

    def _settling(self) -> Json | None:
        """Now and then something other than an answer."""
        random, luck = self.world.random, self.world.random.random()
        if not self.roles or luck > 0.3:
            return None
        role, offers = random.choice(self.roles), [each for each in self.standing["offers"] if each["what"] != "rematch"]
        if offers and luck < 0.2:
            kind = random.choice(("agree", "agree", "agree", "decline", "withdraw"))
            return {"type": kind, "role": role, "offer": random.choice(offers)["number"]}
        if self.standing["away"] and luck < 0.25:
            return {"type": "claim", "role": role, "seq": self.seq}
        if luck < 0.27:
            what = random.choice(("draw", "undo", "undo", "end"))
            if what == "draw" and self.standing["clocks"] and self.seq % 2:
                what = "resume" if "paused" in self.standing else "pause"
            return {"type": "offer", "role": role, "what": what, "seq": self.seq}
        return {"type": "resign", "role": role, "seq": self.seq} if luck > 0.297 else None

    def _say(self, socket: Socket, message: Json) -> None:
        random = self.world.random
        message = {**message, "id": f"{self.name}-{len(self.said)}"}
        self.pending = self.said[message["id"]] = message
        for _ in range(1 if self.world.calm else random.choice((1, 1, 1, 2, 3))):
            socket.up.send(json.dumps(message))
        if not self.world.calm and self.acknowledged and random.random() < 0.2:
            again, _ = random.choice(list(self.acknowledged.values()))
            socket.up.send(json.dumps(again))  # an old one, come late

    # -- hearing -------------------------------------------------------------------------------------------------------

    def _hear(self, message: Json, socket: Socket) -> None:
        kind = message["type"]
        if "roles" in message:
            self.roles = tuple(message["roles"])  # where seats rotate, others in every round
        self.world.hears(self, message)
        if kind in ("welcome", "resumed", "update"):
            if kind == "welcome":
                self.events = {role: [] for role in message["events"]}
            self._place(message)
            if not self._welcomed:
                self._welcomed, self.here_since = True, self.world.loop.time()
            if kind != "update" and self.pending is not None:
                socket.up.send(json.dumps(self.pending))
            if message["seq"] == self.seq and self.world.random.random() < 0.7 and self.pending is None:
                self._act(socket)
        elif kind == "accepted":
            self._accepted(message)
        elif kind == "refused" and self.pending is not None and message["id"] == self.pending["id"]:
            self.world.refused[message["code"]] += 1
            if message["code"] not in ("not_saved", "unavailable"):
                self.pending = None  # else it is not known: send it again until it is

    def _place(self, message: Json) -> None:
        self.world.demand(message["seq"] >= self.seq, f"{self.name} is told {message['seq']} after {self.seq}")
        self.seq, self.views, self.standing = message["seq"], message["views"], message["standing"]
        if "table" in message:
            self.round = message["table"]["round"]
        for role, events in message["events"].items():
            for event in events:
                told = len(self.events.setdefault(role, []))
                self.world.demand(
                    event["number"] == told, f"{self.name} is told event {event['number']} of {role} after {told} others"
                )
                self.events[role].append(event)

    def _accepted(self, message: Json) -> None:
        sent = self.said.get(message["id"])
        self.world.demand(sent is not None, f"{self.name} is told of {message['id']}, which it did not send")
        if sent is None:
            return
        _, first = self.acknowledged.setdefault((sent.get("role", ""), sent["id"]), (sent, message["seq"]))
        self.world.demand(first == message["seq"], f"{sent} was accepted as {first}, and then as {message['seq']}")
        if "seq" in sent:
            plain = self.world.terms == FRIENDS
            fits = message["seq"] == sent["seq"] + 1 if plain else message["seq"] > sent["seq"]
            self.world.demand(fits, f"{sent} was accepted at another position: {message}")
        if self.pending is not None and self.pending["id"] == message["id"]:
            self.pending = None
