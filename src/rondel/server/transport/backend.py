"""The backend: the services that the routes call, kept in the application's state."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection

from rondel.server.accounts.accounts import Accounts
from rondel.server.accounts.authenticator import Authenticator
from rondel.server.accounts.bot_accounts import BotAccounts
from rondel.server.accounts.mail.correspondence import Correspondence
from rondel.server.features.analysis import Analysis
from rondel.server.features.chat.chat import Chat
from rondel.server.features.company.circle import Circle
from rondel.server.features.company.inviting import Inviting
from rondel.server.features.company.messaging import Messaging
from rondel.server.features.conditional_move_service import ConditionalMoveService
from rondel.server.features.moderation.reporting import Reporting
from rondel.server.features.moderation.sanctions import Sanctions
from rondel.server.features.notifications.preferences import NotificationPreferences
from rondel.server.features.quick_match.quick_match import QuickMatch
from rondel.server.features.ratings.leaderboard import Board
from rondel.server.features.ratings.season_board import SeasonBoard
from rondel.server.features.replays import Replays
from rondel.server.features.running_games import RunningGames
from rondel.server.features.tournaments.tournaments import Tournaments
from rondel.server.features.vacations.vacations import Vacations
from rondel.server.live.table_registry import TableRegistry
from rondel.server.lobby.service import Lobby
from rondel.server.transport.login.failed_logins import FailedLogins
from rondel.server.transport.rate_limits import Limiter
from rondel.server.transport.shared_limits import SharedLimiter
from rondel.server.transport.uvicorn_protocols.websocket import WebSocketProtocol

HttpRequest: TypeAlias = Request[Any, Any, Any]


class Backend(msgspec.Struct, frozen=True):
    """The services of one running server."""

    arena: TableRegistry
    lobby: Lobby
    quick_match: QuickMatch
    tournaments: Tournaments
    board: Board
    season_board: SeasonBoard
    running_games: RunningGames
    talk: Chat
    archive: Replays
    analysis: Analysis
    conditional_moves: ConditionalMoveService
    conduct: Reporting
    sanctions: Sanctions
    circle: Circle
    inviting: Inviting
    messaging: Messaging
    people: Authenticator
    accounts: Accounts
    bot_accounts: BotAccounts
    correspondence: Correspondence
    preferences: NotificationPreferences
    vacations: Vacations
    limiter: Limiter
    shared_limiter: SharedLimiter
    failed_logins: FailedLogins
    sockets: set[WebSocketProtocol]
    """The open sockets."""


def backend(connection: ASGIConnection[Any, Any, Any, Any]) -> Backend:
    """The services of the application that a request or WebSocket came to."""
    found: Backend = connection.app.state["backend"]
    return found
