"""An arena over HTTP: its games, its tables, and the client's account.

The client repeats a request refused for now, after a delay: ``too_fast``; ``unavailable`` and ``not_saved`` (the database is
away); ``draining`` (a restart). It raises other refusals. Without an answer the effect of a request is unknown: the client
repeats only a GET then, and a request that reached no server.
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
"""The characters of a token in a header; a token read from a file often ends with a line break."""

PATIENCE: Final = 20.0
"""Time limit of an answer, in seconds."""

TRIES: Final = 8
"""Maximum tries of a request that is refused for now."""

_LATER: Final = frozenset({"too_fast", "unavailable", "not_saved", "draining"})


class Arena:
    """The arena at an address, for the account of a token; without one for seat tokens only."""

    def __init__(self, address: str, token: str = "") -> None:
        """``address`` is like ``http://127.0.0.1:8000``, ``token`` that of a bot account. Raises `ValueError` for invalid ones.

        >>> Arena("http://127.0.0.1:8000").socket
        'ws://127.0.0.1:8000/ws'
        """
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"the address of an arena must be like http://127.0.0.1:8000, not {address!r}")
        if token and not _TOKEN.fullmatch(token):
            raise ValueError("a token is letters, digits, '-' and '_' alone: give it without quotes, blanks or line breaks")
        self._secure = parts.scheme == "https"
        self._host = parts.hostname
        self._port = parts.port
        self._path = parts.path.rstrip("/")
        self._headers = {"authorization": f"Bearer {token}"} if token else {}
        self.socket = f"{'wss' if self._secure else 'ws'}://{parts.netloc}{self._path}/ws"
        """The address of the WebSocket for tables."""

    async def games(self) -> list[protocol.GameInfo]:
        """The games of the arena."""
        return await self.get("/api/games", list[protocol.GameInfo])

    async def bots(self) -> list[protocol.BotInfo]:
        """The arena's own bots."""
        return await self.get("/api/bots", list[protocol.BotInfo])

    async def me(self) -> protocol.Me:
        """The client's account."""
        return await self.get("/api/me", protocol.Me)

    async def lobby(self, *, game: str = "", free: bool | None = None, after: str = "") -> protocol.Listing:
        """One page of the public tables, the newest first: of a game, with a free seat or without one; ``after`` is the
        ``next`` of the page before."""
        wanted = {"game": game, "open": "" if free is None else str(free).lower(), "after": after}
        query = urlencode({name: value for name, value in wanted.items() if value})
        return await self.get(f"/api/lobby?{query}", protocol.Listing)

    async def mine(self, after: str = "") -> protocol.Mines:
        """One page of the account's unfinished tables; those that wait for it come first. Empty without a
        token."""
        return await self.get(f"/api/me/tables?{urlencode({'after': after})}", protocol.Mines)

    async def create(self, wanted: protocol.NewTable) -> protocol.Created:
        """Make a table."""
        return await self.post("/api/tables", wanted, protocol.Created)

    async def describe(self, table: str) -> protocol.Table:
        """The public description of a table."""
        return await self.get(f"/api/tables/{quote(table, safe='')}", protocol.Table)

    async def take_seat(self, table: str, wanted: protocol.TakeSeat) -> protocol.Taken:
        """Takes a seat by invitation."""
        return await self.post(f"/api/tables/{quote(table, safe='')}/seat", wanted, protocol.Taken)

    async def leave_seat(self, table: str, tokens: Iterable[str] = (), role: str = "") -> None:
        """Gives back a seat, or all, before the game begins: the account's, or those of the tokens."""
        path = f"/api/tables/{quote(table, safe='')}/leave"
        body = msgspec.json.encode(protocol.LeaveSeat(role))
        await self._ask("POST", path, body, {"rondel-seat": " ".join(tokens)})

    async def take_home(
        self, table: str, number: int, kind: str, *, viewer: str = "", lang: str = "", tokens: Iterable[str] = ()
    ) -> str:
        """A round of a table as a file: its ``record``, JSON for `rondel.replay`, its ``log`` in the language ``lang``, or a
        notation of the game, such as ``pgn``. It holds what ``viewer`` may know, by default the seats of the account and the
        tokens. Raises `Refused`, with ``hidden_information`` if a record would need more."""
        wanted = urlencode({name: value for name, value in (("viewer", viewer), ("lang", lang)) if value})
        path = f"/api/tables/{quote(table, safe='')}/rounds/{number}/{quote(kind, safe='')}?{wanted}"
        return (await self._ask("GET", path, None, {"rondel-seat": " ".join(tokens)})).decode()

    def at(self, table: str, tokens: Iterable[str] = ()) -> Sitting:
        """A client at a table, with tokens of further seats; enter it with ``async with``."""
        return Sitting(f"{self.socket}?{urlencode({'table': table})}", table, tuple(tokens), self._headers)

    async def get(self, path: str, kind: type[T]) -> T:
        """The resource at an address under ``/api``, as that type."""
        return _read(await self._ask("GET", path, None), kind)

    async def post(self, path: str, body: msgspec.Struct, kind: type[T]) -> T:
        """The response to a POST to an address under ``/api``, as that type."""
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
        raise Unreachable(f"{self._host} does not do it")  # unreachable: the last try returns or raises

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
    except msgspec.ValidationError:  # JSON of another type
        raise
    except msgspec.DecodeError as error:
        raise Unreachable("the server at this address is not an arena: its answer is not JSON") from error


def _problem(status: int, answer: bytes) -> Refused:
    try:
        problem = msgspec.json.decode(answer, type=protocol.Problem)
    except msgspec.DecodeError:
        return Refused("internal", f"the server answers {status} without an arena's error body")
    return Refused(problem.code, problem.message)
