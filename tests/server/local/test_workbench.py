"""The workbench of a browser, in CPython: rules as text, and the table that follows them."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from rondel.engine import registry
from rondel.search.tree.unfolding import Unfolding
from rondel.server import protocol
from rondel.server.local.requests import Requests
from rondel.server.local.thinker import Thinker
from rondel.server.local.workbench import BrowserBench
from rondel.server.protocol.refused import Refusal
from tests.server.local.page import Page

RULES = Path("src/rondel/shelf/tic_tac_toe.py").read_text(encoding="utf-8").replace('"tic_tac_toe"', '"browser_row"')
ROW_OF_DISCS = Path("src/rondel/shelf/reversi.py").read_text(encoding="utf-8").replace('"reversi"', '"browser_row"', 1)
MARKED = 'says=_("Mark {cell}"))'
ALL_BUT_B2 = RULES.replace("return game.board.empty()", 'return [each for each in game.board.empty() if each.name != "b2"]')

Work = Callable[[Page, BrowserBench], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """Take the games of these rules out of the registry, which other tests list."""
    yield
    for name in ("browser_row", "other_row"):
        registry.LOADED.pop(name, None)


def run(folder: Path, work: Work) -> None:
    """Do the work at a new workbench."""

    async def all_of_it() -> None:
        page = Page()
        await work(page, BrowserBench(page.arena, folder / "browser_row.py"))

    asyncio.run(all_of_it())


async def begun(page: Page, bench: BrowserBench) -> None:
    """Open the table, join it, and mark a1 and b2."""
    now = await bench.read(RULES)
    assert (now.trouble, now.read) == (None, 1)
    await page.hello(now.table, now.tokens)
    for seq, (role, cell) in enumerate([("x", "a1"), ("o", "b2")]):
        assert (await page.say("play", role=role, move=f"mark({cell})", seq=seq))["type"] == "accepted"


def test_the_table_follows_the_rules(tmp_path: Path) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        now = await bench.read(RULES.replace(MARKED, 'says=_("Draw on {cell}"))'), file="my_row.py")
        assert (now.trouble, now.read, now.answers, now.source) == (None, 2, 2, "my_row.py")
        assert page.frames[-1]["type"] == "welcome"
        assert "Draw on" in str(page.position["views"]["x"])
        assert (await page.say("play", role="x", move="mark(c3)", seq=2))["type"] == "accepted"
        status, rounds = await page.request("GET", f"/api/tables/{now.table}/rounds/1?viewer=observer&since=0")
        assert status == 200, rounds

    run(tmp_path, work)


@pytest.mark.parametrize(
    ("wrong", "kind", "said", "line"),
    [
        (RULES.replace("def mark(", "def mark(("), "file", "SyntaxError", True),
        (RULES.replace("class TicTacToe(Game):", "1 // 0\n\n\nclass TicTacToe(Game):"), "file", "ZeroDivisionError", True),
        (RULES.replace("import Final", "import Final\nimport numpy_of_nobody"), "file", "no packages; `rondel dev` uses", True),
        (RULES.replace("class TicTacToe(Game):", "raise MemoryError\n\n\nclass TicTacToe(Game):"), "file", "768 MB", True),
        (f"import sys\nsys.exit(3)\n{RULES}".replace("from __future__ import annotations", ""), "file", "SystemExit", True),
        ("", "file", "holds no game", False),
        (
            RULES.replace("        return PlayerTurn\n\n    def dec", "        1 // 0\n\n    def dec"),
            "start",
            "ZeroDivision",
            True,
        ),
        (RULES.replace('name = "browser_row"', 'name = "other_row"'), "start", "start anew", False),
    ],
    ids=["no Python", "raises", "imports what is not there", "eats memory", "exits", "empty", "setup raises", "another name"],
)
def test_wrong_rules_are_said_with_their_line_and_change_nothing(
    tmp_path: Path, wrong: str, kind: str, said: str, *, line: bool
) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        now = await bench.read(wrong)
        assert now.trouble is not None
        assert (now.trouble.kind, now.trouble.line is not None, now.read) == (kind, line, 1)
        assert said in now.trouble.message
        assert (await page.say("play", role="x", move="mark(c3)", seq=2))["type"] == "accepted"
        assert (await bench.read(RULES)).trouble is None

    run(tmp_path, work)


def test_answers_that_no_longer_fit_are_kept_until_the_author_has_chosen(tmp_path: Path) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        now = await bench.read(ALL_BUT_B2)
        assert now.trouble is not None
        assert (now.trouble.kind, now.trouble.move, now.trouble.role) == ("moves", "mark(b2)", "o")
        assert (now.trouble.kept, now.trouble.of, page.position["seq"]) == (1, 2, 2)
        now = await bench.wish("keep")
        assert (now.trouble, now.answers, page.position["seq"]) == (None, 1, 1)
        moves = [each["text"] for each in page.position["views"]["o"]["moves"]]
        assert "mark(b2)" not in moves
        assert (await page.say("play", role="o", move="mark(c2)", seq=1))["type"] == "accepted"
        with pytest.raises(Refusal, match="nothing waits"):
            await bench.wish("keep")

    run(tmp_path, work)


def test_a_new_table_begins_under_rules_that_the_answers_do_not_fit(tmp_path: Path) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        before = await bench.read(ALL_BUT_B2)
        now = await bench.wish("anew")
        assert (now.trouble, now.table != before.table) == (None, True)
        await page.hello(now.table, now.tokens)
        assert len(page.position["views"]["x"]["moves"]) == 8

    run(tmp_path, work)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("1 // 0", "ZeroDivisionError"), ("raise MemoryError", "768 MB"), ("import numpy_of_nobody", "no packages")],
)
def test_rules_that_raise_during_the_game_are_told_with_their_line_until_they_are_dismissed(
    tmp_path: Path, wrong: str, said: str
) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        await bench.read(
            RULES.replace("    if game.board.full():", f'    if cell.name == "c3":\n        {wrong}\n    if game.board.full():')
        )
        assert (await page.say("play", role="x", move="mark(c3)", seq=2))["code"] == "rules"
        now = bench.standing()
        assert now.trouble is not None
        assert (now.trouble.kind, now.trouble.code, now.answers) == ("rules", wrong, 2)
        assert said in now.trouble.message
        assert (await bench.wish("dismiss")).trouble is None

    run(tmp_path, work)


def test_a_worker_that_takes_over_goes_on_with_the_table(tmp_path: Path) -> None:
    """The page hands in the table that it has kept, and with the rules whose it is."""

    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        before, other = bench.standing(), Page()
        other.requests = Requests(other.arena, rules=tmp_path / "browser_row.py")
        other.arena.store.bring(before.table, page.kept[before.table])
        said = {"text": RULES, "table": before.table, "tokens": before.tokens}
        status, now = await other.request("POST", "/api/dev/bench/rules", said)
        assert (status, now["trouble"], now["table"], now["answers"]) == (200, None, before.table, 2)
        await other.hello(now["table"], now["tokens"])
        assert other.position["seq"] == 2
        assert (await other.request("GET", "/api/dev/bench"))[1] == now
        assert (await other.request("POST", "/api/dev/bench", {"what": "anew"}))[1]["table"] != before.table

    run(tmp_path, work)


@pytest.mark.parametrize("wrong", ["the text", "the tokens"])
def test_a_table_that_was_damaged_on_its_way_is_not_gone_on_with(tmp_path: Path, wrong: str) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        await begun(page, bench)
        before, other = bench.standing(), Page()
        kept = page.kept[before.table]
        other.arena.store.bring(before.table, kept.replace("mark", "", 1)[:-3] if wrong == "the text" else kept)
        tokens = {**before.tokens, "o": "of nobody"} if wrong == "the tokens" else before.tokens
        now = await BrowserBench(other.arena, tmp_path / "browser_row.py").read(RULES, before.table, tokens)
        assert (now.trouble, now.answers) == (None, 0)
        assert now.table not in ("", before.table)

    run(tmp_path, work)


def test_a_table_is_set_up_with_options_and_with_bots_that_know_the_rules_as_they_are_written(tmp_path: Path) -> None:
    async def work(page: Page, bench: BrowserBench) -> None:
        page.thinker = Thinker(lambda: Unfolding, tmp_path / "thinker" / "rules.py")
        with pytest.raises(Refusal, match="no rules yet"):
            bench.game()
        await bench.read(ROW_OF_DISCS)
        offered = bench.game()
        assert (offered.name, offered.roles, offered.fewest) == ("browser_row", ("black", "white"), 2)
        assert [option["name"] for option in offered.options] == ["size"]
        seats = (protocol.NewSeat("black", "bot", "greedy"), protocol.NewSeat("white", "me"))
        with pytest.raises(Refusal, match="size"):
            await bench.set_up(protocol.BenchTable(seats, {"size": 5}))
        now = await bench.set_up(protocol.BenchTable(seats, {"size": 4}))
        assert (now.trouble, list(now.tokens)) == (None, ["white"])

        async def joined(table: str) -> None:
            welcome = await page.hello(table, now.tokens)
            assert welcome["scene"]["options"] == {"size": 4}
            await page.after(0)

        await joined(now.table)
        assert page.asked[-1]["bot"] == "greedy"
        now = await bench.read(ROW_OF_DISCS.replace("play_disc", "lay_disc"))
        assert now.trouble is not None
        now = await bench.wish("anew")
        assert now.trouble is None
        await joined(now.table)
        assert "lay_disc" in (tmp_path / "thinker" / "browser_row.py").read_text(encoding="utf-8")
        now = await bench.read(ROW_OF_DISCS.replace('"size"', '"width"'))
        now = await bench.wish("anew")  # no such option any more
        assert sorted(now.tokens) == ["black", "white"]

    run(tmp_path, work)
