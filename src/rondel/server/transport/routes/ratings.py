"""Ratings over HTTP."""

from __future__ import annotations

from litestar import get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from rondel.server import protocol
from rondel.server.features.ratings.leaderboard import Board


def rating_handlers() -> list[HTTPRouteHandler]:
    """The handlers of leaderboards and of people's profiles."""
    return [leaderboard, profile, course]


@get("/api/games/{game:str}/leaderboard")
async def leaderboard(game: FromPath[str], state: State, after: FromQuery[str] = "") -> protocol.Leaderboard:
    return await _board(state).leaders(game, after)


@get("/api/people/{name:str}")
async def profile(name: FromPath[str], state: State) -> protocol.Profile:
    return await _board(state).profile(name)


@get("/api/people/{name:str}/ratings/{game:str}")
async def course(name: FromPath[str], game: FromPath[str], state: State, after: FromQuery[str] = "") -> protocol.Courses:
    return await _board(state).course(name, game, after)


def _board(state: State) -> Board:
    board: Board = state["board"]
    return board
