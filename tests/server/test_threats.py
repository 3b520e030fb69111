"""The page of threats: every item of the checklist is there, with a test that exists or a reason; and the laws that lie across
all modules."""

from __future__ import annotations

import ast
import asyncio
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest

import rondel
from rondel.errors import AnswerError, BadOption
from rondel.server import protocol
from rondel.server.accounts.names import clean
from rondel.server.features.chat.wording import worded
from rondel.server.protocol.bounds import LARGEST_FRAME
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal
from rondel.server.transport.app import handlers
from rondel.server.transport.login.cookie import SESSION
from rondel.server.transport.middleware import UNSUBSCRIBED
from rondel.server.transport.openapi import document
from tests.server.accounts.visitors import Browser
from tests.server.harness import Json, Running, joined, me

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src" / "rondel" / "server"
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
ITEMS = dict(re.findall(r"^\| (S\d+) \| (.+) \|$", PAGE, re.MULTILINE))
REASONS = ("Not here", "Not tried", "not here yet")


def test_every_item_is_there_once_and_in_order() -> None:
    assert re.findall(r"^\| (S\d+) \|", PAGE, re.MULTILINE) == [f"S{number}" for number in range(1, 46)]


@pytest.mark.parametrize("item", ITEMS)
def test_an_item_has_a_test_or_a_reason(item: str) -> None:
    assert "`tests/" in ITEMS[item] or any(each in ITEMS[item] for each in REASONS)


@pytest.mark.parametrize("named", sorted(set(re.findall(r"`(tests/[\w/]+\.py::\w+)`", PAGE))))
def test_a_test_that_is_named_exists(named: str) -> None:
    path, _, function = named.partition("::")
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == function]
    assert len(found) == 1


def test_nothing_that_could_be_code_is_read() -> None:
    # What speaks to others; also between processes, where multiprocessing would pickle.
    banned = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "yaml", "jsonpickle", "multiprocessing"}
    for path in [each for room in ("server", "client", "players") for each in (SERVER.parent / room).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import():
                    assert not banned & {each.name.partition(".")[0] for each in node.names}, path
                case ast.ImportFrom():
                    assert (node.module or "").partition(".")[0] not in banned, path
                case ast.Call(func=ast.Name(id="eval" | "exec" | "compile" | "__import__")):
                    pytest.fail(f"{path}:{node.lineno} runs what may be a text of somebody else")


def test_the_page_never_makes_markup_of_text() -> None:
    sources = list((ROOT / "web" / "src").rglob("*.ts*"))
    assert len(sources) > 20
    found = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|new Function|\beval\(")
    assert [path.name for path in sources if found.search(path.read_text(encoding="utf-8"))] == []


# -- S8 and S27: what every address does -------------------------------------------------------------------------------

PATHS = document(handlers())["paths"]
ASKED = sorted(path for path, methods in PATHS.items() if "get" in methods)
DONE = sorted(path for path, methods in PATHS.items() if "post" in methods)


def filled(path: str, table: str) -> str:
    """An address with something that there is in every place of it, as far as one can know."""
    there = {"game": "tic_tac_toe", "table_id": table, "name": "Ada Stone", "number": "1", "kind": "log", "lang": "de"}
    return re.sub(r"\{(\w+)\}", lambda found: there.get(found[1], "none"), path)


def dump(server: Running) -> list[str]:
    """Every row there is, but for the marks of time, which change by themselves."""
    with closing(sqlite3.connect(server.database)) as connection:
        return [line for line in connection.iterdump() if not line.startswith('INSERT INTO "marks"')]


@pytest.fixture(scope="module")
def private(server: Running) -> Json:
    """A private table at which somebody with an account has won a game and begun another."""

    async def play() -> None:
        async with joined(server, made["table"], made["tokens"].values()) as both:
            for number, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
                await both.play("xo"[number % 2], f"mark({cell})")
            await both.ask(both.message("again"))
            await both.hear("welcome")
            await both.play("x", "mark(a1)")

    with Browser(server) as ada:
        assert ada.register("Ada Stone").status_code == 201
        made = ada.table(me("x"), me("o"))
        asyncio.run(play())
        ada.post(f"/api/tables/{made['table']}/chat", json={"id": "1", "text": "well played"})
    return made


def test_no_address_changes_anything_when_it_is_asked(server: Running, private: Json) -> None:
    before = dump(server)
    for path in ASKED:
        answer = server.get(filled(path, private["table"]))
        assert answer.status_code < 500, path
    assert dump(server) == before


def test_no_address_does_anything_for_a_foreign_page_or_a_form(server: Running, private: Json) -> None:
    before = dump(server)
    for path in DONE:
        at = filled(path, private["table"])
        seat = {"rondel-seat": private["tokens"]["x"]}
        foreign = server.post(at, {}, headers={**seat, "origin": "http://evil.example"})
        form = server.post(at, content=b"a=b", headers={**seat, "content-type": "application/x-www-form-urlencoded"})
        assert (foreign.status_code, form.status_code) == (403, 200 if at.startswith(UNSUBSCRIBED) else 415), path
    assert dump(server) == before


def test_no_address_tells_anybody_of_a_private_table_who_does_not_know_it(server: Running, private: Json) -> None:
    told = {path: server.get(filled(path, "none")).text for path in ASKED}
    told |= {
        path: server.get(path).text for path in ("/", "/account", "/people/Ada Stone", "/health", "/sitemap.xml", "/robots.txt")
    }
    assert "Ada Stone" in told["/api/people/{name}"], "there is somebody to be told of"
    assert [path for path, text in told.items() if private["table"] in text] == []


# -- S16 and S19: what somebody sends takes neither room nor time -------------------------------------------------------


@pytest.mark.parametrize("game", rondel.games())
def test_no_option_makes_a_game_large(game: str) -> None:
    offered = type(rondel.new(game)).options
    for option in offered:
        assert option.values or None not in (option.low, option.high), f"{game}: {option.name} has no end"
        for value in (10**6, -(10**6), 10**400, 1e308, "m" * 20_000, [8], {"size": 8}, None):
            with pytest.raises(BadOption) as said:
                rondel.new(game, options={option.name: value})
            assert len(str(said.value)) < 300
    largest = {each.name: max(each.values) if each.values else each.high for each in offered}
    with suppress(BadOption):  # where they do not go together
        begun = rondel.new(game, options=largest)
        assert all(len(begun.moves(role)) < 10_000 for role in begun.active)


MESSAGE = msgspec.json.Decoder(protocol.ClientMessage)
WORDS = (
    " ",
    "a",
    "\u0301",
    "\u200d",
    "((",
    "mark(",
    "mark(a1,",
    "a=b;",
    "rondel=",
    "---------a",
    "\uff21",
    '{"a":',
    "\\",
    "x\u202e",
)
LONG = [(each * LARGEST_FRAME)[:LARGEST_FRAME] for each in WORDS]


@pytest.mark.parametrize(
    "look",
    [
        worded,
        clean,
        lambda text: SESSION.value(text, secure=False),
        lambda text: rondel.new("chess").push(text, "white"),
        lambda text: read(MESSAGE, text, "it"),
    ],
    ids=["chat", "name", "cookie", "move", "message"],
)
def test_no_text_takes_long_to_look_at(look: Callable[[str], object]) -> None:
    """By the best of three, so that a busy machine does not decide."""
    for text in LONG:
        took = []
        for _each in range(3):
            began = time.thread_time()
            with suppress(Refusal, AnswerError):
                look(text)
            took.append(time.thread_time() - began)
        assert min(took) < 0.1, f"{text[:20]!r}…"
