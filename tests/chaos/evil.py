"""R14: rules and bots that do whatever they should not.

Games that are not shipped loop, eat memory, recurse, offer ten million moves, fork, flood their pipes and end their process;
bots that play by such rules do the like while they think. Each is stopped within seconds and harms its own table alone: where
the rules took too much it is marked and kept, where they failed it goes on as if nothing had been said, and where a bot did
the rules' absent player answers. Other tables are played at all the while, and no process is left.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.chaos import checker, population
from tests.chaos.players import Crew
from tests.chaos.report import Figure
from tests.chaos.soak import complaints
from tests.chaos.stalled import until, waited
from tests.server.harness import Program, bot, joined, me, opened

GAMES: Final = Path(__file__).parents[1] / "server" / "rule_host" / "games"

TOO_MUCH: Final = ("loop", "eat", "flood", "abort")
"""What ends the process of the rules, so that their table is marked."""

FAILED: Final = ("recurse", "many", "view", "fork")
"""What is refused, after which the table is as it was."""

BOTS: Final = ("loop", "eat", "recurse", "fork", "flood", "abort", "raise")

STOPPED_SECONDS, OTHERS_MS = 5.0, 100.0


def run(folder: Path, short: bool = False) -> Figure:
    """Each of them ten times; in short, some of them once."""
    times, others = (1, 2) if short else (10, 20)
    rules = ("abort", "view") if short else (*TOO_MUCH, *FAILED)
    bots = ("abort",) if short else BOTS
    games = [str(shutil.copy(GAMES / f"{name}.py", folder)) for name in ("evil", "snare")]
    database = folder / "arena.sqlite3"
    played = population.seat_people(database, "tic_tac_toe", others)
    failures: list[str] = []
    slowest = {"rules": 0.0, "bots": 0.0}
    marked: list[str] = []
    with Program(folder, games=games, log="json") as program:
        crew = Crew(folder / "others", program.address, [asdict(each) for each in played], seed=1, pace=0.05)
        for _ in range(times):
            for deed in rules:
                table, took, wrong = asyncio.run(suffered(program, deed))
                slowest["rules"] = max(slowest["rules"], took)
                failures += [f"rules that {deed}: {each}" for each in wrong]
                marked += [table] if deed in TOO_MUCH else []
            for deed in bots:
                took, wrong = asyncio.run(outwitted(program, deed))
                slowest["bots"] = max(slowest["bots"], took)
                failures += [f"bots that {deed}: {each}" for each in wrong]
        until(lambda: acknowledged(crew) > 2 * others, 20)
        crew.end()
    until(lambda: not processes(folder), 10)
    left = len(processes(folder))
    counted, lost = checker.check(database, crew.notes())
    if sorted(marked) != sorted(faulted(database)):
        failures.append(f"at {len(marked)} tables rules took too much, and {len(faulted(database))} are marked")
    failed = [each["message"] for each in complaints(program.log) if each["logger"] == "rondel.server.live.bots.bot_pool"]
    if len(failed) < times * len(bots):
        failures.append(f"only {len(failed)} bots of {times * len(bots)} did what they should not")
    if left:
        failures.append(f"{left} processes were left")
    if not short:
        failures += [f"{who} were stopped after {took:.1f} s" for who, took in slowest.items() if took > STOPPED_SECONDS]
        if waited(crew.notes()) > OTHERS_MS:
            failures.append(f"the others waited {waited(crew.notes()):.0f} ms")
    measured = {
        f"times that rules did what they should not ({', '.join(rules)})": times * len(rules),
        f"times that a bot did so while it thought ({', '.join(bots)})": times * len(bots),
        "s until the slowest rules were stopped": f"{slowest['rules']:.1f}",
        "s until the slowest bot was, and another had answered, the start of a process included": f"{slowest['bots']:.1f}",
        "tables marked and kept": len(marked),
        "ms until a move elsewhere was acknowledged, at the 99th percentile": f"{waited(crew.notes()):.0f}",
        "moves acknowledged there": counted["acknowledged"],
        "lost, doubled or not replaying": len(lost),
        "processes left when the server had stopped": left,
    }
    demanded = "stopped within 5 s; the table marked and kept; others' p99 at most 100 ms; no process left"
    return Figure("R14 evil games and bots", demanded, measured, (*failures, *lost))


async def suffered(program: Program, deed: str) -> tuple[str, float, list[str]]:
    """Have rules do that at a new table. Returns it, after how many seconds that was over, and what was wrong."""
    made = program.create("evil", me("one"), me("two"))
    wrong = []
    async with joined(program, made["table"], made["tokens"].values()) as villain:
        await villain.play("one", "do(rest)")
        began = time.monotonic()
        answer = await villain.ask(villain.message("play", role="one", move=f"do({deed})"))
        took = time.monotonic() - began
        if (answer["type"], answer.get("code")) != ("refused", "rules"):
            wrong.append(f"answered by {answer}")
        if deed in FAILED:
            await villain.play("one", "do(rest)")
    async with opened(program) as again:
        found = await again.hello(made["table"], made["tokens"].values())
        if deed in FAILED and found.get("seq") != 2:
            wrong.append(f"after two answers the table is found as {found}")
        if deed in TOO_MUCH and found.get("code") != "frozen":
            wrong.append(f"the table is found as {found}")
    return made["table"], took, wrong


async def outwitted(program: Program, deed: str) -> tuple[float, list[str]]:
    """Have a bot do that at a new table. Returns after how many seconds the game went on, and what was wrong."""
    made = program.create("snare", me("one"), bot("two", "mcts"), options={"deed": deed})
    async with joined(program, made["table"], made["tokens"].values()) as player:
        played = await player.play("one", "step(left)")
        began = time.monotonic()
        answered = await player.until(played["seq"] + 1)
        took = time.monotonic() - began
    active = answered["views"]["one"]["active"]
    return took, [] if active == ["one"] else [f"the game waits for {active}"]


def acknowledged(crew: Crew) -> int:
    """How many moves have been acknowledged so far."""
    return sum(note["event"] == "acked" for note in crew.notes())


def faulted(database: Path) -> list[str]:
    """The tables that are marked, all of whose answers are still there."""
    connection = sqlite3.connect(database)
    try:
        kept = "SELECT count(*) FROM answers WHERE table_id = tables.id"
        return [table for (table,) in connection.execute(f"SELECT id FROM tables WHERE fault IS NOT NULL AND ({kept}) = 1")]  # noqa: S608 - constants
    finally:
        connection.close()


def processes(folder: Path) -> list[int]:
    """The processes that run what is in that folder."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has ended
            if str(folder).encode() in each.read_bytes() and int(each.parent.name) != os.getpid():
                found.append(int(each.parent.name))
    return found
