"""``rondel play --web``: the players of the terminal, at a table in the browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rondel
from rondel.cli.app import app
from rondel.cli.commands.new import new as begin
from rondel.client import Arena
from rondel.server import protocol
from tests.cli.shell import COMMAND


def test_the_address_has_all_seats_of_the_screen_and_ctrl_c_leaves_the_record(tmp_path: Path) -> None:
    """The first dice are those that the terminal would throw by the same seed."""
    kept = tmp_path / "kept.json"
    command = [*COMMAND, "play", "liars_dice", "--web", "--seats", "3", "--against", "person,rollout:2:1", "--port", "0"]
    command += ["--no-open", "--seed", "7", "--record", str(kept)]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # the command flushes itself
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=buffered) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            said = process.stdout.readline()
            found = re.fullmatch(r"Your table is at (http://127\.0\.0\.1:\d+)/table/([\w-]+)#invite=[\w-]+&seats=(\S+)\n", said)
            assert found is not None, said
            address, table, roles = found.groups()
            with urllib.request.urlopen(f"{address}/api/tables/{table}", timeout=10) as answer:
                seats = json.load(answer)["seats"]
            assert [(seat["kind"], seat["bot"]) for seat in seats] == [("open", ""), ("open", ""), ("bot", "rollout:2:1")]
            assert roles.split(",") == [seat["role"] for seat in seats[:2]]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
        assert process.stdout.read() == f"The record is in {kept}.\nstopped\n"
    record = json.loads(kept.read_text(encoding="utf-8"))
    dealt = rondel.new("liars_dice", seats=3, seed=7).record()["answers"]
    assert dealt
    assert record["answers"][: len(dealt)] == [list(each) for each in dealt]


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["reversi", "--record", "nowhere/kept.json"], "the record cannot be written to 'nowhere/kept.json'"),
        (["reversi", "--against", "mtcs:500"], "unknown bot 'mtcs'; did you mean 'mcts'?"),
        (["reversi", "--against", "mcts:quick"], "has no budget 'quick'"),
    ],
)
def test_wrong_usage_is_reported_before_serving(argv: list[str], why: str) -> None:
    done = CliRunner().invoke(app, ["play", *argv, "--web", "--no-open", "--port", "0"])
    assert done.stdout == ""
    assert why in str(done.exception)


def own_game(which: str, folder: Path) -> Path:
    """A game file: the README's, or that of ``rondel new`` under the name of a shipped game."""
    if which == "shipped":
        begin("pond", folder)
        path = folder / "reversi.py"
        path.write_text((folder / "pond.py").read_text(encoding="utf-8").replace('"pond"', '"reversi"'), encoding="utf-8")
        return path
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    (rules,) = [each for each in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "(Game)" in each]
    path = folder / "mine.py"
    path.write_text(rules, encoding="utf-8")
    return path


@pytest.mark.parametrize("which", ["readme", "shipped"])
def test_a_game_file_is_played_in_the_browser(which: str, tmp_path: Path) -> None:
    command = [*COMMAND, "play", str(own_game(which, tmp_path)), "--web", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            said = process.stdout.readline()
            found = re.match(r"Your table is at (http://127\.0\.0\.1:\d+)/table/([\w-]+)#invite=([\w-]+)&seats=(\w+)", said)
            assert found is not None, said
            address, table, invite, role = found.groups()
            with urllib.request.urlopen(f"{address}/table/{table}", timeout=10) as page:
                assert b"<script" in page.read()
            asyncio.run(one_move(address, table, invite, role))
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0


async def one_move(address: str, table: str, invite: str, role: str) -> None:
    """Take the seat and play its first legal move."""
    arena = Arena(address)
    taken = await arena.take_seat(table, protocol.TakeSeat(role=role, invite=invite))
    async with arena.at(table, [taken.token]) as sitting:
        async for position in sitting:
            if position.moves(role):
                assert await sitting.play(role, position.moves(role)[0]) > 0
                return
