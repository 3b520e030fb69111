"""Games that are not shipped: played as any other, and harmless whatever their rules do."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import structs

import rondel
from rondel.engine import registry
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.replay import ReplayQuery
from rondel.server.ops.verify import verify_hosted_log
from rondel.server.protocol import Try
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.rule_host.ports import HostedTable
from rondel.server.rule_host.sandbox.codec import LARGEST, Status
from rondel.server.rule_host.sandbox.confine import end
from rondel.server.rule_host.sandbox.hosted_table import SandboxedTable
from rondel.server.rule_host.sandbox.pool import NotHosted, SandboxPool
from rondel.server.rule_host.sandbox.process import Process
from rondel.server.table.agreements import LAG, Overdue
from rondel.server.table.commands import Broken, Exceeded, Faulted, Lost, Moment, Outdated, Outlook, Recipients, Setting, Tick
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import Log
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.time_controls import FIRST
from tests.server.harness import Json, Running, joined, me, until
from tests.server.rule_host.sandbox.test_confine import alive

pytestmark = pytest.mark.anyio

GAMES = Path(__file__).parent / "games"
ROLES = ("one", "two")
STRANGERS: set[int] = set()
"""Processes that other tests have begun and that still live."""
SETTING, RECIPIENTS = Setting(5, b""), Recipients(frozenset([("one",), ()]))


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def hosts(anyio_backend: str) -> AsyncIterator[SandboxPool]:
    """The hosts of both games, with short patience."""
    STRANGERS.update(workers())
    made = SandboxPool([GAMES / "sound.py", GAMES / "evil.py"], seconds=0.6, memory=512 << 20, most=2)
    await made.prepare()
    yield made
    await made.close()


def entry(game: str, table: str = "t") -> TableEntry:
    seats = tuple([SeatEntry(role, "person", "", role, hashed(role)) for role in ROLES])
    return TableEntry(table, game, {}, b"s" * 32, b"", seats)


def play(move: str, seq: int = 0) -> protocol.Play:
    return protocol.Play(f"m{seq}", ROLES[seq % 2], move, seq)


async def evil(hosts: SandboxPool, deed: str, table: str = "t") -> HostedTable:
    """A table at which that was done."""
    hosted = await hosts.open(entry("evil", table), Log())
    await hosted.step(play(f"do({deed})"), ROLES, SETTING, RECIPIENTS)
    return hosted


def workers(pid: int | None = None) -> set[int]:
    """The workers that live of a process, of this one if none is named."""
    pid = pid or os.getpid()
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(each) for each in found if alive(int(each))}


# -- like any other ----------------------------------------------------------------------------------------------------


async def test_a_hosted_game_is_offered_played_and_replayed_as_in_the_house(
    hosts: SandboxPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "LOADED", dict(registry.LOADED))  # it is known here for as long as this test takes
    rondel.load(GAMES / "sound.py")
    local = LocalRules()
    offered = {each.name: each for each in await hosts.games()}
    assert {"sound", "evil", "reversi"} <= set(offered)
    made = entry("sound")
    assert await hosts.beginning(made) == await local.beginning(made)
    there, here = await hosts.open(made, Log()), await local.open(made, Log())
    assert isinstance(there, SandboxedTable)
    answers = []
    for seq, number in enumerate((1, 7, 9)):
        steps = [await each.step(play(f"say({number})", seq), ROLES, SETTING, RECIPIENTS) for each in (there, here)]
        assert steps[0] == steps[1]
        assert (there.seq, there.round, there.opened_at, there.bot_to_move()) == (here.seq, here.round, here.opened_at, None)
        answers.append(steps[0][0].answer)
    for present, since in ((("one",), None), ((), protocol.Since(1, {"one": 1}))):
        assert await there.joined(("one",), present, since) == await here.joined(("one",), present, since)
    assert await there.describe(ROLES) == await here.describe(ROLES)
    assert await there.record() == await here.record()
    assert await there.bot_knowledge("one", "random") is None
    assert there.roles_of([hashed("two")]) == ("two",)
    round_log = RoundLog(tuple(answers))
    assert await hosts.replay(made, 1, round_log, ReplayQuery()) == await local.replay(made, 1, round_log, ReplayQuery())
    assert await hosts.table_actions(made, round_log, ReplayQuery()) == await local.table_actions(
        made, round_log, ReplayQuery()
    )
    assert await hosts.position(made, 1, round_log, 1) == await local.position(made, 1, round_log, 1)
    assert await hosts.branch(made, 1, round_log, Try(1)) == await local.branch(made, 1, round_log, Try(1))
    with pytest.raises(Refusal, match=r"^game_over"):
        await there.step(play("say(1)", 3), ROLES, SETTING, RECIPIENTS)
    late = await hosts.open(made, Log((), tuple(answers[:1])))
    assert isinstance(late, SandboxedTable)
    await late.catch_up(answers[1:])
    assert (late.seq, await late.record()) == (3, await here.record())
    with pytest.raises(Faulted, match="has a gap"):
        await late.catch_up([structs.replace(answers[0], seq=9)])
    again = await hosts.open(made, Log((), tuple(answers)))
    assert (again.seq, (await again.record())["answers"]) == (3, (await here.record())["answers"])


async def test_clocks_offers_and_flags_are_as_in_the_house(hosts: SandboxPool) -> None:
    made = structs.replace(entry("sound"), terms=protocol.Terms(protocol.Fischer(10)))
    hosted = await hosts.open(made, Log())
    assert hosted.outlook().begins
    await hosted.step(Tick(), (), Setting(1_000, b""), Recipients())
    assert (hosted.outlook().due, hosted.outlook().awaited) == (FIRST + LAG + 1, ("one",))
    step, _ = await hosted.step(protocol.Offer("o", "one", "draw", 1), ("one",), Setting(3_000, b""), Recipients())
    assert step.answer.kind == "offer"
    shown = json.loads((await hosted.joined(("two",), ROLES, None, Moment(5_000))).frames["two",])
    assert shown["standing"]["clocks"]["one"] == {"left": 10_000, "runs": False, "first": FIRST - 4_000}
    late = Setting(2_000 + FIRST + LAG + 1, b"")
    with pytest.raises(Overdue):
        await hosted.step(play("say(1)", 1), ROLES, late, Recipients())
    flag, _ = await hosted.step(Tick(), (), late, Recipients())
    assert (flag.answer.kind, flag.answer.role, hosted.bot_to_move(ROLES)) == ("flag", "one", None)


async def test_a_shipped_game_stays_in_the_house(hosts: SandboxPool) -> None:
    before = workers()
    made = TableEntry("t", "tic_tac_toe", {}, b"s", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
    assert not isinstance(await hosts.open(made, Log()), SandboxedTable)
    assert workers() == before


async def test_a_file_that_cannot_be_hosted_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "breaks.py").write_text("raise KeyError('oh')")
    (tmp_path / "reversi.py").write_text((GAMES / "sound.py").read_text().replace('"sound"', '"reversi"'))
    for name, words in (
        ("breaks", "KeyError: 'oh'"),
        ("reversi", "is called 'reversi', and there is one of that name already"),
        ("missing", "no game file at"),
    ):
        with pytest.raises(NotHosted, match=words) as said:
            await SandboxPool([tmp_path / f"{name}.py"]).prepare()
        assert "\n" not in str(said.value)


# -- harmless ----------------------------------------------------------------------------------------------------------


async def test_whatever_rules_do_they_are_stopped_in_time_and_nothing_of_them_is_left(hosts: SandboxPool) -> None:
    took: dict[str, float] = {}
    too_much, failed = ("loop", "eat", "flood", "abort"), ("many", "recurse", "view", "fork")
    for deed in (*too_much, *failed):
        kind = Exceeded if deed in too_much else Broken
        began = time.monotonic()
        with pytest.raises(kind):
            await evil(hosts, deed)
        took[deed] = time.monotonic() - began
    assert max(took.values()) < 60, took
    hosted = await evil(hosts, "rest")
    assert hosted.seq == 1
    pids = workers() - STRANGERS
    await hosts.close()
    deadline = time.monotonic() + 60
    while any(alive(each) for each in pids):
        assert time.monotonic() < deadline, "a process was left"
        await asyncio.sleep(0.01)


async def test_rules_cannot_look_around_nor_change_anything_nor_talk_to_anybody(hosts: SandboxPool) -> None:
    hosted = await evil(hosts, "spy")
    frame = json.loads((await hosted.joined((), (), None)).frames[()])
    assert frame["views"]["observer"]["props"]["got"] == "", "nothing of all it tried"
    assert (GAMES / "evil.py").exists()


async def test_tables_beside_one_that_takes_its_process_down_are_lost_and_can_be_opened_again() -> None:
    hosts = SandboxPool([GAMES / "evil.py"], seconds=0.5, most=1)
    try:
        await hosts.prepare()
        neighbour = await evil(hosts, "rest", "neighbour")
        villain = await hosts.open(entry("evil"), Log())
        doing = asyncio.create_task(villain.step(play("do(loop)"), ROLES, SETTING, RECIPIENTS))
        await asyncio.sleep(0)  # it is asked first
        with pytest.raises(Lost):
            await neighbour.describe(())
        with pytest.raises(Exceeded):
            await doing
        assert (await evil(hosts, "rest", "neighbour")).seq == 1
        with pytest.raises(Exceeded, match="took longer"):
            await hosts.open(structs.replace(entry("evil"), fault=str(Exceeded("it took longer"))), Log())
    finally:
        await hosts.close()


async def test_tables_beside_a_slow_one_are_opened_elsewhere_and_do_not_wait_for_it(tmp_path: Path) -> None:
    """At a real server, with one process for all: the slow table takes minutes, and the other one answers meanwhile."""
    hosts = SandboxPool([GAMES / "slow.py"], seconds=600.0, most=1)
    await hosts.prepare()
    with Running(tmp_path, hosts=hosts) as server:
        slow = server.create("slow", me("one"), me("two"))
        quick = server.create("slow", me("one"), me("two"))
        async with (
            joined(server, slow["table"], slow["tokens"].values()) as waiting,
            joined(server, quick["table"], quick["tokens"].values()) as playing,
        ):
            await waiting.say(waiting.message("play", role="one", move="wait(6000)"))
            await until(lambda: hosts._processes["slow"][0].asked_by == slow["table"])
            for _ in range(3):
                await playing.play("one", "wait(0)")
            assert playing.seq == 3
            assert [each["type"] for each in waiting.heard if each["type"] in ("accepted", "refused")] == []
            processes = hosts._processes["slow"]
            assert [len(each.tables) for each in processes] == [1, 1]
            begun = processes[0]._process
            assert begun is not None
            end(begun.pid)


async def test_tables_opened_at_the_same_time_are_spread_over_the_processes() -> None:
    """No process has answered when the last of them is placed."""
    hosts = SandboxPool([GAMES / "sound.py"], most=3)
    try:
        await hosts.prepare()
        opened = await asyncio.gather(*[hosts.open(entry("sound", f"t{number}"), Log()) for number in range(6)])
        placed = [len(each.tables) for each in hosts._processes["sound"]]
        assert (sum(placed), max(placed)) == (6, 2), placed  # a fourth process may be begun while all three are busy
        assert [each.seq for each in opened] == [0] * 6
    finally:
        await hosts.close()


@pytest.mark.parametrize("innocent", [True, False])
async def test_a_process_that_is_ended_while_nobody_asks_it_anything_freezes_no_table(
    monkeypatch: pytest.MonkeyPatch, innocent: bool
) -> None:
    """As the system does where memory is short; but rules that end it as soon as they have answered are stopped."""
    monkeypatch.setattr("rondel.server.rule_host.sandbox.process.UNASKED_SECONDS", 0.0 if innocent else 600.0)
    hosts = SandboxPool([GAMES / "sound.py"], most=1)
    try:
        await hosts.prepare()
        for step in (False, True):
            hosted = await hosts.open(entry("sound"), Log())
            [busy] = hosts._processes["sound"]
            assert busy._process is not None
            end(busy._process.pid)
            async with asyncio.timeout(60):
                while busy._process.returncode is None:
                    await asyncio.sleep(0.01)
            if step or not innocent:
                with pytest.raises(Lost if innocent else Exceeded):
                    await hosted.step(play("say(1)"), ROLES, SETTING, RECIPIENTS)
        assert (await hosts.open(entry("sound"), Log())).seq == 0
    finally:
        await hosts.close()


LIAR = """
import json, sys
outlook = {"at": 0, "due": None, "begins": False, "active": ["one"], "departed": [], "awaited": []}
standing = {"seq": 1, "round": 1, "opened_at": 0, "outlook": outlook}
lie = json.loads(sys.argv[1])
while head := sys.stdin.buffer.read(4):
    request = json.loads(sys.stdin.buffer.read(int.from_bytes(head, "big")))
    said = json.dumps({"result": lie.get(request["call"]), "status": standing}).encode()
    sys.stdout.buffer.write(lie.get("size", len(said)).to_bytes(4, "big") + said)
    sys.stdout.buffer.flush()
"""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"table": "another"}, "stores what nobody has asked for"),
        ({"seq": 7}, "stores what nobody has asked for"),
        ({"client_id": "m9"}, "stores what nobody has asked for"),
        ({"frames": [[["two"], {}]]}, "speaks to somebody who is not there"),
        ({"move": 5}, "answers nonsense"),
    ],
)
async def test_a_worker_is_believed_nothing(change: Json, words: str) -> None:
    answer = {"table": "t", "seq": 1, "round": 1, "kind": "play", "role": "one", "move": "do(rest)", "client_id": "m0"}
    frames = change.pop("frames", [])
    step = [{"answer": {**answer, **change}, "snapshot": None}, {"frames": frames, "told": {}}]
    process = Process("", seconds=5, command=[sys.executable, "-c", LIAR, json.dumps({"step": step})])
    hosted = SandboxedTable(entry("evil"), process, Status(0, 1, 0, Outlook(0, None, False, ("one",), (), ())), 1)
    with pytest.raises(Exceeded, match=words):
        await hosted.step(play("do(rest)"), ROLES, SETTING, RECIPIENTS)
    assert process.ended


async def test_a_worker_whose_result_has_another_type_is_ended() -> None:
    process = Process("", seconds=5, command=[sys.executable, "-c", LIAR, json.dumps({"rules": 5})])
    with pytest.raises(Exceeded, match="answers nonsense when asked to rules"):
        await process.call("rules", protocol.GameRules, "en")
    assert process.ended


async def test_a_table_that_was_opened_again_in_its_process_stays_open_when_the_former_one_is_dropped() -> None:
    hosts = SandboxPool([GAMES / "sound.py"], most=1)
    await hosts.prepare()
    try:
        former = await hosts.open(entry("sound"), Log())
        table = await hosts.open(entry("sound"), Log())
        del former
        gc.collect()
        assert [seat.role for seat in (await table.describe(())).seats] == list(ROLES)
        (process,) = hosts._processes["sound"]
        assert set(process.tables) == {"t"}
        del table
        gc.collect()
        assert not process.tables
    finally:
        await hosts.close()


async def test_a_worker_that_says_too_much_is_ended_before_it_is_read() -> None:
    process = Process("", seconds=5, command=[sys.executable, "-c", LIAR, json.dumps({"size": LARGEST + 1})])
    with pytest.raises(Exceeded, match=f"{LARGEST + 1} bytes"):
        await process.ask("offer", ())


# -- their logs --------------------------------------------------------------------------------------------------------


async def test_the_log_of_a_hosted_game_is_audited_by_its_own_rules(hosts: SandboxPool) -> None:
    made = entry("sound")
    hosted = await hosts.open(made, Log())
    log = [
        (await hosted.step(play(f"say({number})", seq), ROLES, SETTING, RECIPIENTS))[0].answer
        for seq, number in enumerate((1, 7, 2, 5, 9))
    ]
    sound = await verify_hosted_log(hosts, made, log)
    assert (sound.problem, sound.answers, sound.replays_to, sound.sealed) == (None, 5, 5, 1)
    for changed, reached in (
        ([*log[:3], structs.replace(log[3], move="say(77)"), log[4]], 3),
        ([*log[:4], structs.replace(log[4], digest=b"12345678")], 4),
        ([*log[:2], *log[3:]], 0),
    ):
        verdict = await verify_hosted_log(hosts, made, changed)
        assert (verdict.sound, verdict.replays_to) == (False, reached)
    newer = structs.replace(made, version=9)
    assert (await verify_hosted_log(hosts, newer, log)).replays_to is None
    with pytest.raises(Outdated, match="version 9 of"):
        await hosts.open(newer, Log())


async def test_a_table_that_does_not_replay_is_told_apart_from_one_that_takes_too_much(hosts: SandboxPool) -> None:
    wrong = open_table(entry_in_house()).step(protocol.Play("m", "x", "mark(a1)", 0), ("x",), Setting(5, b"")).answer
    with pytest.raises(Faulted, match="answer 1 of table t") as said:
        await hosts.open(entry("sound"), Log((), (wrong,)))
    marked = structs.replace(entry("sound"), fault=str(said.value))
    assert (await hosts.open(marked, Log())).seq == 0, "with the right rules it is played on, without anybody's help"


def entry_in_house() -> TableEntry:
    return TableEntry("t", "tic_tac_toe", {}, b"s", b"", (SeatEntry("x", "open"), SeatEntry("o", "open")))
