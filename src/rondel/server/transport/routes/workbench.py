"""HTTP routes of the workbench; only ``rondel dev`` has them, and they show everything to every client."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery

from rondel.server import protocol
from rondel.server.dev.workbench import Bench
from rondel.server.transport.backend import HttpRequest
from rondel.server.transport.body import body

PAGE: Final = "/dev/table"
"""Where the author's table is."""


def bench_handlers(bench: Bench) -> list[HTTPRouteHandler]:
    """The handlers of ``/api/dev/bench``."""

    @get("/api/dev/bench")
    async def standing(since: FromQuery[int] = 0) -> protocol.Bench:
        return await bench.news(since)

    @post("/api/dev/bench", status_code=200)
    async def go_on(request: HttpRequest) -> protocol.Bench:
        await bench.wish((await body(request, protocol.BenchWish)).what)
        return await bench.news(0)

    return [standing, go_on]
