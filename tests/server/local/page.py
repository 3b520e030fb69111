"""The page of a browser, as far as tests of its arena need one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from rondel.search.tree.unfolding import Unfolding
from rondel.server.local.browser_arena import BrowserArena
from rondel.server.local.requests import Request, Requests
from rondel.server.local.thinker import Thinker


class Page:
    """One page with its arena: what it was sent, and what is kept of its tables."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.full = False
        """Whether nothing more can be stored."""
        self.asked: list[dict[str, Any]] = []
        """The questions to the bots."""
        self.thinker = Thinker(lambda: Unfolding)
        self.arena = BrowserArena(self.keep, self.ask, pace=0.0)
        self.requests = Requests(self.arena)
        self.frames: list[dict[str, Any]] = []
        self.connection = self.arena.connect(self.put)
        self._ids = 0

    def put(self, *frames: bytes) -> None:
        self.frames += map(json.loads, frames)

    async def keep(self, table: str, text: str | None) -> None:
        if self.full:
            raise OSError("the disk is full")
        if text is None:
            del self.kept[table]
        else:
            self.kept[table] = text

    async def ask(self, text: str) -> str:
        asked = json.loads(text)
        if "bot" in asked:
            self.asked.append(json.loads(asked["bot"]))
        return self.thinker.answer(text)

    async def request(self, method: str, path: str, body: Any = None, tokens: tuple[str, ...] = ()) -> tuple[int, Any]:
        answer = await self.requests.answer(Request(method, path, "" if body is None else json.dumps(body), tokens))
        try:
            return answer.status, json.loads(answer.body)
        except json.JSONDecodeError:
            return answer.status, answer.body

    async def table(self, game: str, *seats: tuple[str, str], **more: Any) -> dict[str, Any]:
        """Make a table with these roles and kinds (``me`` or the name of a bot), and join it; returns the answer."""
        kinds = [{"role": role, **({"kind": "me"} if kind == "me" else {"kind": "bot", "bot": kind})} for role, kind in seats]
        status, created = await self.request("POST", "/api/tables", {"game": game, "seats": kinds, **more})
        assert status == 200, created
        await self.hello(created["table"], created["tokens"])
        found: dict[str, Any] = created
        return found

    async def hello(self, table: str, tokens: dict[str, str], **more: Any) -> dict[str, Any]:
        """Join a table; returns the answer."""
        said = {"type": "hello", "version": 1, "table": table, "tokens": list(tokens.values()), **more}
        count = len(self.frames)
        await self.connection.receive(json.dumps(said))
        return self.frames[count]

    async def say(self, type_: str, **more: Any) -> dict[str, Any]:
        """Send a message with an id of its own; returns its answer."""
        self._ids += 1
        return await self.send({"type": type_, "id": f"m{self._ids}", **more})

    async def send(self, message: dict[str, Any]) -> dict[str, Any]:
        """Send a message; returns its answer."""
        count = len(self.frames)
        await self.connection.receive(json.dumps(message))
        return next(each for each in self.frames[count:] if each.get("id") == message["id"])

    @property
    def position(self) -> dict[str, Any]:
        """The last position that the page was sent."""
        return next(each for each in reversed(self.frames) if "views" in each)

    def asked_role(self) -> str | None:
        """The role of this page that may answer now; None where it is a bot's turn or the round is over."""
        views = self.position["views"]
        return next((role for role, view in views.items() if role in view["active"] and view["moves"]), None)

    async def after(self, seq: int) -> None:
        """Wait until there is a position after that one, as a bot has answered."""
        async with asyncio.timeout(60):
            while self.position["seq"] <= seq:
                await asyncio.sleep(0)

    async def play(self, choose: Any) -> None:
        """Play the round to its end: ``choose`` picks one of the texts of the moves."""
        while not next(iter(self.position["views"].values()))["over"]:
            role = self.asked_role()
            if role is None:
                await self.after(self.position["seq"])
                continue
            moves = [each["text"] for each in self.position["views"][role]["moves"]]
            answer = await self.say("play", role=role, move=choose(moves), seq=self.position["seq"])
            assert answer["type"] == "accepted", answer


def run(work: Callable[[Page], Coroutine[Any, Any, None]]) -> Page:
    """Do the work on a new page; returns the page."""
    page = Page()
    asyncio.run(work(page))
    return page
