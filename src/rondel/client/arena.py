"""An arena over HTTP: its games, its tables, and who one is there.

What is refused only for now (``too_fast``; ``unavailable`` and ``not_saved``, as the database is away; ``draining``, as the
server is being restarted) is asked again after a while; all else that is refused is raised. Where no answer comes, nobody knows
whether the request was carried out: only a GET is sent again then, and what nobody was there to hear.
"""

from __future__ import annotations

import asyncio
import http.client
import re
import ssl
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from rondel.client.refused import Refused, Unreachable
from rondel.client.sitting import Sitting
from rondel.server import protocol

T = TypeVar("T")

_TOKEN: Final = re.compile(r"[\w-]+", re.ASCII)
"""What may stand in a header; whoever reads one from a file easily brings the end of its line along."""

PATIENCE: Final = 20.0
"""Seconds an answer may take."""

TRIES: Final = 8
"""How often something is asked for that is refused only for now."""

_LATER: Final = frozenset({"too_fast", "unavailable", "not_saved", "draining"})


class Arena:
    """The arena at an address, as whoever has that token; without one, as nobody, who plays by the tokens of seats."""

    def __init__(self, address: str, token: str = "") -> None:
        """``address`` is like ``http://127.0.0.1:8000``, ``token`` that of a bot account. Raises `ValueError` for an address
        that is none, and for what cannot be a token.

        >>> Arena("http://127.0.0.1:8000").socket
        'ws://127.0.0.1:8000/ws'
        """
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"the address of an arena is like http://127.0.0.1:8000, not {address!r}")
        if token and not _TOKEN.fullmatch(token):
            raise ValueError("a token is letters, digits, '-' and '_' alone: give it without quotes, blanks or line breaks")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        self.socket = f"{'wss' if self._secure else 'ws'}://{parts.netloc}{self._path}/ws"
        """Where tables are played at."""

    async def games(self) -> list[protocol.GameInfo]:
        """What can be played."""
        return await self.get("/api/games", list[protocol.GameInfo])

    async def bots(self) -> list[protocol.BotInfo]:
        """The bots the arena has itself."""
        return await self.get("/api/bots", list[protocol.BotInfo])

    async def me(self) -> protocol.Me:
        """Who one is here."""
        return await self.get("/api/me", protocol.Me)

    async def lobby(self, *, game: str = "", free: bool | None = None, after: str = "") -> protocol.Listing:
        """One page of the public tables, the newest first: of a game, or where a seat is free or none is; ``after`` is the
        ``next`` of the page before."""
        wanted = {"game": game, "open": "" if free is None else str(free).lower(), "after": after}
        query = urlencode({name: value for name, value in wanted.items() if value})
        return await self.get(f"/api/lobby?{query}", protocol.Listing)

    async def mine(self, after: str = "") -> protocol.Mines:
        """One page of one's own tables that are not over; those that wait for oneself come first. Of who has no token there
        are none."""
        return await self.get(f"/api/me/tables?{urlencode({'after': after})}", protocol.Mines)

    async def create(self, wanted: protocol.NewTable) -> protocol.Created:
        """Make a table."""
        return await self.post("/api/tables", wanted, protocol.Created)

    async def describe(self, table: str) -> protocol.Table:
        """What everybody may know of a table."""
        return await self.get(f"/api/tables/{quote(table, safe='')}", protocol.Table)

    async def take_seat(self, table: str, wanted: protocol.TakeSeat) -> protocol.Taken:
        """Sit down by invitation."""
        return await self.post(f"/api/tables/{quote(table, safe='')}/seat", wanted, protocol.Taken)

    async def leave_seat(self, table: str, tokens: Iterable[str] = (), role: str = "") -> None:
        """Give back a seat, or every one, before the game begins: one's own, or those of the tokens."""
        path = f"/api/tables/{quote(table, safe='')}/leave"
        body = msgspec.json.encode(protocol.LeaveSeat(role))
        await self._ask("POST", path, body, {"rondel-seat": " ".join(tokens)})

    async def take_home(
        self, table: str, number: int, kind: str, *, viewer: str = "", lang: str = "", tokens: Iterable[str] = ()
    ) -> str:
        """A round of a table as a file: its ``record``, JSON for `rondel.replay`, its ``log`` in the language ``lang``, or in a
        notation of the game, such as ``pgn``. It holds what ``viewer`` may know, else what one may oneself, by one's own seats
        and those of the tokens. Raises `Refused`, as ``hidden_information`` where a record would need more."""
        wanted = urlencode({name: value for name, value in (("viewer", viewer), ("lang", lang)) if value})
        path = f"/api/tables/{quote(table, safe='')}/rounds/{number}/{quote(kind, safe='')}?{wanted}"
        return (await self._ask("GET", path, None, {"rondel-seat": " ".join(tokens)})).decode()

    def at(self, table: str, tokens: Iterable[str] = ()) -> Sitting:
        """At a table, with the tokens of the seats one plays besides one's own; to be entered with ``async with``."""
        return Sitting(self.socket, table, tuple(tokens), self._headers)

    async def get(self, path: str, kind: type[T]) -> T:
        """What is at an address under ``/api``, as that type."""
        return _read(await self._ask("GET", path, None), kind)

    async def post(self, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        """What comes of a request to an address under ``/api``, as that type."""
        return _read(await self._ask("POST", path, msgspec.json.encode(body)), kind)

    async def _ask(self, method: str, path: str, body: bytes | None, more: Mapping[str, str] | None = None) -> bytes:
        for tried in range(TRIES):
            try:
                status, headers, answer = await asyncio.to_thread(self._send, method, path, body, more or {})
            except (OSError, http.client.HTTPException) as error:
                sent = not isinstance(error, ConnectionRefusedError)
                if (method != "GET" and sent) or tried == TRIES - 1:
                    raise Unreachable(f"{self._host} does not answer: {error}") from error
                await asyncio.sleep(min(2.0**tried / 10, 5.0))
                continue
            if status < 300:
                return answer
            problem = _problem(status, answer)
            if problem.code not in _LATER or tried == TRIES - 1:
                raise problem
            await asyncio.sleep(float(headers.get("retry-after") or min(2.0**tried / 10, 5.0)))
        raise Unreachable(f"{self._host} does not do it")  # not reached: the last try returns or raises

    def _send(
        self, method: str, path: str, body: bytes | None, more: Mapping[str, str]
    ) -> tuple[int, Mapping[str, str], bytes]:
        headers: dict[str, Any] = {**self._headers, **more, **({} if body is None else {"content-type": "application/json"})}
        connection: http.client.HTTPConnection
        if self._secure:
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(self._host, self._port, timeout=PATIENCE, context=context)
        else:
            connection = http.client.HTTPConnection(self._host, self._port, timeout=PATIENCE)
        try:
            connection.request(method, self._path + path, body, headers)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()


def _read(answer: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answer, type=kind)
    except msgspec.ValidationError:  # it is JSON, and of another type
        raise
    except msgspec.DecodeError as error:
        raise Unreachable("what answers there is no arena, or answers with a file: what it says is no JSON") from error


def _problem(status: int, answer: bytes) -> Refused:
    try:
        problem = msgspec.json.decode(answer, type=protocol.Problem)
    except msgspec.DecodeError:
        return Refused("internal", f"the server answers {status}, and not as an arena does")
    return Refused(problem.code, problem.message)
