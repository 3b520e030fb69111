"""Serving as a program: what it prints, and that nothing acknowledged is lost when it is killed."""

from __future__ import annotations

import asyncio
import re
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rondel.server import CannotServe, NoSuchTable, UnusableFolder, serve
from rondel.server.storage import schema
from tests.chaos.supervisor import cpu_seconds
from tests.server.harness import Program, bot, free, joined, me, opened

pytestmark = pytest.mark.anyio

GAMES = Path(__file__).parent / "rule_host" / "games"


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    with Program(tmp_path) as started:
        yield started


# -- what it prints ----------------------------------------------------------------------------------------------------


async def test_a_table_against_a_bot_is_opened_and_its_address_can_be_used(tmp_path: Path) -> None:
    with Program(tmp_path, "reversi:greedy") as program:
        found = re.fullmatch(
            r"Your table is at (http://127\.0\.0\.1:\d+)/table/([\w-]{22})#invite=([\w-]{32})", program.lines[1]
        )
        assert found is not None, program.lines
        address, table, invite = found.groups()
        assert address == program.address
        assert [seat["kind"] for seat in program.get(f"/api/tables/{table}").json()["seats"]] == ["open", "bot"]
        taken = program.post(f"/api/tables/{table}/seat", {"invite": invite}).json()
        assert taken["role"] == "black"
        async with joined(program, table, [taken["token"]]) as client:
            await client.play("black", "play_disc(d3)")
            await client.until(2)


async def test_a_game_that_a_package_brings_is_as_confined_in_the_workers_of_bots_as_at_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, data = tmp_path / "package", tmp_path / "data"
    (package / "walk-1.0.dist-info").mkdir(parents=True)
    (package / "walk-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: walk\nVersion: 1.0\n")
    (package / "walk-1.0.dist-info" / "entry_points.txt").write_text("[rondel.games]\nsnare = walk:Snare\n")
    game = (GAMES / "snare.py").read_text()
    deed = f'open({str(tmp_path / "written")!r}, "a").close()'
    (package / "walk.py").write_text(game.replace("misbehave(game.option(DEED))", deed))
    monkeypatch.setenv("PYTHONPATH", str(package))
    with Program(data, cold=True) as program:
        made = program.create("snare", me("one"), bot("two", "greedy"))
        async with joined(program, made["table"], made["tokens"].values()) as player:
            await player.play("one", "step(left)")
            await player.until(2)
    assert not (tmp_path / "written").exists()


def test_the_second_start_is_quick(tmp_path: Path) -> None:
    Program(tmp_path, cold=True).stop()
    with Program(tmp_path, cold=True) as program:
        assert program.get("/api/games").status_code == 200
        assert cpu_seconds(program.process.pid) < 3, "its own: the machine may be busy with other tests"


def test_a_taken_port_is_replaced_by_a_free_one_and_that_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = f"from rondel.server import serve; serve('127.0.0.1', {port}, {str(tmp_path)!r})"
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            said = re.fullmatch(r"Port (\d+) is taken, so this one takes (\d+)\n", process.stdout.readline())
            assert said is not None
            assert (int(said[1]), process.stdout.readline()) == (port, f"Rondel is at http://127.0.0.1:{said[2]}/\n")
            process.terminate()


@pytest.mark.parametrize(
    ("open_table", "message"),
    [
        ("reversy:mcts", "unknown game 'reversy'; did you mean 'reversi'"),
        ("reversi:mtcs", "there is no bot 'mtcs'; there is level:1, level:2, level:3, level:4, level:5, random, greedy, mcts"),
    ],
)
def test_a_table_that_cannot_be_opened_is_said(tmp_path: Path, open_table: str, message: str) -> None:
    said: list[str] = []
    with pytest.raises(NoSuchTable, match=re.escape(message)):
        serve("127.0.0.1", 0, tmp_path, open_table, say=said.append)
    assert said == []


def test_an_address_of_another_machine_cannot_be_listened_at(tmp_path: Path) -> None:
    with pytest.raises(CannotServe, match=r"cannot listen at 192\.0\.2\.1:80"):
        serve("192.0.2.1", 80, tmp_path)


def test_a_data_folder_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder" / "arena.sqlite3").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "arena.sqlite3").write_text("Dear diary, " * 100)
    for name, words in (
        ("file", "/file' is a file, not a folder"),
        ("file/below", "/file' is a file, not a folder"),
        ("folder", "arena.sqlite3' is a folder, and the tables are kept in a file of that name"),
        ("n" * 300, "its name is too long"),
    ):
        with pytest.raises(UnusableFolder, match="cannot be used") as refused:
            serve("127.0.0.1", 0, tmp_path / name)
        assert str(refused.value).endswith(words)
        assert "Errno" not in str(refused.value)
    with pytest.raises(CannotServe, match=r"restore a backup with `rondel admin restore FILE --data .*other --yes`") as damaged:
        serve("127.0.0.1", 0, tmp_path / "other")
    assert not isinstance(damaged.value, UnusableFolder)
    path = tmp_path / "data" / "arena.sqlite3"
    schema.prepare(path)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = 'from the future'")
    connection.commit()
    connection.close()
    with pytest.raises(CannotServe, match="install the rondel that wrote them"):
        serve("127.0.0.1", 0, tmp_path / "data")


async def test_it_ends_when_it_is_told_to_and_says_so_to_those_who_are_there(program: Program) -> None:
    created = program.create("tic_tac_toe", me("x"), me("o"))
    async with joined(program, created["table"], created["tokens"].values()) as client:
        program.stop()
        await client.socket.wait_closed()
        assert client.socket.close_code == 1012


async def test_what_is_being_carried_out_is_stored_and_told_before_a_server_stops_and_nothing_new_is_taken(
    program: Program,
) -> None:
    """The database is kept busy from outside, so that an answer is on its way while the server is told to stop."""
    created = program.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], created["tokens"]
    connection = sqlite3.connect(program.folder / "arena.sqlite3", isolation_level=None)
    async with joined(program, table, [tokens["x"]]) as ada, joined(program, table, [tokens["o"]]) as bob:
        connection.execute("BEGIN IMMEDIATE")
        sent = ada.message("play", role="x", move="mark(b2)")
        await ada.say(sent)
        deadline = time.monotonic() + 60
        while not busy(program, table):
            assert time.monotonic() < deadline, "the answer never reached the server"
        program.process.terminate()
        while (health := program.get("/health")).json() != {"status": "draining"}:
            assert time.monotonic() < deadline, "the server never drained"
        assert health.status_code == 503
        refused = program.post("/api/tables", {"game": "tic_tac_toe", "seats": [me("x"), me("o")]})
        assert (refused.status_code, refused.json()["code"]) == (503, "draining")
        late = bob.message("play", role="o", move="mark(a1)")
        await bob.say({**late, "seq": 1})
        connection.execute("ROLLBACK")
        connection.close()
        assert await ada.hear("accepted", "refused") == {"type": "accepted", "id": sent["id"], "seq": 1}
        assert (await ada.hear("update"))["seq"] == (await bob.hear("update"))["seq"] == 1
        for client in (ada, bob):
            with pytest.raises(ConnectionClosed):
                await client.hear("accepted", "refused")
            assert client.socket.close_code == 1012
        assert program.process.wait(10) == 0
    program.stop()
    program.start()
    async with opened(program) as bob:
        since = {"seq": 1, "events": {"o": 1}}
        assert (await bob.hello(table, [tokens["o"]], since))["type"] == "resumed"
        assert (await bob.ask({**late, "seq": 1})) == {"type": "accepted", "id": late["id"], "seq": 2}


def busy(program: Program, table: str) -> bool:
    """Whether something is being carried out at that table."""
    try:
        httpx.get(f"{program.address}/api/tables/{table}", timeout=httpx.Timeout(60, read=0.5), trust_env=False)
    except httpx.ReadTimeout:
        return True
    return False


async def test_a_bot_that_thinks_does_not_keep_a_server_from_stopping(tmp_path: Path) -> None:
    with Program(tmp_path, bots={"seconds": 600}) as program:
        created = program.create("reversi", me("black"), bot("white", "mcts"))
        async with joined(program, created["table"], created["tokens"].values()) as client:
            await client.play("black", "play_disc(d3)")
            pid = program.process.pid
            children = Path(f"/proc/{pid}/task/{pid}/children")
            deadline = time.monotonic() + 60
            while not (workers := children.read_text().split()):
                assert time.monotonic() < deadline, "no worker was started"
                await asyncio.sleep(0.02)
            program.process.terminate()
            assert program.process.wait(60) == 0, "it thinks for ten minutes"
        program.stop()
        assert not any(Path(f"/proc/{each}").exists() for each in workers)


async def test_workers_do_not_outlive_a_server_that_is_killed(program: Program) -> None:
    created = program.create("reversi", me("black"), bot("white", "mcts"))
    async with joined(program, created["table"], created["tokens"].values()) as client:
        await client.play("black", "play_disc(d3)")
        await client.until(2)
        pid = program.process.pid
        workers = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        assert workers, "no worker was started"
        program.kill()
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{each}").exists() and "python" in Path(f"/proc/{each}/cmdline").read_text() for each in workers):
        assert time.monotonic() < deadline, "a worker outlived its server"
        await asyncio.sleep(0.05)


# -- killed ------------------------------------------------------------------------------------------------------------


async def test_a_server_restarted_in_mid_game_goes_on_and_so_do_its_players(program: Program) -> None:
    created = program.create("reversi", me("black", "Ada"), free("white"))
    table, token = created["table"], created["tokens"]["black"]
    other = program.post(f"/api/tables/{table}/seat", {"invite": created["invite"], "name": "Bob"}).json()["token"]
    async with joined(program, table, [token]) as ada, joined(program, table, [other]) as bob:
        await ada.play("black", "play_disc(d3)")
        await bob.until(1)
        await bob.play("white", "play_disc(c3)")
        await ada.until(2)
        unsure = ada.message("play", role="black", move="play_disc(c4)")
        answer = await ada.ask(unsure)
        await ada.until(3)
        left = await bob.until(3)
        program.kill()
        with pytest.raises(ConnectionClosed):
            await ada.hear("update")
    program.start()
    async with joined(program, table, [token]) as ada, joined(program, table, [other]) as bob:
        assert bob.welcome["views"] == left["views"]
        assert len(bob.welcome["events"]["white"]) == 3
        assert [seat["name"] for seat in bob.welcome["table"]["seats"]] == ["Ada", "Bob"]
        assert await ada.ask(unsure) == answer, "the same message again has the same answer, after the restart too"
        await bob.play("white", bob.welcome["views"]["white"]["moves"][0]["text"])


async def test_undo_and_next_game_survive_a_restart(program: Program) -> None:
    created = program.create("tic_tac_toe", me("x"), me("o"))
    table, tokens = created["table"], list(created["tokens"].values())
    async with joined(program, table, tokens) as both:
        for role, cell in [("x", "a1"), ("o", "a2"), ("x", "b1"), ("o", "b2"), ("x", "c1")]:
            await both.play(role, f"mark({cell})")
        again = both.message("again")
        answer = await both.ask(again)
        await both.until(6)
        await both.play("x", "mark(b2)")
        await both.play("o", "mark(c3)")
        before = await both.until(8)
        undone = await both.ask(both.message("undo", role="o"))
        left = await both.until(undone["seq"])
    program.kill()
    program.start()
    async with joined(program, table, tokens) as both:
        assert both.welcome["seq"] == 9
        assert both.welcome["table"]["round"] == 2
        assert both.welcome["views"] == left["views"]
        for role, events in both.welcome["events"].items():
            told = before["events"][role] + left["events"][role]
            assert events[-2:] == [{**event, "changes": []} for event in told], "the log keeps what was taken back"
            assert [event["name"] for event in events[-2:]] == ["mark", "undo"]
        assert await both.ask(again) == answer
