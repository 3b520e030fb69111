"""HTTP routes of the developer's view: the tree of a game, for the author of its rules.

It shows hidden information, so it exists only in a server started for it (``rondel serve --dev``); any other server has none of
its addresses. The server does not search: its caller passes the function that unfolds a tree.

The server keeps no state between two requests. A tree begins with a record, the page keeps it, and every request names a
position by it and the answers since.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec
from litestar import Request, get, post
from litestar.handlers import HTTPRouteHandler

import rondel
from rondel.errors import RondelError
from rondel.server import protocol
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal

_logger = logging.getLogger(__name__)

ADDRESSES: Final = ("/dev/tree", "/dev/tree/{kind:str}/{name:str}")
"""The addresses of the page for the developer's view."""

PANELS: Final = ("tree",)
"""The panels of the developer's view."""

LARGEST_BODY: Final = 1 << 20
"""Bytes of a body: enough for the record of a long game."""

MOST_MOVES: Final = 1_000
"""Moves of one position that are sent at most."""

MOST_COUNTED: Final = 20_000
"""Ways to play after which counting stops: a second or two in plain Python."""

MOST_SOLVED: Final = 10_000
"""Positions after which solving stops."""

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


class Unfolded(Protocol):
    """A position of a tree as plain data with the fields of ``protocol``'s structs; `rondel.search.tree.unfolding` implements
    it."""

    def node(self, most: int, first: int = 0) -> dict[str, Any]:
        """The fields of a `TreeNode`."""

    def count(self, limit: int) -> list[int]:
        """The ways of a `TreeCount`."""

    def solve(self, limit: int) -> dict[str, Any]:
        """The fields of a `TreeWorth`."""


Unfold: TypeAlias = Callable[[rondel.Game, Sequence[tuple[str, str]]], Unfolded]
"""A function that unfolds a tree from a game and the answers from there on."""

_start: Final = msgspec.json.Decoder(protocol.TreeStart)
_place: Final = msgspec.json.Decoder(protocol.TreePlace)


def developer_handlers(unfold: Unfold, record: Callable[[str], Awaitable[protocol.Json]]) -> list[HTTPRouteHandler]:
    """The handlers of ``/api/dev``; ``record`` returns the record of the game at a table."""

    @get("/api/dev")
    async def panels() -> list[str]:
        return list(PANELS)

    @post("/api/dev/start", status_code=200, request_max_body_size=LARGEST_BODY)
    async def start(request: Request[Any, Any, Any]) -> protocol.TreeRoot:
        wanted = read(_start, await request.body(), "the body")
        if wanted.table:
            wanted = protocol.TreeStart(record=await record(wanted.table))
        return await _worked(lambda: _root(wanted))

    @post("/api/dev/node", status_code=200, request_max_body_size=LARGEST_BODY)
    async def node(request: Request[Any, Any, Any]) -> protocol.TreeNode:
        place = read(_place, await request.body(), "the body")
        most, first = max(0, min(place.most, MOST_MOVES)), max(0, place.first)
        return await _worked(lambda: _told(_at(unfold, place).node(most, first), protocol.TreeNode))

    @post("/api/dev/count", status_code=200, request_max_body_size=LARGEST_BODY)
    async def count(request: Request[Any, Any, Any]) -> protocol.TreeCount:
        place = read(_place, await request.body(), "the body")
        return await _worked(lambda: protocol.TreeCount(tuple(_at(unfold, place).count(MOST_COUNTED))))

    @post("/api/dev/solve", status_code=200, request_max_body_size=LARGEST_BODY)
    async def solve(request: Request[Any, Any, Any]) -> protocol.TreeWorth:
        place = read(_place, await request.body(), "the body")
        return await _worked(lambda: _told(_at(unfold, place).solve(MOST_SOLVED), protocol.TreeWorth))

    return [panels, start, node, count, solve]


def _root(wanted: protocol.TreeStart) -> protocol.TreeRoot:
    """The root of the tree; chance is answered by itself from there on."""
    if wanted.record is not None:
        game = rondel.replay(wanted.record)
    elif wanted.game:
        game = rondel.new(wanted.game, seats=wanted.seats, options=wanted.options, chance="explicit")
    else:
        raise Refusal("malformed", "a tree begins with a 'game', a 'table' or a 'record'; send one of them")
    return protocol.TreeRoot(game.record(), game.scene())


def _at(unfold: Unfold, place: protocol.TreePlace) -> Unfolded:
    return unfold(rondel.replay(place.record), [(each.role, each.move) for each in place.answers])


def _told(data: dict[str, Any], shape: type[S]) -> S:
    """The data, checked against the struct."""
    return msgspec.convert(data, shape)


async def _worked(work: Callable[[], T]) -> T:
    """The result of the call in a thread, because tables may be played meanwhile. Errors of the rules are reported in full: the
    reader is their author."""
    try:
        return await asyncio.to_thread(work)
    except RondelError as error:
        raise Refusal(error.code, str(error)) from error
    except Refusal:
        raise
    except Exception as error:
        _logger.exception("something broke down in the developer's view")
        raise Refusal("rules", f"the rules broke down here: {type(error).__name__}: {error}") from error
