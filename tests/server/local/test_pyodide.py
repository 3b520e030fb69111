"""The arena of a browser in Pyodide, run by Node, and the same arena in CPython: both send the same bytes."""

import asyncio
import json
import random
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import prepare
import pyodide_pack
import pytest

import rondel
from rondel.door import shipped
from rondel.search.tree.unfolding import Unfolding
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.live.bots.question import Question
from rondel.server.local.browser_store import StoredTable
from rondel.server.local.thinker import Asked
from rondel.server.local.worker import PageArena, Thinker
from rondel.server.table import bot_turn
from rondel.server.table.commands import Setting
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer
from tests.browser.scripts import SHORT
from tests.conftest import sampled
from tests.server.local.page import Page

pytestmark = [pytest.mark.played, pytest.mark.timeout(1800)]

RECORDS = len(sampled(range(200), range(2)))
"""Games of each kind that both play again."""

[MOST] = sampled([150], [40])
"""Answers of each of them, at most."""

WHOLE, SHOWN = 10, 40
"""Of so many of them one is shown to one viewer position by position, at most so many."""

Line: TypeAlias = dict[str, Any]
"""What ``pyodide_arena.mjs`` reads."""


async def done(line: Line) -> list[str]:
    """What the arena in this process answers to such a line."""
    arena = PageArena(nothing, no_bot)
    for table, text in line.get("bring", {}).items():
        arena.bring(table, text)
    answers: list[str] = []
    for frame in line.get("frames", ()):
        told: list[str] = []
        await arena.connect(told.append).receive(frame)
        answers.append(told[0])
    answers += [await arena.request(json.dumps(each)) for each in line.get("requests", ())]
    thinker = Thinker(lambda: Unfolding)
    return answers + [thinker.answer(each) for each in line.get("questions", ())]


async def nothing(table: str, text: str | None) -> None:
    """Keep nothing."""


async def no_bot(line: str) -> str:
    """No bot plays."""
    raise AssertionError(line)


Told: TypeAlias = Callable[[], list[str]]
"""Waits for the answers to a line."""


@pytest.fixture(scope="module")
def there() -> Iterator[Callable[[Line], Told]]:
    """Asks the arena in Pyodide, which works while this process does."""
    pyodide_pack.pack()
    script = Path(__file__).with_name("pyodide_arena.mjs")
    argv = [pyodide_pack.node(prepare.web_packages()), str(script), str(pyodide_pack.PYODIDE), str(pyodide_pack.PACKED)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as node:
        assert node.stdin is not None
        assert node.stdout is not None
        asked, told = node.stdin, node.stdout

        def answers() -> list[str]:
            found: list[str] = json.loads(told.readline() or "null")  # null where Node has ended, and said why
            return found

        def ask(line: Line) -> Told:
            asked.write(f"{json.dumps(line)}\n")
            asked.flush()
            return answers

        yield ask
        asked.close()
        assert node.wait() == 0


async def played(name: str, luck: random.Random, options: Mapping[str, Any], whole: bool) -> Line:
    """A table of that game, played at random, for which both are asked: how it stands at last for all seats, and in the middle
    for an onlooker; of a ``whole`` one also a row of positions for one of the seats."""
    roles = list(rondel.new(name, options=options).roles)
    page = Page()
    created = await page.table(name, *[(role, "me") for role in roles], options=options)
    stored = msgspec.json.decode(page.kept[created["table"]], type=StoredTable)
    answers, tokens = list(islice(answered(stored.entry, luck), MOST)), list(created["tokens"].values())
    some = answers[: luck.randrange(len(answers))]
    middle = StoredTable(
        msgspec.structs.replace(stored.entry, id="middle"), [msgspec.structs.replace(each, table="middle") for each in some]
    )
    shown = f"/api/tables/{created['table']}/rounds/1?viewer={luck.choice(roles)}&since={len(some)}&most={SHOWN}"
    return {
        "bring": {created["table"]: StoredTable(stored.entry, answers).text(), "middle": middle.text()},
        "frames": [hello(created["table"], tokens), hello("middle", [])],
        "requests": [{"method": "GET", "path": shown, "tokens": tokens}] if whole else [],
    }


def answered(entry: TableEntry, luck: random.Random) -> Iterator[Answer]:
    """The answers of a game at a table, to its end."""
    table = open_table(entry)
    while not table.over:
        role = luck.choice(table.active)
        move = luck.choice(table.game.moves(role)).text
        message = protocol.Play(id=f"m{table.seq}", role=role, move=move, seq=table.seq)
        yield table.step(message, table.game.roles, Setting(0, b"")).answer


def hello(table: str, tokens: Sequence[str]) -> str:
    """The frame that joins a table."""
    return json.dumps({"type": "hello", "version": 1, "table": table, "tokens": list(tokens)})


@pytest.mark.parametrize("name", shipped())
def test_the_same_record_leads_to_the_same_bytes(name: str, there: Callable[[Line], Told]) -> None:
    luck = random.Random(name)
    for number in range(RECORDS):
        line = asyncio.run(played(name, luck, SHORT.get(name, {}), number % WHOLE == 0))
        answers = there(line)
        [last, middle, *shown] = found = asyncio.run(done(line))
        assert answers() == found, f"game {number}"
        assert '"over":true' in last or json.loads(last)["seq"] == MOST
        assert '"roles":[]' in middle
        assert all(json.loads(json.loads(each)["body"])["steps"] for each in shown)


PATHS = ("/api/languages", "/api/texts/de", "/api/games", "/api/bots", "/api/games/shephy/rules?lang=de")
"""What also reads files that lie beside the modules."""


def test_the_same_request_has_the_same_answer(there: Callable[[Line], Told]) -> None:
    line = {"requests": [{"method": "GET", "path": path} for path in PATHS]}
    found = there(line)()
    assert asyncio.run(done(line)) == found
    assert {json.loads(each)["status"] for each in found} == {200}


def question(name: str) -> str:
    """A question to a bot at the start of that game."""
    game = rondel.new(name, seed=1)
    role = game.active[0]
    known = bot_turn.knowledge(game, role, "greedy")
    assert known is not None
    line = msgspec.json.encode(Question(1, role, "greedy", 1.0, 7, known.knows, known.game)).decode()
    return msgspec.json.encode(Asked(bot=line)).decode()


def test_the_same_question_has_the_same_answer(there: Callable[[Line], Told]) -> None:
    line = {"questions": [question(name) for name in shipped()]}
    found = there(line)()
    assert asyncio.run(done(line)) == found
    assert all(json.loads(each)["move"] for each in found)


NIM = Path("tests/testing/mistakes/nim.py").read_text(encoding="utf-8")
MISTAKES = {
    NIM.replace("-> To[NextPlayer]", "-> To[NextPlyer]", 1): (
        "goes to the unknown state 'NextPlyer'",
        {"def take(game: Nim, cell: Cell) -> To[NextPlyer] | To[GameEnd]:"},
    ),
    NIM.replace("    taken =", "    while True:\n        pass\n    taken =", 1): (
        "did not return; an endless loop?",
        {"while True:", "pass"},
    ),
}
"""Rules with a mistake, and the finding in them: its message, and the lines that it may name."""


def test_mistakes_in_rules_are_found_with_their_lines(there: Callable[[Line], Told]) -> None:
    answers = there({"rules": list(MISTAKES)})()
    for (text, (said, places)), found in zip(MISTAKES.items(), answers, strict=True):
        [finding] = json.loads(found)
        assert said in finding["message"]
        assert text.splitlines()[finding["line"] - 1].strip() in places
