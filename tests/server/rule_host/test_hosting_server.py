"""Servers with games that are not shipped: others play on whatever the rules do, and bots play them confined."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rondel.cli.app import app
from rondel.server.accounts.principal import NOBODY
from rondel.server.accounts.requester import Requester
from rondel.server.features.replays import Replays
from rondel.server.history.replay import ReplayQuery
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol import Try
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.sandbox.confine import end
from rondel.server.rule_host.sandbox.pool import SandboxPool
from rondel.server.table.log.entries import Answer
from tests.server.harness import Program, Running, bot, empty_store, joined, me, until
from tests.server.rule_host.sandbox.test_confine import alive
from tests.server.rule_host.test_sandbox import GAMES, entry, workers

pytestmark = pytest.mark.anyio


async def test_others_play_on_while_rules_loop_and_the_table_is_kept_until_it_is_repaired(tmp_path: Path) -> None:
    """They loop for minutes. That they are ended in time is tested in `test_sandbox`; here somebody ends them."""
    hosts = SandboxPool([GAMES / "evil.py"], seconds=600.0)
    await hosts.prepare()
    with Running(tmp_path, hosts=hosts) as server:
        bad = server.create("evil", me("one"), me("two"))
        good = server.create("tic_tac_toe", me("x"), me("o"))
        async with (
            joined(server, bad["table"], bad["tokens"].values()) as villain,
            joined(server, good["table"], good["tokens"].values()) as both,
        ):
            await villain.play("one", "do(rest)")
            await villain.say(villain.message("play", role="one", move="do(loop)"))
            (looping,) = hosts._processes["evil"]
            await until(lambda: looping.asked_by == bad["table"])
            for number, cell in enumerate(("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")):
                await both.play("xo"[number % 2], f"mark({cell})")
            assert [each["type"] for each in villain.heard if each["type"] == "refused"] == [], "the rules are still asked"
            assert looping._process is not None
            end(looping._process.pid)
            assert (await villain.hear("refused"))["code"] == "rules"
            assert (await villain.hello(bad["table"], bad["tokens"].values()))["code"] == "frozen"
        store = server.application.arena
        assert store is not None
        assert await asyncio.to_thread(faulted, server) == 1
        words = ["admin", "repair", bad["table"], "--game", str(GAMES / "evil.py"), "--data", str(tmp_path)]
        told = await asyncio.to_thread(CliRunner().invoke, app, words)
        assert told.exit_code == 0, told.output
        assert told.stdout.endswith("Cleared; people can play again.\n")
        async with joined(server, bad["table"], bad["tokens"].values()) as villain:
            assert villain.welcome["seq"] == 1, "what was stored is all there"
            await villain.play("one", "do(rest)")


async def test_who_asks_how_a_game_is_played_that_cannot_say_it_is_told_so(tmp_path: Path) -> None:
    hosts = SandboxPool([GAMES / "sound.py"], seconds=1e-6)  # for all but its first answer
    await hosts.warm()
    await hosts.prepare()
    arena = TableRegistry(Services(empty_store(tmp_path), BotPool(), rule_host=hosts))
    try:
        with pytest.raises(Refusal, match=r"^rules: the rules of this game broke down when asked how it is played"):
            await arena.rules("sound", "en")
    finally:
        await arena.close()
        await hosts.close()


async def test_who_looks_at_a_round_at_which_rules_end_their_process_is_told_so(tmp_path: Path) -> None:
    hosts = SandboxPool([GAMES / "evil.py"], seconds=0.5)
    await hosts.prepare()
    store = empty_store(tmp_path)
    services = Services(store, BotPool(), rule_host=hosts)
    arena = TableRegistry(services)
    try:
        await store.add(entry("evil"), 0)
        await store.append(Answer("t", 1, 1, "play", "one", "do(abort)"))
        archive, nobody = Replays(arena, services), Requester(NOBODY)
        with pytest.raises(Refusal, match=r"^rules: the rules of this game broke down there"):
            await archive.replay("t", 1, nobody, ReplayQuery())
        with pytest.raises(Refusal, match=r"^rules: the rules of this game broke down there"):
            await archive.branch("t", 1, nobody, Try(1))
    finally:
        await arena.close()
        await hosts.close()


def sql(server: Running, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(server.database, isolation_level=None)
    try:
        return connection.execute(statement).fetchall()
    finally:
        connection.close()


def faulted(server: Running) -> int:
    """How many tables are marked, once one is."""
    deadline = time.monotonic() + 60
    while not (found := sql(server, "SELECT id FROM tables WHERE fault LIKE '%the rules ended their process%'")):
        assert time.monotonic() < deadline, "it was never marked"
        time.sleep(0.02)
    return len(found)


async def test_a_program_serves_a_game_out_of_a_file_and_opens_a_table_of_it(tmp_path: Path) -> None:
    with Program(tmp_path, "sound:random", games=[str(GAMES / "sound.py")]) as program:
        found = re.search(r"/table/([\w-]+)#invite=([\w-]+)", program.lines[-1])
        assert found is not None, program.lines
        taken = program.post(f"/api/tables/{found[1]}/seat", {"invite": found[2]}).json()
        async with joined(program, found[1], [taken["token"]]) as client:
            await client.play("one", "say(1)")
            await client.until(2)
            children = workers(program.process.pid)
            assert len(children) == 1, "the rules are in a process of their own; a random bot needs none"
    assert not any(alive(each) for each in children)


async def test_bots_play_a_hosted_game_confined_as_its_rules_are(tmp_path: Path) -> None:
    hosts = SandboxPool([GAMES / "sound.py"])
    await hosts.prepare()
    with Running(tmp_path, hosts=hosts, games=[str(GAMES / "sound.py")]) as server:
        created = server.create("sound", me("one"), bot("two", "greedy"))
        async with joined(server, created["table"], created["tokens"].values()) as client:
            await client.play("one", "say(1)")
            await client.until(2)
            pool = server.application.bots
            assert (pool.killed, len(pool._idle)) == (0, 1), "the bot answered, and not its zombie"
