"""Newcomers wait for their turn, so that a crowd does not hold up the moves of running tables."""

from __future__ import annotations

import asyncio
import doctest
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rondel.server import admission as subject
from rondel.server import reception
from rondel.server.admission import MOST, Admission
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

    async def newcomer() -> None:
        await admission.turn()
        done.append("newcomer")

    async def mover() -> None:
        await asyncio.sleep(0)
        done.append("move")

    await asyncio.gather(*[newcomer() for _each in range(10 * MOST)], mover())
    assert done.count("newcomer") == 10 * MOST
    assert done.index("move") <= 2 * MOST


async def test_a_newcomer_who_has_gone_keeps_nobody_waiting() -> None:
    admission = Admission(most=1)
    waiting = [asyncio.create_task(admission.turn()) for _each in range(5)]
    await asyncio.sleep(0)
    for each in waiting[1:4]:
        each.cancel()
    await asyncio.wait_for(waiting[4], 10)
    assert admission.waiting == 0


async def test_a_crowd_at_a_server_comes_in_by_groups_and_everybody_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections and hellos, each through a queue of its own."""
    watched = Watched()
    monkeypatch.setattr(reception, "Admission", lambda: watched)
    with Running(tmp_path) as server:
        created = server.create("tic_tac_toe", me("x"), me("o"))
        arena = server.application.arena
        assert arena is not None
        arena.admission = hellos = Watched()
        async with AsyncExitStack() as stack:
            clients = await asyncio.gather(
                *[stack.enter_async_context(joined(server, created["table"])) for _each in range(40)]
            )
            assert all(each.heard[0]["type"] == "welcome" for each in clients)
            for each in (watched, hellos):
                assert 1 <= each.most_begun <= MOST
            assert watched.waiting == hellos.waiting == 0


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(subject).failed == 0
