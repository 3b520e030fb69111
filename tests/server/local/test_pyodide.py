"""The arena of a browser in Pyodide, run by Node, and the same arena in CPython: both send the same bytes."""

import asyncio
import json
import random
import subprocess
from pathlib import Path

import browser
import msgspec
import prepare
import pytest

import rondel
from rondel.door import shipped
from rondel.server.live.bots.question import Question
from rondel.server.local.worker import PageArena, answer_question
from rondel.server.table import bot_turn
from tests.server.local.page import Page


async def played(name: str) -> tuple[str, str]:
    """A table of that game, played to its end at random: its text, and the frame that joins it."""
    page = Page()
    created = await page.table(name, *[(role, "me") for role in rondel.new(name).roles])
    await page.play(random.Random(name).choice)
    hello = {"type": "hello", "version": 1, "table": created["table"], "tokens": list(created["tokens"].values())}
    return page.kept[created["table"]], json.dumps(hello)


async def nothing(table: str, text: str) -> None:
    """Keep nothing."""


async def no_bot(line: str) -> str:
    """No bot plays."""
    raise AssertionError(line)


async def joined(text: str, hello: str) -> str:
    """The first frame that a page is sent at that table."""

    arena = PageArena(nothing, no_bot)
    arena.bring(text)
    frames: list[str] = []
    await arena.connect(frames.append).receive(hello)
    return frames[0]


REQUESTS = ("/api/languages", "/api/texts/de", "/api/games", "/api/bots", "/api/games/shephy/rules?lang=de")
"""What also reads files that lie beside the modules."""


def question(name: str) -> str:
    """A question to a bot at the start of that game."""
    game = rondel.new(name, seed=1)
    role = game.active[0]
    known = bot_turn.knowledge(game, role, "greedy")
    assert known is not None
    return msgspec.json.encode(Question(1, role, "greedy", 1.0, 7, known.knows, known.game)).decode()


async def answered(path: str) -> str:
    """The answer to a GET request, as JSON."""
    return await PageArena(nothing, no_bot).request(json.dumps({"method": "GET", "path": path}))


@pytest.mark.played
@pytest.mark.timeout(300)
def test_the_same_answers_lead_to_the_same_bytes_in_pyodide() -> None:
    browser.pack()
    tables = [asyncio.run(played(name)) for name in shipped()]
    lines = [json.dumps({"bring": text, "hello": hello}) for text, hello in tables]
    lines += [json.dumps({"request": json.dumps({"method": "GET", "path": path})}) for path in REQUESTS]
    questions = [question(name) for name in shipped()]
    lines += [json.dumps({"question": each}) for each in questions]
    script = Path(__file__).with_name("pyodide_arena.mjs")
    argv = [browser.node(prepare.web_packages()), str(script), str(browser.PYODIDE), str(browser.PACKED)]
    done = subprocess.run(argv, input="\n".join(lines), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    there = done.stdout.splitlines()
    assert len(there) == len(lines)
    for name, found, (text, hello) in zip(shipped(), there, tables, strict=False):
        assert asyncio.run(joined(text, hello)) == found, name
        assert '"over":true' in found
    for path, found in zip(REQUESTS, there[len(tables) :], strict=False):
        assert asyncio.run(answered(path)) == found, path
    for each, found in zip(questions, there[len(tables) + len(REQUESTS) :], strict=True):
        assert answer_question(each) == found, each
        assert json.loads(found)["move"], found
