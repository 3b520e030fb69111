"""Draining beside other nodes: sockets are closed a few at a time, and whoever still has one plays on."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from rondel.server.transport.uvicorn_protocols import draining
from tests.server.harness import Running, joined, me, opened

pytestmark = pytest.mark.anyio


def test_no_more_than_400_sockets_are_closed_in_a_second() -> None:
    assert draining.SOCKETS_A_SECOND <= 400
    assert draining.SOCKETS_A_SECOND * draining.STEP_SECONDS >= 1, "a group is at least one socket"


async def test_sockets_are_closed_at_a_rate_and_served_until_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draining, "SOCKETS_A_SECOND", 40)
    with Running(tmp_path) as server:
        made = server.create("tic_tac_toe", me("x"), me("o"))
        async with AsyncExitStack() as stack:
            watching = [await stack.enter_async_context(joined(server, made["table"])) for _ in range(20)]
            player = await stack.enter_async_context(joined(server, made["table"], list(made["tokens"].values())))
            state = server._server.server_state
            loop = next(iter(state.connections)).loop
            assert server.application.arena is not None
            server.application.arena.health.leaving = True
            answer = server.get("/health")
            assert (answer.status_code, answer.json()) == (503, {"status": "draining"})
            assert server.get("/api/bots").status_code == 200
            with pytest.raises(InvalidStatus) as refused:  # so that a balancer tries the next node
                async with opened(server):
                    pass
            response = refused.value.response
            assert (response.status_code, response.headers["retry-after"]) == (503, "1")
            assert json.loads(response.body or b"")["code"] == "draining"
            await player.play("x", "mark(a1)")
            began = time.monotonic()
            closing = asyncio.run_coroutine_threadsafe(draining.close_sockets(state.connections), loop)
            for each in (*watching, player):
                await each.socket.wait_closed()
                assert each.socket.close_code == 1012
            assert time.monotonic() - began >= 20 / 40 - draining.STEP_SECONDS, "21 sockets at 40 a second"
            await asyncio.wrap_future(closing)
            server.application.arena.health.leaving = False
            async with opened(server) as late:
                hurried = draining.close_sockets(state.connections, lambda: True)
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(hurried, loop))
                assert (await late.ask({"type": "ping"}))["type"] == "pong", "the host is in a hurry"


async def test_a_client_that_has_gone_in_the_middle_of_its_message_keeps_no_other_socket_open(tmp_path: Path) -> None:
    """As at a node whose database is silent: who waits for an answer gives up first, and whoever only looks on stays."""
    with Running(tmp_path) as server:
        made = server.create("tic_tac_toe", me("x"), me("o"))
        connections = server._server.server_state.connections
        async with joined(server, made["table"], list(made["tokens"].values())) as player:
            (gone,) = tuple(connections)
            async with joined(server, made["table"]) as watching:
                player.socket.transport.abort()
                while gone in connections:
                    await asyncio.sleep(0.01)
                closing = draining.close_sockets([gone, *connections])  # as if the server still carried out what it sent
                await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(closing, gone.loop))
                await watching.socket.wait_closed()
                assert watching.socket.close_code == 1012
