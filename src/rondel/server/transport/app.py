"""The ASGI application: HTTP and WebSocket routes, in Litestar, around the tables of one store.

``/api/games``, ``/api/bots``, ``/api/languages``, ``/api/texts/{lang}``, ``/api/tables`` and ``/api/tables/{id}`` are here, the
other addresses in `routes`; all speak the structs of ``protocol``. ``/health`` tells a load balancer whether to send clients
here; ``/api/dev`` is the developer's view, where there is one; every other address is the page. No module here knows a rule or
a table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from os import getpid
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING, Any, Final

from litestar import Litestar, Response, get, post
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.types import Receive, Scope, Send

from rondel.engine.text import ENGLISH
from rondel.server import protocol
from rondel.server.accounts.accounts import Accounts
from rondel.server.accounts.authenticator import Authenticator
from rondel.server.accounts.bot_accounts import BotAccounts
from rondel.server.accounts.mail.correspondence import Correspondence
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.accounts.mail.smtp_mailer import SmtpMailer
from rondel.server.accounts.passwords import Cost, Passwords
from rondel.server.catalog import assets
from rondel.server.catalog.games import BOTS
from rondel.server.catalog.translations import languages, packed, texts
from rondel.server.dev.tree_api import ADDRESSES, developer_handlers
from rondel.server.dev.trees import Unfold
from rondel.server.dev.workbench import Bench
from rondel.server.features.analysis import SECONDS, Analysis
from rondel.server.features.chat.chat import Chat
from rondel.server.features.company.admission import Admission
from rondel.server.features.company.circle import Circle
from rondel.server.features.company.inviting import Inviting
from rondel.server.features.company.messaging import Messaging
from rondel.server.features.company.presence import Presence
from rondel.server.features.conditional_move_service import ConditionalMoveService
from rondel.server.features.moderation.reporting import Reporting
from rondel.server.features.moderation.sanctions import Sanctions
from rondel.server.features.notifications.delivery import delivery
from rondel.server.features.notifications.notification_worker import NotificationWorker
from rondel.server.features.notifications.preferences import NotificationPreferences
from rondel.server.features.quick_match.quick_match import QuickMatch
from rondel.server.features.quick_match.searches import LocalSearches
from rondel.server.features.quick_match.shared_searches import SharedSearches
from rondel.server.features.ratings.leaderboard import Board
from rondel.server.features.ratings.rating_worker import RatingWorker
from rondel.server.features.ratings.season_board import SeasonBoard
from rondel.server.features.ratings.season_dates import SeasonLength
from rondel.server.features.replays import Replays
from rondel.server.features.running_games import RunningGames
from rondel.server.features.tournaments.tournament_worker import TournamentWorker
from rondel.server.features.tournaments.tournaments import Tournaments
from rondel.server.features.vacations.vacation_worker import VacationWorker
from rondel.server.features.vacations.vacations import Vacations
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.bus import Alone, Bus
from rondel.server.live.health import Report
from rondel.server.live.nodes.channel_bus import ChannelBus
from rondel.server.live.nodes.session_follower import SessionFollower
from rondel.server.live.nodes.store_watch import StoreWatch
from rondel.server.live.nodes.valkey_channel import ValkeyChannel
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.bounds import LARGEST_FRAME
from rondel.server.protocol.decode import misaddressed
from rondel.server.protocol.refused import Refusal, damaged
from rondel.server.protocol.warm_up import shape
from rondel.server.rule_host.sandbox.pool import SandboxPool
from rondel.server.storage import row_decoder
from rondel.server.storage.postgres.channel import PostgresChannel
from rondel.server.storage.postgres.store import PostgresStore, database_time
from rondel.server.storage.row_decoder import Damaged
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.storage.store import Down, Store, Unfit
from rondel.server.storage.throttles import SharedBuckets
from rondel.server.telemetry.gc_tuning import paused
from rondel.server.telemetry.measures import Measures
from rondel.server.telemetry.steady_time import wall_clock
from rondel.server.transport.asyncapi import asyncapi_handler
from rondel.server.transport.backend import Backend, HttpRequest, backend
from rondel.server.transport.body import body
from rondel.server.transport.client_address import Proxies
from rondel.server.transport.login import auth
from rondel.server.transport.login.failed_logins import FailedLogins
from rondel.server.transport.middleware import Middleware, frame_ancestors
from rondel.server.transport.openapi import openapi_handler
from rondel.server.transport.rate_limits import Limiter, Limits
from rondel.server.transport.routes import accounts as addresses
from rondel.server.transport.routes.chat import talk_handlers
from rondel.server.transport.routes.company import company_handlers
from rondel.server.transport.routes.conditional_moves import conditional_move_handlers
from rondel.server.transport.routes.lobby import lobby_handlers
from rondel.server.transport.routes.moderation import conduct_handlers
from rondel.server.transport.routes.notifications import mail_handlers
from rondel.server.transport.routes.ratings import rating_handlers
from rondel.server.transport.routes.replays import past_handlers
from rondel.server.transport.routes.seats import seat_handlers
from rondel.server.transport.routes.socket import Socket, converse
from rondel.server.transport.routes.tournaments import tournament_handlers
from rondel.server.transport.routes.vacations import vacation_handlers
from rondel.server.transport.routes.workbench import PAGE, bench_handlers
from rondel.server.transport.shared_limits import Buckets, SharedLimiter
from rondel.server.transport.static import CLIENT, page_handlers
from rondel.server.transport.token_bucket import LocalBuckets
from rondel.server.transport.uvicorn_protocols import draining
from rondel.server.transport.uvicorn_protocols.websocket import WebSocketProtocol

if TYPE_CHECKING:
    from rondel.server.features.notifications.outgoing.guarded_client import GuardedClient  # needs the extra "push"

_logger = logging.getLogger(__name__)

REVALIDATED_SECONDS: Final = 60.0
"""How often the sessions and tokens of open sockets are checked again; those ended on this node are closed at once."""


@get("/api/games")
async def games(request: HttpRequest) -> list[protocol.GameInfo]:
    return await backend(request).arena.games()


@get("/api/games/{game:str}/rules")
async def rules(game: FromPath[str], request: HttpRequest, lang: FromQuery[str] = ENGLISH) -> protocol.GameRules:
    return await backend(request).arena.rules(game, lang)


@get("/api/games/{game:str}/look/{kind:str}")
async def look_of(game: FromPath[str], kind: FromPath[str]) -> Response[bytes]:
    found = assets.read(game, kind)
    if found is None:
        raise Refusal("not_found", "there is nothing at this address")
    # Its address contains a digest of its content.
    lasting = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(found, media_type=assets.KINDS[kind], headers=lasting)


@get("/health")
async def healthy(request: HttpRequest) -> Response[Report]:
    report = await backend(request).arena.health.report()
    return Response(report, status_code=report.http_status, headers={"cache-control": "no-store"})


@get("/api/bots")
async def bot_kinds() -> list[protocol.BotInfo]:
    return list(BOTS.values())


@get("/api/languages")
async def known_languages() -> list[str]:
    return languages()


@get("/api/texts/{lang:str}")
async def texts_of(lang: FromPath[str], request: HttpRequest) -> Response[protocol.Texts]:
    headers = {"cache-control": "no-cache", "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(texts(lang), headers=headers)
    smaller: Response[Any] = Response(packed(lang), media_type="application/json", headers=headers)
    smaller.headers["content-encoding"] = "gzip"
    return smaller


@post("/api/tables", opt={"takes": protocol.NewTable})
async def create_table(request: HttpRequest) -> Response[protocol.Created]:
    wanted = await body(request, protocol.NewTable)
    visitor = await auth.player_or_guest(request)
    await auth.check_rate(request, "create", visitor)
    await auth.check_suspension(request, visitor)
    await auth.check_open_tables(request, visitor)
    return await auth.respond(request, visitor, await backend(request).arena.create(wanted, visitor.principal))


@get("/api/tables/{table_id:str}")
async def describe_table(table_id: FromPath[str], request: HttpRequest) -> protocol.Table:
    return await backend(request).arena.describe(table_id)


def handlers() -> list[HTTPRouteHandler]:
    """The handlers under ``/api`` of every server."""
    return [
        *(games, rules, bot_kinds, known_languages, texts_of, create_table, describe_table),
        *seat_handlers(),
        *lobby_handlers(),
        *tournament_handlers(),
        *past_handlers(),
        *conditional_move_handlers(),
        *rating_handlers(),
        *talk_handlers(),
        *conduct_handlers(),
        *company_handlers(),
        *addresses.HANDLERS,
        *mail_handlers(),
        *vacation_handlers(),
        asyncapi_handler(),
    ]


class Application:
    """The ASGI application over the SQLite file at that path or the PostgreSQL database at that address.

    ``arena`` exists once it has started. ``unfold`` adds the developer's view, which shows hidden information. ``cost`` is the
    cost of hashing a password and ``limits`` the rate limits, where they differ from the defaults; ``proxies`` are trusted.
    ``hosts`` run the rules of games that are not shipped, or are the workbench of one. Pages of the origins ``embedders`` may
    frame a table. ``luck`` makes the seeds of games, where they are to be repeatable. ``bus`` connects the nodes of a
    PostgreSQL database: "postgres", the address of a Valkey, or "none" for a node alone. ``mail`` is the mail server.
    With ``url``, the public address of the arena, browsers get notifications; ``outgoing`` sends them in tests. ``seasons`` is
    how long a season of ratings is.
    """

    @paused()
    def __init__(
        self,
        database: Path | str,
        *,
        bots: BotPool | None = None,
        origins: Collection[str] = (),
        client: Path = CLIENT,
        unfold: Unfold | None = None,
        cost: Cost | None = None,
        limits: Limits | None = None,
        proxies: Collection[str] = (),
        hosts: SandboxPool | Bench | None = None,
        embedders: Sequence[str] = (),
        luck: Callable[[int], bytes] | None = None,
        bus: str = "postgres",
        mail: MailServer | None = None,
        url: str = "",
        outgoing: GuardedClient | None = None,
        seasons: SeasonLength = "quarter",
    ) -> None:
        shape()
        self._seasons = seasons
        self._mail = mail
        self._url = url
        self._outgoing = outgoing
        self._bus = bus
        self._hosts = hosts or SandboxPool()
        self.bench = hosts if isinstance(hosts, Bench) else None
        """The workbench, where there is one."""
        self._database = database
        self.bots = bots or BotPool()
        self._cost = cost
        self._luck = luck
        self._limiter = Limiter(limits)
        self.arena: TableRegistry | None = None
        self.store: Store | None = None
        self.bus: Bus | None = None
        self.developed = unfold is not None
        """Whether there is the developer's view."""
        self._asgi = Middleware(
            Litestar(
                [
                    look_of,
                    healthy,
                    *handlers(),
                    openapi_handler(handlers()),
                    converse,
                    *(developer_handlers(unfold, self._record) if unfold else ()),
                    *(bench_handlers(self.bench) if self.bench else ()),
                    *page_handlers(client, (*(ADDRESSES if unfold else ()), *((PAGE,) if self.bench else ()))),
                ],
                lifespan=[self._live],
                websocket_class=Socket,
                before_request=auth.check_token,
                exception_handlers={
                    Refusal: _refused,
                    Unfit: _unfit,
                    Damaged: _damaged,
                    HTTPException: _http_failed,
                    Exception: _failed,
                },
                request_max_body_size=LARGEST_FRAME,
                openapi_config=None,
                logging_config=None,
            ),
            origins,
            Proxies(proxies),
            self._limiter,
            frame_ancestors(embedders),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._asgi(scope, receive, send)

    async def _record(self, table: str) -> protocol.Json:
        """The record of the game at a table, for the developer's view."""
        if self.arena is None:
            raise Refusal("unavailable", "the server is starting; try again")
        return await (await self.arena.table(table)).record()

    def _make_bus(self) -> Bus:
        """The bus to the other nodes of the database, in the running loop."""
        name = f"{gethostname()}-{getpid()}"
        if isinstance(self._database, Path) or self._bus == "none":
            return Alone(name)
        channel = PostgresChannel(self._database) if self._bus == "postgres" else ValkeyChannel(self._bus)
        return ChannelBus(channel, name)

    @asynccontextmanager
    async def _live(self, app: Litestar) -> AsyncIterator[None]:
        where = self._database
        measures = Measures()
        grouped = measures.groups.observe
        store: Store = SqliteStore(where, grouped) if isinstance(where, Path) else await PostgresStore.open(where, grouped)
        self.bus = bus = self._make_bus()
        rater = RatingWorker(store, self._seasons)
        services = Services(
            *(store, self.bots, bus),
            measures=measures,
            rule_host=self._hosts,
            luck=self._luck,
            wall=wall_clock,
            database_time=None if isinstance(where, Path) else database_time,
            on_rated_end=rater.wake,
        )
        self.arena = TableRegistry(services)
        self.arena.start()
        self.store = store
        sockets: set[WebSocketProtocol] = set()
        people = Authenticator(store)
        ended = SessionFollower(people, bus)
        chat = Chat(self.arena, store, services.clock)
        for reader in (ended.read, chat.follower.read):
            self.arena.follower.add(reader)
        self.arena.admit = Admission(store).check
        presence = Presence(store, people.attendance.credentials, self.arena.heartbeat.now)
        passwords = Passwords(self._cost)
        archive = Replays(self.arena, services)
        analysis = Analysis(archive, self.bots.apart(SECONDS))
        quick_match = QuickMatch(self.arena, store, SharedSearches(store) if bus.is_shared else LocalSearches(store))
        competitions = TournamentWorker(self.arena, store, self.arena.heartbeat.now)
        vacation_worker = VacationWorker(self.arena, store, self.arena.heartbeat.now)
        mailer = None if self._mail is None else SmtpMailer(self._mail)
        correspondence = Correspondence(people, passwords, mailer, self._mail)
        sent = await delivery(store, mailer, self._mail, self._url, self._outgoing)
        notifier = None
        if sent.channels:
            notifier = NotificationWorker(store, sent.channels, self.arena.heartbeat.now, self.arena.present)
            self.arena.on_change = notifier.note
        buckets: Buckets = LocalBuckets() if isinstance(where, Path) else SharedBuckets(store)
        app.state["backend"] = Backend(
            arena=self.arena,
            lobby=self.arena.lobby,
            quick_match=quick_match,
            tournaments=Tournaments(self.arena, store, self.arena.heartbeat.now, competitions.wake),
            board=Board(store, rater, self.arena.heartbeat.now),
            running_games=RunningGames(store, self._limiter.limits.games),
            season_board=SeasonBoard(store, rater, self.arena.heartbeat.now),
            talk=chat,
            archive=archive,
            analysis=analysis,
            conditional_moves=ConditionalMoveService(self.arena, archive, store),
            conduct=Reporting(self.arena, store, services.clock),
            sanctions=Sanctions(store, services.clock),
            circle=Circle(store, self.arena.heartbeat.now, self._mail.sender if self._mail else ""),
            inviting=Inviting(self.arena, store, self.arena.heartbeat.now, people.secret),
            messaging=Messaging(self.arena, store, self.arena.heartbeat.now),
            people=people,
            accounts=Accounts(people, passwords),
            bot_accounts=BotAccounts(people),
            correspondence=correspondence,
            preferences=NotificationPreferences(people, mails=mailer is not None, push=sent.push, webhook=sent.webhook),
            vacations=Vacations(store, self.arena.heartbeat.now, vacation_worker.wake),
            limiter=self._limiter,
            shared_limiter=SharedLimiter(self._limiter.limits, buckets),
            failed_logins=FailedLogins(),
            sockets=sockets,
        )
        watch = None
        if isinstance(bus, ChannelBus):
            close_all, is_apart = partial(draining.close_sockets, sockets), self._bus != "postgres"
            watch = StoreWatch(store, bus, self.arena.health, close_all, bus_is_apart=is_apart)
        looking = asyncio.create_task(_revalidate(people, buckets, quick_match), name="sessions")
        rater.start()
        presence.start()
        competitions.start()
        vacation_worker.start()
        if notifier is not None:
            notifier.start()
        try:
            yield
        finally:
            if watch is not None:
                await watch.close()
            if notifier is not None:
                await notifier.close()
            await presence.close()
            await correspondence.close()
            await analysis.close()
            await quick_match.close()
            await rater.close()
            await competitions.close()
            await vacation_worker.close()
            looking.cancel()
            await ended.close()
            await chat.follower.close()
            passwords.close()
            await self.arena.close()
            await self._hosts.close()


async def _revalidate(people: Authenticator, buckets: Buckets, quick_match: QuickMatch) -> None:
    """Check the credentials of open sockets again and again, and delete the rate limits and searches that have ended."""
    while True:
        await asyncio.sleep(REVALIDATED_SECONDS)
        with suppress(Refusal, Down):  # while the database cannot be reached, no socket is closed
            await people.revalidate()
            await buckets.sweep()
            await quick_match.sweep()


_CODES: Final = {400: "malformed", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
_SENTENCES: Final = {
    404: "there is nothing at this address",
    405: "this address does not take requests of this method",
    413: f"the body is larger than {LARGEST_FRAME} bytes",
}


def _refused(request: HttpRequest, refusal: Refusal) -> Response[protocol.Problem]:
    backend(request).arena.measures.refused[refusal.code] += 1
    later = {"retry-after": str(refusal.retry_after)} if refusal.retry_after else {}
    return Response(protocol.Problem(refusal.code, refusal.message), status_code=refusal.status, headers=later)


def _unfit(request: HttpRequest, _: Unfit) -> Response[protocol.Problem]:
    said = "there is something in this that no database can look for: NUL, or a number beyond all that there are"
    return _refused(request, Refusal("malformed", said))


def _damaged(request: HttpRequest, error: Damaged) -> Response[protocol.Problem]:
    row_decoder.report(error, "a request that needs it is refused")
    return _refused(request, damaged())


def _http_failed(_: HttpRequest, error: HTTPException) -> Response[protocol.Problem]:
    text = _SENTENCES.get(error.status_code, error.detail)
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        text = "; ".join([misaddressed(str(each.get("key", "")), str(each.get("message", ""))) for each in error.extra])
    return Response(protocol.Problem(_CODES.get(error.status_code, "malformed"), text), status_code=error.status_code)


def _failed(request: HttpRequest, error: Exception) -> Response[protocol.Problem]:
    backend(request).arena.measures.refused["internal"] += 1
    _logger.error("a request could not be carried out", exc_info=error)
    return Response(protocol.Problem("internal", "the server failed here; nothing has changed"), status_code=500)
