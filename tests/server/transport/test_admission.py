"""Newcomers wait for their turn, so that a crowd does not hold up the moves of running tables."""

from __future__ import annotations

import asyncio
import doctest
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rondel.server.transport import admission as subject
from rondel.server.transport.admission import MOST, Admission
from rondel.server.transport.uvicorn_protocols import http as reception
from tests.server.harness import Running, joined, me

pytestmark = pytest.mark.anyio


class Watched(Admission):
    """Notes the most newcomers that were begun in one turn."""

    most_begun = 0

    def _next_turn(self) -> None:
        self.most_begun = max(self.most_begun, self._begun)
        super()._next_turn()


async def test_others_have_a_turn_between_two_groups_of_newcomers() -> None:
    """A move that arrives behind a crowd is carried out after one group of it."""
    admission = Admission()
    done: list[str] = []

    for _each in range(10 * MOST):
        admission.admit(lambda: done.append("newcomer"))
    asyncio.get_running_loop().call_soon(done.append, "move")
    while admission.waiting:
        await asyncio.sleep(0)
    assert done.count("newcomer") == 10 * MOST
    assert done.index("move") <= 2 * MOST


async def test_an_error_of_one_newcomer_does_not_hold_up_the_queue() -> None:
    admission = Admission(most=1)
    done: list[int] = []
    logged: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: logged.append(context["exception"]))

    def fail() -> None:
        raise ValueError("an error")

    for begin in (lambda: done.append(1), fail, lambda: done.append(2)):
        admission.admit(begin)
    for _turn in range(5):
        await asyncio.sleep(0)
    admission.admit(lambda: done.append(3))
    assert done == [1, 2, 3]
    assert [str(each) for each in logged] == ["an error"]


async def test_a_crowd_at_a_server_comes_in_by_groups_and_everybody_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched()
    monkeypatch.setattr(reception, "Admission", lambda: watched)
    with Running(tmp_path) as server:
        created = server.create("tic_tac_toe", me("x"), me("o"))
        async with AsyncExitStack() as stack:
            clients = await asyncio.gather(
                *[stack.enter_async_context(joined(server, created["table"])) for _each in range(40)]
            )
            assert all(each.heard[0]["type"] == "welcome" for each in clients)
            assert 1 <= watched.most_begun <= MOST
            assert watched.waiting == 0


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(subject).failed == 0
