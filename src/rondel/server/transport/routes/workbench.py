"""HTTP routes of the workbench; they exist only where ``rondel dev`` runs, and show everything to anybody."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import Request, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery

from rondel.server import protocol
from rondel.server.dev.workbench import Bench
from rondel.server.protocol.decode import read

PAGE: Final = "/dev/table"
"""Where the author's table is."""

_wish: Final = msgspec.json.Decoder(protocol.BenchWish)


def bench_handlers(bench: Bench) -> list[HTTPRouteHandler]:
    """The handlers of ``/api/dev/bench``."""

    @get("/api/dev/bench")
    async def standing(since: FromQuery[int] = 0) -> protocol.Bench:
        return await bench.news(since)

    @post("/api/dev/bench", status_code=200)
    async def go_on(request: Request[Any, Any, Any]) -> protocol.Bench:
        await bench.wish(read(_wish, await request.body(), "the body").what)
        return await bench.news(0)

    return [standing, go_on]
