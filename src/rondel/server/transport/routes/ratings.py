"""HTTP routes for ratings."""

from __future__ import annotations

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.transport.backend import HttpRequest, backend


def rating_handlers() -> list[HTTPRouteHandler]:
    """The handlers of leaderboards, seasons and people's profiles."""
    return [leaderboard, seasons, season, profile, course]


@get("/api/games/{game:str}/leaderboard")
async def leaderboard(game: FromPath[str], request: HttpRequest, after: FromQuery[str] = "") -> protocol.Leaderboard:
    return await backend(request).board.leaders(game, after)


@get("/api/games/{game:str}/seasons")
async def seasons(game: FromPath[str], request: HttpRequest) -> list[protocol.Season]:
    return await backend(request).season_board.seasons(game)


@get("/api/games/{game:str}/seasons/{season:str}")
async def season(
    game: FromPath[str], season: FromPath[str], request: HttpRequest, after: FromQuery[str] = ""
) -> protocol.SeasonStandings:
    return await backend(request).season_board.standings(game, season, after)


@get("/api/people/{name:str}")
async def profile(name: FromPath[str], request: HttpRequest) -> protocol.Profile:
    return await backend(request).board.profile(name)


@get("/api/people/{name:str}/ratings/{game:str}")
async def course(
    name: FromPath[str], game: FromPath[str], request: HttpRequest, after: FromQuery[str] = ""
) -> protocol.RatedRounds:
    return await backend(request).board.history(name, game, after)
