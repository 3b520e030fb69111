"""HTTP routes of the developer's view: the tree of a game, for the author of its rules.

It shows hidden information, so it exists only in a server started for it (``rondel serve --dev``); any other server has none of
its addresses. The server does not search: its caller passes the function that unfolds a tree.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from litestar import Request, get, post
from litestar.handlers import HTTPRouteHandler

from rondel.server import protocol
from rondel.server.dev import trees
from rondel.server.protocol.decode import read

ADDRESSES: Final = ("/dev/tree", "/dev/tree/{kind:str}/{name:str}")
"""The addresses of the page for the developer's view."""

PANELS: Final = ("tree",)
"""The panels of the developer's view."""

LARGEST_BODY: Final = 1 << 20
"""Bytes of a body: enough for the record of a long game."""

_start: Final = msgspec.json.Decoder(protocol.TreeStart)
_place: Final = msgspec.json.Decoder(protocol.TreePlace)


def developer_handlers(unfold: trees.Unfold, record: Callable[[str], Awaitable[protocol.Json]]) -> list[HTTPRouteHandler]:
    """The handlers of ``/api/dev``; ``record`` returns the record of the game at a table. They work in threads, because
    tables may be played meanwhile."""
    unfolding = trees.Trees(unfold)

    @get("/api/dev")
    async def panels() -> list[str]:
        return list(PANELS)

    @post("/api/dev/start", status_code=200, request_max_body_size=LARGEST_BODY)
    async def start(request: Request[Any, Any, Any]) -> protocol.TreeRoot:
        wanted = read(_start, await request.body(), "the body")
        if wanted.table:
            wanted = protocol.TreeStart(record=await record(wanted.table))
        return await asyncio.to_thread(trees.root, wanted)

    @post("/api/dev/node", status_code=200, request_max_body_size=LARGEST_BODY)
    async def node(request: Request[Any, Any, Any]) -> protocol.TreeNode:
        return await asyncio.to_thread(unfolding.node, read(_place, await request.body(), "the body"))

    @post("/api/dev/count", status_code=200, request_max_body_size=LARGEST_BODY)
    async def count(request: Request[Any, Any, Any]) -> protocol.TreeCount:
        return await asyncio.to_thread(unfolding.count, read(_place, await request.body(), "the body"))

    @post("/api/dev/solve", status_code=200, request_max_body_size=LARGEST_BODY)
    async def solve(request: Request[Any, Any, Any]) -> protocol.TreeWorth:
        return await asyncio.to_thread(unfolding.solve, read(_place, await request.body(), "the body"))

    return [panels, start, node, count, solve]
