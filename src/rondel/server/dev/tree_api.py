"""HTTP routes of the developer's view: the tree of a game, for the author of its rules.

It shows everything that is hidden, so it is there only where the arena was started for it (``rondel serve --dev``); anywhere
else its addresses lead nowhere. The server does not search: whoever starts it hands in what unfolds a tree.

Nothing is remembered between two requests. A tree begins with a record, the page keeps it, and every request names a position
by it and the answers since.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec
from litestar import Request, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

import rondel
from rondel.errors import RondelError
from rondel.server import protocol
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal

_logger = logging.getLogger(__name__)

ADDRESSES: Final = ("/dev/tree", "/dev/tree/{kind:str}/{name:str}")
"""Where the page is the developer's view."""

PANELS: Final = ("tree",)
"""What there is to look at."""

LARGEST_BODY: Final = 1 << 20
"""Bytes: room for the record of a long game."""

MOST_MOVES: Final = 1_000
"""So many moves of one position are sent at most."""

MOST_COUNTED: Final = 20_000
"""Ways to play after which counting deeper is given up: a second or two in plain Python."""

MOST_SOLVED: Final = 10_000
"""Positions after which solving is given up."""

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


class Unfolded(Protocol):
    """A position of a tree, as plain data in the shape of ``protocol``'s structs; `rondel.search.tree.unfolding` is one."""

    def node(self, most: int, first: int = 0) -> dict[str, Any]:
        """The fields of a `TreeNode`."""

    def count(self, limit: int) -> list[int]:
        """The ways of a `TreeCount`."""

    def solve(self, limit: int) -> dict[str, Any]:
        """The fields of a `TreeWorth`."""


Unfold: TypeAlias = Callable[[rondel.Game, Sequence[tuple[str, str]]], Unfolded]
"""What unfolds a tree: from a game, and the answers from there on."""

_start: Final = msgspec.json.Decoder(protocol.TreeStart)
_place: Final = msgspec.json.Decoder(protocol.TreePlace)


def developer_handlers(unfold: Unfold) -> list[HTTPRouteHandler]:
    """The handlers of ``/api/dev``."""

    @get("/api/dev")
    async def panels() -> list[str]:
        return list(PANELS)

    @post("/api/dev/start", status_code=200, request_max_body_size=LARGEST_BODY)
    async def start(request: Request[Any, Any, Any], state: State) -> protocol.TreeRoot:
        wanted = read(_start, await request.body(), "the body")
        if wanted.table:
            arena: TableRegistry = state["arena"]
            wanted = protocol.TreeStart(record=await (await arena.room(wanted.table)).record())
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
    """Where the tree begins; chance answers for itself from there on."""
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
    """What was handed in, held to its shape."""
    return msgspec.convert(data, shape)


async def _worked(work: Callable[[], T]) -> T:
    """Carry it out beside the event loop, for tables may be played here meanwhile. The rules' own faults are told in full: who
    looks here is who mends them."""
    try:
        return await asyncio.to_thread(work)
    except RondelError as error:
        raise Refusal(error.code, str(error)) from error
    except Refusal:
        raise
    except Exception as error:
        _logger.exception("something broke down in the developer's view")
        raise Refusal("rules", f"the rules broke down here: {type(error).__name__}: {error}") from error
