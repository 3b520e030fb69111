"""Requests of the HTTP API, answered in the browser: those of a table, its replay, the choice of a game, and a workbench.

Addresses and bodies are those of the server's API; the workbench takes its rules as text. What a browser cannot have, such as
accounts and a lobby, is refused as ``not_found``.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.server.catalog import assets
from rondel.server.catalog.games import BOTS, offers
from rondel.server.catalog.translations import languages, texts
from rondel.server.dev import trees
from rondel.server.history.reader import HistoryReader
from rondel.server.history.replay import ReplayQuery
from rondel.server.history.round_export import ExportQuery, RoundExport
from rondel.server.live.seat_changes import changed_by_host
from rondel.server.local import puzzle
from rondel.server.local.browser_arena import BrowserArena
from rondel.server.local.carried_record import carried
from rondel.server.local.packed_games import packed_offers
from rondel.server.local.thinker import RULES, Asked, Work
from rondel.server.local.workbench import BrowserBench
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.table.commands import Faulted
from rondel.server.table.entries import TableEntry, hashed
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.seats import roles_held

_logger = logging.getLogger(__name__)

MOST_STEPS: Final = 100
"""Steps of a round in one answer."""

_new_table: Final = msgspec.json.Decoder(protocol.NewTable)
_change_seat: Final = msgspec.json.Decoder(protocol.ChangeSeat)
_tree_start: Final = msgspec.json.Decoder(protocol.TreeStart)
_tree_place: Final = msgspec.json.Decoder(protocol.TreePlace)
_rules_text: Final = msgspec.json.Decoder(protocol.BenchRules)
_wish: Final = msgspec.json.Decoder(protocol.BenchWish)
_setup: Final = msgspec.json.Decoder(protocol.BenchTable)
_tried: Final = msgspec.json.Decoder(protocol.Try)


class Request(msgspec.Struct, frozen=True):
    """One request of the page."""

    method: str
    path: str
    """The path with its query."""
    body: str = ""
    tokens: tuple[str, ...] = ()
    """The tokens of the seats for which it is made."""

    @property
    def hashes(self) -> list[bytes]:
        """The hashes of the tokens."""
        return [hashed(token) for token in self.tokens]

    def asked(self, name: str, otherwise: str = "") -> str:
        """A value of the query."""
        return parse_qs(urlsplit(self.path).query).get(name, [otherwise])[0]

    def number(self, name: str, otherwise: int) -> int:
        """A whole number of the query. Refused as ``malformed``."""
        given = self.asked(name, str(otherwise))
        if not re.fullmatch(r"-?\d{1,9}", given):
            raise Refusal("malformed", f"{name} must be a whole number")
        return int(given)


class Response(msgspec.Struct, frozen=True):
    """The answer to a request."""

    status: int
    body: str


class _Thought(msgspec.Struct):
    """What the second worker answers about a tree."""

    found: msgspec.Raw = msgspec.Raw(b"null")
    error: dict[str, str] | None = None


Handler = Callable[..., Awaitable[Any]]


class Requests:
    """Answers the requests of the page."""

    def __init__(self, arena: BrowserArena, unfold: Callable[[], trees.Unfold] | None = None, rules: Path = RULES) -> None:
        """``unfold`` is called for each question about a tree; without it there are none. ``rules`` is the file into which the
        text of an author's rules is written."""
        self._arena = arena
        self._unfold = unfold
        self._bench = BrowserBench(arena, rules)
        self._rules = LocalRules()
        self._reader = HistoryReader()
        one_round = r"/api/tables/([^/]+)/rounds/(\d{1,9})"
        self._routes: tuple[tuple[str, re.Pattern[str], Handler], ...] = tuple(
            (method, re.compile(path), handler)
            for method, path, handler in (
                ("GET", r"/api/languages", self._languages),
                ("GET", r"/api/texts/([^/]+)", self._texts),
                ("GET", r"/api/games", self._games),
                ("GET", r"/api/bots", self._bots),
                ("GET", r"/api/games/([^/]+)/rules", self._game_rules),
                ("GET", r"/api/games/([^/]+)/look/([a-z]+)", self._look),
                ("GET", r"/api/me", self._me),
                ("POST", r"/api/tables", self._create),
                ("POST", r"/api/records", self._open_record),
                ("POST", r"/api/puzzles/([^/]+)", self._open_puzzle),
                ("GET", r"/api/tables/([^/]+)", self._describe),
                ("DELETE", r"/api/tables/([^/]+)", self._remove),
                ("GET", r"/api/tables/([^/]+)/board", self._board),
                ("POST", r"/api/tables/([^/]+)/seats", self._change_seat),
                ("GET", r"/api/tables/([^/]+)/rounds", self._rounds),
                ("POST", r"/api/dev/start", self._begin_tree),
                ("POST", r"/api/dev/node", self._node),
                ("POST", r"/api/dev/(count|solve)", self._think),
                ("GET", one_round, self._replay),
                ("GET", one_round + "/actions", self._actions),
                ("POST", one_round + "/branch", self._branch),
                ("GET", one_round + r"/([a-z_]+)", self._export),
                ("POST", r"/api/dev/bench/rules", self._read_rules),
                ("GET", r"/api/dev/bench", self._standing),
                ("POST", r"/api/dev/bench", self._choose),
                ("GET", r"/api/dev/bench/game", self._offered),
                ("POST", r"/api/dev/bench/table", self._set_up),
            )
        )

    async def answer(self, request: Request) -> Response:
        """The answer to a request; a refusal is an answer as well."""
        try:
            found = await self._handle(request)
        except Refusal as refusal:
            return _encoded(refusal.status, protocol.Problem(refusal.code, refusal.message))
        except Faulted:
            said = "this round does not replay with the rules installed now; its answers are kept"
            return _encoded(409, protocol.Problem("unreplayable", said))
        except Exception:
            _logger.exception("%s %s failed", request.method, request.path)
            return _encoded(500, protocol.Problem("internal", "this failed here; nothing has changed"))
        return found if isinstance(found, Response) else _encoded(200, found)

    async def _handle(self, request: Request) -> Any:
        path = urlsplit(request.path).path
        for method, pattern, handler in self._routes:
            if method == request.method and (found := pattern.fullmatch(path)):
                return await handler(request, *map(unquote, found.groups()))
        raise Refusal("not_found", "this needs an arena on a server: a browser alone does not have it")

    # -- games ---------------------------------------------------------------------------------------------------------

    async def _languages(self, request: Request) -> list[str]:
        return languages()

    async def _texts(self, request: Request, lang: str) -> protocol.Texts:
        return texts(lang)

    async def _games(self, request: Request) -> list[protocol.GameInfo]:
        return offers(packed_offers())

    async def _bots(self, request: Request) -> list[protocol.BotInfo]:
        return list(BOTS.values())

    async def _game_rules(self, request: Request, game: str) -> protocol.GameRules:
        return await self._rules.rules(game, request.asked("lang", ENGLISH))

    async def _look(self, request: Request, game: str, kind: str) -> Response:
        found = assets.read(game, kind)
        if found is None:
            raise Refusal("not_found", "there is nothing at this address")
        return Response(200, found.decode())

    async def _me(self, request: Request) -> protocol.Me:
        return protocol.Me("nobody")

    # -- trees ---------------------------------------------------------------------------------------------------------

    async def _begin_tree(self, request: Request) -> protocol.TreeRoot:
        wanted = read(_tree_start, request.body, "the body")
        if wanted.table:
            wanted = protocol.TreeStart(record=await (await self._arena.table(wanted.table)).record())
        return trees.root(wanted)

    async def _node(self, request: Request) -> protocol.TreeNode:
        if self._unfold is None:
            raise Refusal("not_found", "there are no trees here")
        return trees.Trees(self._unfold()).node(read(_tree_place, request.body, "the body"))

    async def _think(self, request: Request, work: str) -> Response:
        place = read(_tree_place, request.body, "the body")
        thought = msgspec.json.decode(await self._arena.think(Asked(work=cast(Work, work), place=place)), type=_Thought)
        if thought.error is not None:
            raise Refusal(thought.error["code"], thought.error["message"])
        return Response(200, bytes(thought.found).decode())

    # -- tables --------------------------------------------------------------------------------------------------------

    async def _create(self, request: Request) -> protocol.Created:
        return await self._arena.create(read(_new_table, request.body, "the body"))

    async def _open_record(self, request: Request) -> protocol.Created:
        return await self._arena.open_record(request.body)

    async def _open_puzzle(self, request: Request, game: str) -> protocol.Created:
        given = {name: values[-1] for name, values in parse_qs(urlsplit(request.path).query).items()}
        record = puzzle.record_of(game, given)
        return await self._arena.open_record(msgspec.json.encode(record).decode())

    async def _remove(self, request: Request, table: str) -> dict[str, str]:
        await self._arena.remove(table)
        return {}

    async def _board(self, request: Request, table: str) -> protocol.Board:
        return await self._arena.board(table, request.hashes)

    async def _change_seat(self, request: Request, table: str) -> dict[str, str]:
        wanted = read(_change_seat, request.body, "the body")
        if wanted.kind == "open":
            raise Refusal("seats", "nobody else can come to a table of this browser: put a bot on the seat")
        room = await self._arena.table(table)
        await room.change_seats(lambda entry: changed_by_host(entry, roles_held(entry.seats, request.hashes), wanted))
        return {}

    async def _describe(self, request: Request, table: str) -> protocol.Table:
        return await (await self._arena.table(table)).describe()

    # -- rounds --------------------------------------------------------------------------------------------------------

    async def _rounds(self, request: Request, table: str) -> protocol.Rounds:
        await self._arena.entry(table)
        return protocol.Rounds(self._arena.store.ended(table), None)

    async def _replay(self, request: Request, table: str, number: str) -> protocol.Replay:
        entry, log = await self._round(table, int(number))
        most = min(max(request.number("most", 50), 1), MOST_STEPS)
        query = ReplayQuery(_held(entry, request), request.asked("viewer"), request.number("since", 0), most)
        return self._reader.replay(entry, int(number), log, query)

    async def _actions(self, request: Request, table: str, number: str) -> protocol.TableActionLog:
        entry, log = await self._round(table, int(number), begun=number != "1")
        return self._reader.table_actions(entry, log, ReplayQuery(_held(entry, request), request.asked("viewer")))

    async def _branch(self, request: Request, table: str, number: str) -> protocol.Branch:
        entry, log = await self._round(table, int(number), begun=number != "1")
        return self._reader.branch(entry, int(number), log, read(_tried, request.body, "the body"))

    async def _export(self, request: Request, table: str, number: str, kind: str) -> Response:
        entry, log = await self._round(table, int(number))
        query = ExportQuery(kind, _held(entry, request), request.asked("viewer"), request.asked("lang", ENGLISH))

        def export() -> RoundExport:
            return self._reader.export(entry, int(number), log, query)

        return Response(200, carried(entry, log, export) if kind == "record" else export().text)

    async def _round(self, table: str, number: int, *, begun: bool = True) -> tuple[TableEntry, RoundLog]:
        entry = await self._arena.entry(table)
        log = self._arena.store.round_log(table, number)
        if begun and not log.answers:
            raise Refusal("unknown_round", f"there is no round {number} at this table with anything to look at")
        return msgspec.structs.replace(entry, seats=self._arena.store.seats_in(table, number)), log

    # -- rules that are being written ----------------------------------------------------------------------------------

    async def _read_rules(self, request: Request) -> protocol.Bench:
        given = read(_rules_text, request.body, "the body")
        return await self._bench.read(given.text, given.table, given.tokens, given.file)

    async def _standing(self, request: Request) -> protocol.Bench:
        return self._bench.standing()

    async def _choose(self, request: Request) -> protocol.Bench:
        return await self._bench.wish(read(_wish, request.body, "the body").what)

    async def _offered(self, request: Request) -> protocol.BenchGame:
        return self._bench.game()

    async def _set_up(self, request: Request) -> protocol.Bench:
        return await self._bench.set_up(read(_setup, request.body, "the body"))


def _held(entry: TableEntry, request: Request) -> tuple[str, ...]:
    return roles_held(entry.seats, request.hashes)


def _encoded(status: int, body: Any) -> Response:
    return Response(status, msgspec.json.encode(body).decode())
