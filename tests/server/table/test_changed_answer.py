"""Changed answers where several roles answer at the same time, at real tables."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rondel.server.rule_host.sandbox.pool import SandboxPool
from rondel.server.table.changed_answer import BURST
from tests.server.harness import Client, Running, bot, free, joined, me

pytestmark = pytest.mark.anyio

GOOFSPIEL = Path(__file__).resolve().parents[3] / "examples" / "goofspiel.py"
CHATTER = Path(__file__).parents[1] / "rule_host" / "games" / "chatter.py"


def rows(server: Running) -> int:
    with closing(sqlite3.connect(server.database)) as connection:
        return int(connection.execute("select count(*) from answers").fetchone()[0])


async def bid(client: Client, number: int, move: str) -> dict[str, object]:
    return await client.ask({"type": "play", "id": f"m{number}", "role": "north", "move": move, "seq": client.seq})


async def test_the_same_answer_again_is_acknowledged_and_stored_once_and_changes_are_limited(tmp_path: Path) -> None:
    hosts = SandboxPool([GOOFSPIEL])
    await hosts.prepare()
    with Running(tmp_path, hosts=hosts) as server:
        made = server.create("goofspiel", me("north"), free("south"))
        async with joined(server, made["table"], made["tokens"].values()) as client:
            first = await bid(client, 0, "bid(1)")
            assert first["type"] == "accepted"
            await client.hear("update")
            for number in range(1, 40):
                again = await bid(client, number, "bid(1)")
                assert (again["type"], again["seq"]) == ("accepted", first["seq"])
            assert rows(server) == 1
            found = []
            for number in range(100, 100 + 3 * BURST):
                said = await bid(client, number, f"bid({2 + number % 2})")
                found.append(said.get("code", "accepted"))
                if found[-1] == "too_fast":
                    break
                await client.hear("update")
            assert found[:BURST] == ["accepted"] * BURST
            assert found[-1] == "too_fast"


async def test_a_bot_answers_although_somebody_changes_an_answer_again_and_again(tmp_path: Path) -> None:
    hosts = SandboxPool([GOOFSPIEL])
    await hosts.prepare()
    pace = 1.05  # longer than from one change to the next, once they are limited
    with Running(tmp_path, hosts=hosts, seconds=0.1, pace=pace, games=[str(GOOFSPIEL)]) as server:
        made = server.create("goofspiel", me("north"), bot("south", "mcts"))
        async with joined(server, made["table"], made["tokens"].values()) as client:
            for number in range(400):
                said = await bid(client, number, f"bid({1 + number % 2})")
                assert said["type"] == "accepted" or said["code"] in ("too_fast", "stale", "illegal_move")
                await asyncio.sleep(0.05)
                heard = [each for each in client.heard if each["type"] == "update"]
                if any("north" in each["views"]["north"]["active"] for each in heard):
                    break  # the bot has answered, and the next prize is up
            else:
                pytest.fail("the bot never answered")


async def test_a_bot_answers_although_somebody_changes_what_it_sees_again_and_again(tmp_path: Path) -> None:
    hosts = SandboxPool([CHATTER])
    await hosts.prepare()
    with Running(tmp_path, hosts=hosts, seconds=0.1, pace=0.5, games=[str(CHATTER)]) as server:
        made = server.create("chatter", me("north"), bot("south", "mcts"))
        async with joined(server, made["table"], made["tokens"].values()) as client:
            for number in range(200):
                said = await bid(client, number, "speak")
                assert said["type"] == "accepted" or said["code"] in ("stale", "illegal_move")
                await asyncio.sleep(0.05)
                heard = [each for each in client.heard if each["type"] == "update"]
                if any("south" not in each["views"]["north"]["active"] for each in heard):
                    break  # the bot has voted
            else:
                pytest.fail("the bot never answered")
