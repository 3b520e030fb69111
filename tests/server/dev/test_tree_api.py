"""The developer's view: what it says of a tree, and that it is nowhere unless it was asked for."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from rondel.search.tree.unfolding import Unfolding
from rondel.server.protocol.bounds import LARGEST_FRAME
from tests.server.harness import FAKE_CLIENT, Json, Running, bot, free, joined, me

pytestmark = pytest.mark.anyio

PAGES = ("/dev/tree", "/dev/tree/game/reversi", "/dev/tree/table/abc")
ADDRESSES = ("start", "node", "count", "solve")


@pytest.fixture(scope="module")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the developer's view."""
    folder = tmp_path_factory.mktemp("open")
    (folder / "index.html").write_bytes(FAKE_CLIENT["index.html"])
    with Running(folder, client=folder, unfold=Unfolding) as running:
        yield running


def asked(server: Running, address: str, **body: Any) -> Json:
    answer = server.post(f"/api/dev/{address}", body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def answers(*given: tuple[str, str]) -> list[Json]:
    return [{"role": role, "move": move} for role, move in given]


# -- where it is not asked for -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_without_it_there_is_no_page(server: Running, path: str) -> None:
    assert server.get(path).status_code == 404
    shown = server.get(path, headers={"accept": "text/html"})
    assert (shown.status_code, shown.content) == (404, FAKE_CLIENT["index.html"]), "the page says that there is nothing"


def test_without_it_nothing_of_a_table_is_told(server: Running) -> None:
    """The bodies are good: with the view they would be answered."""
    table = server.create("kuhn_poker", me("first"), free("second"))["table"]
    record = rondel.new("kuhn_poker", chance="explicit").record()
    for address in ADDRESSES:
        for body in ({"table": table}, {"record": record}, {"game": "kuhn_poker"}):
            answer = server.post(f"/api/dev/{address}", body)
            assert answer.status_code in (404, 405), (address, answer.text)
            assert answer.json()["code"] in ("not_found", "method_not_allowed")
    assert server.get("/api/dev").status_code == 404


# -- where it is -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES)
def test_its_addresses_are_the_page(open_server: Running, path: str) -> None:
    answer = open_server.get(path)
    assert (answer.status_code, answer.content) == (200, FAKE_CLIENT["index.html"])
    assert open_server.get("/api/dev").json() == ["tree"]


def test_a_game_is_unfolded_from_its_start(open_server: Running) -> None:
    root = asked(open_server, "start", game="reversi", options={"size": 6})
    assert root["scene"]["options"] == {"size": 6}
    node = asked(open_server, "node", record=root["record"])
    assert [each["move"] for each in node["moves"]] == [
        str(each) for each in rondel.new("reversi", options={"size": 6}).moves()
    ]
    first = node["moves"][0]
    below = asked(open_server, "node", record=root["record"], answers=answers((first["role"], first["move"])), most=2)
    assert (below["total"], len(below["moves"])) == (first["moves"], 2)
    assert below["description"] == "white must play a disc"
    rest = asked(open_server, "node", record=root["record"], answers=answers((first["role"], first["move"])), first=2)
    whole = asked(open_server, "node", record=root["record"], answers=answers((first["role"], first["move"])))
    assert [*below["moves"], *rest["moves"]] == whole["moves"]


async def test_a_table_is_unfolded_from_where_it_stood_while_it_goes_on(open_server: Running) -> None:
    created = open_server.create("kuhn_poker", me("first"), me("second"))
    async with joined(open_server, created["table"], created["tokens"].values()) as client:
        cards = {
            role: client.welcome["views"][role]["containers"][f"hand_{role}"]["tokens"][0]["face"]
            for role in ("first", "second")
        }
        root = asked(open_server, "start", table=created["table"])
        await client.play("first", "check")
        node = asked(open_server, "node", record=root["record"])
    assert [each["move"] for each in node["moves"]] == ["check", "bet"]
    for role, card in cards.items():
        assert node["views"][role]["containers"][f"hand_{role}"]["tokens"][0]["face"] == card
    assert "tokens" not in node["views"]["observer"]["containers"]["hand_first"], "each seat sees what it sees"


def test_a_record_is_unfolded_from_its_end(open_server: Running) -> None:
    game = rondel.new("tic_tac_toe")
    game.push("mark(b2)")
    root = asked(open_server, "start", record=game.record())
    assert asked(open_server, "node", record=root["record"])["total"] == 8


@pytest.mark.parametrize("name", ["leduc_poker", "cant_stop", "shephy"])
def test_a_record_may_be_cut_short_anywhere_and_leads_on_to_the_same(open_server: Running, name: str) -> None:
    """So a tree begins an answer earlier, chance's answers included."""
    game = rondel.new(name, seats=2 if name == "cant_stop" else None, seed=5)
    luck = Random(2)
    while not game.is_over and len(game.record()["answers"]) < 8:
        game.push(luck.choice(game.moves()))
    record = game.record()
    given = record["answers"]
    ends = [
        asked(
            open_server,
            "node",
            record=asked(open_server, "start", record={**record, "answers": given[:cut]})["record"],
            answers=answers(*given[cut:]),
        )
        for cut in (0, len(given) // 2, len(given) - 1, len(given))
    ]
    assert all(each == ends[0] for each in ends)
    assert ends[0]["views"][game.roles[0]]["state"] == game.state


def test_it_counts_and_solves(open_server: Running) -> None:
    record = asked(open_server, "start", game="tic_tac_toe")["record"]
    way = answers(("x", "mark(b2)"), ("o", "mark(b1)"))
    assert asked(open_server, "count", record=record)["ways"][:4] == [9, 72, 504, 3024]
    worth = asked(open_server, "solve", record=record, answers=way)
    assert worth["value"] == {"x": 1.0, "o": -1.0}
    assert worth["moves"][worth["best"]] == worth["value"]


@pytest.mark.parametrize(
    ("address", "body", "status", "code", "message"),
    [
        ("start", {}, 400, "malformed", "a tree begins with a 'game', a 'table' or a 'record'; send one of them"),
        ("start", {"game": "mahjong"}, 404, "unknown_game", "unknown game 'mahjong'"),
        ("start", {"game": "reversi", "options": {"size": 7}}, 422, "bad_option", "option 'size'"),
        ("start", {"table": "nowhere"}, 404, "unknown_table", "there is no such table"),
        ("start", {"record": {"game": "reversi"}}, 422, "bad_record", "not a record"),
        ("node", {"record": {}}, 404, "unknown_game", "unknown game 'None'"),
        ("node", {"record": 7}, 400, "malformed", "'record' must be an object"),
        ("solve", {"record": rondel.new("kuhn_poker", chance="explicit").record()}, 422, "unsolvable", "'kuhn_poker' hides"),
    ],
)
def test_what_cannot_be_unfolded_is_refused(
    open_server: Running, address: str, body: Json, status: int, code: str, message: str
) -> None:
    answer = open_server.post(f"/api/dev/{address}", body)
    said = answer.json()
    assert (answer.status_code, said["code"]) == (status, code), said
    assert said["message"].startswith(message)


def test_a_move_there_is_not_is_refused(open_server: Running) -> None:
    record = asked(open_server, "start", game="tic_tac_toe")["record"]
    twice = answers(("x", "mark(b2)"), ("o", "mark(b2)"))
    answer = open_server.post("/api/dev/node", {"record": record, "answers": twice})
    assert (answer.status_code, answer.json()["code"]) == (422, "illegal_move")


def test_the_record_of_a_long_game_is_taken(open_server: Running) -> None:
    """Other requests are at most 16 KiB."""
    game = rondel.new("hearts", seed=1)
    luck = Random(3)
    while len(json.dumps(game.record())) < 1.2 * LARGEST_FRAME:
        role = game.active[0]
        game.push(luck.choice(game.moves(role)), role)
    record = asked(open_server, "start", record=game.record())["record"]
    assert asked(open_server, "node", record=record)["total"] == len(game.moves(game.active[0]))


async def test_tables_go_on_while_a_tree_is_unfolded(tmp_path: Path) -> None:
    """It is unfolded beside the event loop: who asks something else is answered meanwhile."""
    begun, may_end = threading.Event(), threading.Event()

    class Slow(Unfolding):
        def count(self, limit: int) -> list[int]:
            begun.set()
            assert may_end.wait(20)
            return super().count(limit)

    with Running(tmp_path, unfold=Slow) as server:
        record = asked(server, "start", game="tic_tac_toe")["record"]
        counting = asyncio.create_task(asyncio.to_thread(asked, server, "count", record=record))
        assert await asyncio.to_thread(begun.wait, 20)
        created = server.create("tic_tac_toe", me("x"), bot("o"))
        async with joined(server, created["table"], created["tokens"].values()) as client:
            await client.play("x", "mark(b2)")
        assert not counting.done()
        may_end.set()
        assert (await counting)["ways"][0] == 9


async def test_rules_that_break_down_are_told_in_full(tmp_path: Path) -> None:
    """Who looks here is who mends them."""

    class Broken(Unfolding):
        def node(self, most: int, first: int = 0) -> dict[str, Any]:
            raise ZeroDivisionError("the rules divide by nothing")

    with Running(tmp_path, unfold=Broken) as server:
        record = asked(server, "start", game="tic_tac_toe")["record"]
        answer = server.post("/api/dev/node", {"record": record})
    assert (answer.status_code, answer.json()["code"]) == (500, "rules")
    assert "ZeroDivisionError: the rules divide by nothing" in answer.json()["message"]
