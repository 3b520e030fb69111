"""Every game of this folder is checked, and played to its end in the terminal and, by bots in two languages, at a server.

A new game comes by itself, with its test. `tests/browser/test_authors.py` walks each through the page.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from rondel.client import Arena, Refused
from rondel.server.protocol import Created, NewSeat, NewTable
from rondel.testing import LAWS
from rondel.testing.laws.registry import SLOW
from tests.authors.collection import FOLDER, GAMES, SHORT, called
from tests.cli.shell import rondel as command
from tests.conftest import SCALE
from tests.server.harness import Program

BRIEF = ("--games", "1", "--limit", "3", *[f"--law={law}" for law in LAWS if law not in SLOW])
"""How much `rondel check` tries: the quick laws on the first answers of one short game, without a limit of time."""
LINES = 300
"""The most lines that a person types in one game at the terminal: some random games are very long, so the next one is tried."""
SEEDS = 8
PATIENCE = 100
"""Seconds: as long as a game may take on a busy machine."""

each_game = pytest.mark.parametrize("game", GAMES, ids=called)


def short(game: Path) -> list[str]:
    """The options of a short game, as typed."""
    return [f"--option={name}={value}" for name, value in SHORT.get(called(game), {}).items()]


def test_there_are_games() -> None:
    assert FOLDER / "market.py" in GAMES


@each_game
def test_it_is_checked(game: Path) -> None:
    done = command("check", str(game), *(() if SCALE >= 1 else (*BRIEF, *short(game))))
    assert done.returncode == 0, done.stdout
    assert "nothing wrong found" in done.stdout


@each_game
def test_it_is_played_to_its_end_in_the_terminal(game: Path) -> None:
    """Against random bots, by somebody who types numbers: of a move in the list, or for a move that asks for one."""
    for seed in range(SEEDS):
        random = Random(seed)
        typed = "".join(f"{random.choice((random.randint(1, 9), random.randint(1, 40)))}\n" for _each in range(LINES))
        done = command("play", str(game), "--against", "random", "--seed", str(seed), *short(game), typed=typed)
        if "The game is over" in done.stdout:
            assert done.returncode == 0, done.stderr
            return
    pytest.fail(f"no game has ended:\n{done.stdout[-2000:]}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """One server that has all these games, as `rondel serve --game` does."""
    with Program(
        tmp_path_factory.mktemp("authors"), bots={"pace": 0.0, "seconds": 0.1}, games=list(map(str, GAMES))
    ) as program:
        yield program


async def played(arena: Arena, created: Created, role: str) -> tuple[list[str], dict[str, float]]:
    """Answer for a role at random until the game is over; returns its winners and scores."""
    random = Random(4)
    async with arena.at(created.table, [created.tokens[role]]) as table:
        async for position in table:
            if position.over:
                return position.views[role]["winners"], position.views[role]["scores"]
            if moves := position.to_answer(role):
                try:
                    await table.play(role, random.choice(moves), position.seq)
                except Refused as refused:
                    if refused.code != "stale":  # another role was quicker: the newer position comes
                        raise
    raise AssertionError("the table has closed before the end")


async def both(address: str, name: str, options: dict[str, Any]) -> tuple[object, object]:
    """The result of a game, as a bot in Python and one in JavaScript see it; other seats have random bots."""
    arena = Arena(address)
    [offer] = [each for each in await arena.games() if each.name == name]
    mine, yours, *others = offer.roles[: max(2, offer.fewest)]
    seats = NewSeat(mine, "me"), NewSeat(yours, "me"), *(NewSeat(role, "bot", bot="random") for role in others)
    created = await arena.create(NewTable(name, seats, options))
    script = await asyncio.create_subprocess_exec(
        *("node", "--experimental-websocket", "--no-warnings", str(FOLDER / "bot.mjs")),
        *(address, created.table, yours, created.tokens[yours]),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        winners, scores = await asyncio.wait_for(played(arena, created, mine), PATIENCE)
        said, complaint = await asyncio.wait_for(script.communicate(), PATIENCE)
    finally:
        if script.returncode is None:
            script.kill()
    assert script.returncode == 0, complaint.decode()
    return {"winners": winners, "scores": scores}, json.loads(said)


@each_game
def test_bots_in_python_and_javascript_play_it_to_its_end_at_a_server(server: Program, game: Path) -> None:
    in_python, in_javascript = asyncio.run(both(server.address, rondel.load(game).name, SHORT.get(called(game), {})))
    assert in_python == in_javascript
