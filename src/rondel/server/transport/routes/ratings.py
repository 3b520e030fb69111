"""HTTP routes for ratings."""

from __future__ import annotations

from typing import TypeVar

from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.protocol.refused import unknown_game
from rondel.server.transport.backend import HttpRequest, backend


def rating_handlers() -> list[HTTPRouteHandler]:
    """The handlers of leaderboards, seasons and people's profiles."""
    return [leaderboard, seasons, season, profile, course]


@get("/api/games/{game:str}/leaderboard")
async def leaderboard(game: FromPath[str], request: HttpRequest, after: FromQuery[str] = "") -> protocol.Leaderboard:
    found = await backend(request).board.leaders(game, after)
    return found if found.people or after else await _offered(request, game, found)


@get("/api/games/{game:str}/seasons")
async def seasons(game: FromPath[str], request: HttpRequest) -> list[protocol.Season]:
    found = await backend(request).season_board.seasons(game)
    return found if len(found) > 1 else await _offered(request, game, found)


@get("/api/games/{game:str}/seasons/{season:str}")
async def season(
    game: FromPath[str], season: FromPath[str], request: HttpRequest, after: FromQuery[str] = ""
) -> protocol.SeasonStandings:
    found = await backend(request).season_board.standings(game, season, after)
    return found if found.people or after else await _offered(request, game, found)


@get("/api/people/{name:str}")
async def profile(name: FromPath[str], request: HttpRequest) -> protocol.Profile:
    return await backend(request).board.profile(name)


@get("/api/people/{name:str}/ratings/{game:str}")
async def course(
    name: FromPath[str], game: FromPath[str], request: HttpRequest, after: FromQuery[str] = ""
) -> protocol.RatedRounds:
    return await backend(request).board.history(name, game, after)


Found = TypeVar("Found")


async def _offered(request: HttpRequest, game: str, found: Found) -> Found:
    """What was found of a game in which nobody may have been rated yet. Refused as ``unknown_game`` where there is no such
    game; one that was played here and is offered no more keeps its standings."""
    if all(each.name != game for each in await backend(request).arena.games()):
        raise unknown_game(game)
    return found
