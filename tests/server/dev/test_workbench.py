"""The bench: rules that change under an open table, as their author sees it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import msgspec
import pytest

from rondel.engine import registry
from rondel.server import protocol
from rondel.server.dev.source import Source
from rondel.server.dev.workbench import Bench, NoBench
from rondel.server.live.bots.bot_pool import BotPool
from rondel.server.live.services import Services
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.transport.ws_session import Connection
from tests.server.rule_host.test_sandbox import workers

pytestmark = pytest.mark.anyio

NIM = (Path(__file__).parents[3] / "examples" / "nim.py").read_text(encoding="utf-8")


def both(game: protocol.GameInfo) -> protocol.NewTable:
    """A table at which the author has every seat."""
    return protocol.NewTable(game.name, tuple([protocol.NewSeat(role, "me") for role in game.roles]), {"passes": 2})


class Author:
    """Somebody with an editor, a terminal and a page."""

    def __init__(self, file: Path, wanted: Callable[[protocol.GameInfo], protocol.NewTable] = both) -> None:
        self.file = file
        self.said: list[str] = []
        self.bench = Bench(Source(file), wanted, self.said.append)
        self.store = SqliteStore(file.with_suffix(".sqlite3"))
        self.bots = BotPool()
        self.arena = TableRegistry(Services(self.store, self.bots, rule_host=self.bench))
        self.heard: list[dict[str, object]] = []
        self.page = Connection(self.arena, lambda *frames: self.heard.extend([msgspec.json.decode(frame) for frame in frames]))

    async def start(self) -> None:
        await self.bench.start(self.arena, self.store, self.bots)

    async def sit(self) -> protocol.Bench:
        now = await self.bench.news(0)
        await self.say(protocol.Hello(protocol.VERSION, now.table, tuple(now.tokens.values())))
        return now

    async def say(self, message: msgspec.Struct) -> dict[str, object]:
        """Say something; returns the last word to it."""
        await self.page.receive(msgspec.json.encode(message).decode())
        return self.heard[-1]

    async def play(self, role: str, move: str, seq: int) -> dict[str, object]:
        return await self.say(protocol.Play(f"{move}{len(self.heard)}", role, move, seq))

    async def save(self, old: str, new: str) -> protocol.Bench:
        """Save the example with a change, and wait until the page is told."""
        assert old in NIM
        before = (await self.bench.news(0)).number
        self.file.write_text(NIM.replace(old, new), encoding="utf-8")
        return await self.bench.news(before)

    async def stop(self) -> None:
        await self.bench.stop()
        await self.arena.close()
        await self.bench.close()


@pytest.fixture
async def author(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Author]:
    monkeypatch.setattr(registry, "LOADED", dict(registry.LOADED))
    file = tmp_path / "nim.py"
    file.write_text(NIM, encoding="utf-8")
    made = Author(file)
    yield made
    await made.stop()


async def test_who_stops_while_the_rules_are_read_leaves_no_process(author: Author) -> None:
    strangers = workers()
    await author.start()
    author.file.write_text(NIM.replace('_("Nim")', '_("Sticks")'), encoding="utf-8")
    while registry.LOADED["nim"].title != "Sticks":
        await asyncio.sleep(0)
    await author.stop()
    async with asyncio.timeout(60):
        while workers() - strangers:
            await asyncio.sleep(0.01)


async def test_what_is_saved_is_played_again_and_what_is_wrong_with_it_changes_nothing(author: Author) -> None:
    await author.start()
    first = await author.sit()
    for seq, (role, move) in enumerate((("first", "take(c1)"), ("second", "take(a2)"), ("first", "take(e3)"))):
        assert (await author.play(role, move, seq))["type"] == "update"

    # Other words: all fits, the page is shown everything anew, and the option has been kept.
    now = await author.save('title = _("Nim")', 'title = _("Sticks")')
    assert (now.table, now.answers, now.trouble) == (first.table, 3, None)
    shown = author.heard[-1]
    assert (shown["type"], shown["seq"], shown["scene"]["title"], shown["scene"]["options"]["passes"]) == (  # type: ignore[index]
        "welcome",
        3,
        "Sticks",
        2,
    )
    assert "3 answers" in author.said[-1]

    # No Python any more: said with the line, and the table goes on under the rules before.
    now = await author.save("class Nim(Game):", "class Nim(Game:")
    assert now.trouble is not None
    assert (now.trouble.kind, now.trouble.file, now.trouble.code) == ("file", "nim.py", "class Nim(Game:")
    assert author.said[-1].startswith(f"nim.py, line {now.trouble.line}: SyntaxError")
    assert (await author.play("second", "skip", 3))["type"] == "update"

    # The second heap has gone: the second answer does not fit, and what there is instead is said.
    now = await author.save("HEAPS = (3, 4, 5)", "HEAPS = (3, 0, 5)")
    assert now.trouble is not None
    assert (now.trouble.kind, now.trouble.move, now.trouble.role) == ("moves", "take(a2)", "second")
    assert (now.trouble.kept, now.trouble.of) == (1, 4)
    assert "legal for second" in now.trouble.message
    assert "take(a3)" in now.trouble.message
    assert author.heard[-1]["seq"] == 4, "the table has not changed"
    await author.bench.wish("keep")
    shown = author.heard[-1]
    assert (shown["type"], shown["seq"]) == ("welcome", 1)
    assert (await author.play("second", "take(a3)", 1))["type"] == "update"
    with pytest.raises(Refusal, match="nothing to be kept"):
        await author.bench.wish("keep")

    # Rules that break down while they are played: the move is refused, and the author is told where.
    now = await author.save("    last = game.player\n", "    last = 1 // 0\n")
    assert now.trouble is not None
    assert (now.trouble.kind, now.trouble.code, now.trouble.kept) == ("moves", "last = 1 // 0", 0)
    await author.bench.wish("anew")
    now = await author.bench.news(0)
    assert (now.trouble, now.table != first.table) == (None, True)
    await author.sit()
    assert (await author.play("first", "take(a1)", 0))["code"] == "rules"
    now = await author.bench.news(0)
    assert now.trouble is not None
    assert (now.trouble.kind, now.trouble.inside, now.trouble.code) == ("rules", "take", "last = 1 // 0")
    assert now.trouble.message.startswith("ZeroDivisionError")
    now = await author.save("HEAPS", "HEAPS")
    assert now.trouble is None
    assert (await author.play("first", "take(a1)", 0))["type"] == "update"


async def test_rules_that_cannot_be_read_at_first_are_waited_for(author: Author) -> None:
    author.file.write_text("import no_such_thing\n", encoding="utf-8")
    await author.start()
    now = await author.bench.news(0)
    assert now.table == ""
    assert now.trouble is not None
    assert (now.trouble.file, now.trouble.line) == ("nim.py", 1)
    now = await author.save("HEAPS", "HEAPS")
    assert now.table
    assert now.trouble is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("HEAPS = (3, 4, 5)\n", r"^'nim.py' holds no game: write a class in it"),
        (NIM.replace('name = "nim"', 'name = "reversi"'), "called 'reversi', as one that is shipped"),
        (NIM.replace('Option("passes"', 'Option("skips"'), "'passes'"),
    ],
    ids=["no game", "a name that is taken", "an option there is not"],
)
async def test_what_was_asked_for_and_is_not_there_ends_it(author: Author, text: str, why: str) -> None:
    author.file.write_text(text, encoding="utf-8")
    with pytest.raises(NoBench, match=why):
        await author.start()
