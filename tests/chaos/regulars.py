"""Players who come and go: they play for a while, leave for a while, and come back to where they were.

    python -m tests.chaos.regulars PLAN JOURNAL

As `players`, and besides: one more looks on at every table; they talk, look at what was played and at the lobby, and lose their
connections now and then. ``PLAN`` says for how long they play and stay away, and how often they do the rest.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

import httpx

import rondel
from tests.chaos.players import Journal, Json, Players, Seat, run
from tests.server.harness import NO_TLS


class Regulars(Players):
    """Everybody at one table."""

    def __init__(self, plan: Json, made: Json, journal: Journal, dice: random.Random) -> None:
        super().__init__(plan, made, journal, dice)
        self.seats.append(Seat(self.table, rondel.OBSERVER, "", journal))
        self._stay: list[float] = plan["stay"]
        """The least and the most seconds they play before they leave."""
        self._away: list[float] = plan["away"]
        self._often: dict[str, float] = plan["often"]
        """How likely it is, at each turn, that one loses the connection (``drop``), says something (``talk``) or looks around
        (``look``)."""
        self._http = httpx.AsyncClient(base_url=self.address, timeout=20, trust_env=False, verify=NO_TLS)
        self._said = 0

    async def play(self, stop: asyncio.Event) -> None:
        async with self._http:
            while not stop.is_set():
                leave = asyncio.Event()
                until = asyncio.create_task(self._until(stop, self._stay, leave))
                await super().play(leave)
                await until
                await self._until(stop, self._away)

    async def _until(self, stop: asyncio.Event, seconds: list[float], then: asyncio.Event | None = None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self.dice.uniform(*seconds)):
                await stop.wait()
        if then is not None:
            then.set()

    async def _turn(self) -> None:
        dice = self.dice
        if dice.random() < self._often["drop"]:
            seat = dice.choice(self.seats)
            await seat.go()
            await seat.come(self.address)
        if dice.random() < self._often["talk"]:
            await self._talk()
        if dice.random() < self._often["look"]:
            await self._look()
        await super()._turn()

    async def _talk(self) -> None:
        """Say something, twice, as somebody does who has not heard that it arrived."""
        self._said += 1
        name = f"{self._name}-line-{self._said}"
        words = {"id": name, "text": f"line {self._said} of {self._name}"}
        self.journal.note(self.table, "talked", id=name, text=words["text"])
        token = self.seats[0].token
        told = {
            (await self._ask("POST", f"tables/{self.table}/chat", json=words, headers={"Rondel-Seat": token}))["number"]
            for _ in range(2)
        }
        if len(told) > 1:
            self.journal.note(self.table, "wrong", role=self.seats[0].role, what=f"one line of chat has the numbers {told}")
        self.journal.note(self.table, "heard", id=name, number=min(told))

    async def _look(self) -> None:
        """Look at the lobby, and at the last round from its beginning."""
        await self._ask("GET", "lobby")
        rounds = (await self._ask("GET", f"tables/{self.table}/rounds"))["rounds"]
        if rounds:
            await self._ask("GET", f"tables/{self.table}/rounds/{rounds[0]['round']}?most=50")

    async def _ask(self, method: str, path: str, **more: Any) -> Json:
        try:
            answer = await self._http.request(method, f"/api/{path}", **more)
        except httpx.TransportError as error:
            raise ConnectionError(str(error)) from error
        if answer.is_error:
            self.journal.note(self.table, "wrong", role="", what=f"{method} {path} is answered {answer.status_code}")
        found: Json = answer.json()
        return found

    async def _compare(self) -> None:
        """As everybody does, once no bot is about to move."""
        seat, roles = self.seats[0], {each.role for each in self.seats}
        while not (seat.view["over"] or set(seat.view["active"]) <= roles):
            await seat.hear()
        for each in self.seats:
            await each.reach(seat.seq)
        await super()._compare()


if __name__ == "__main__":
    run(Regulars)
