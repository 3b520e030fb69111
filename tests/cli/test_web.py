"""``rondel play --web``: the players of the terminal, at a table in the browser."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import urllib.request

import pytest
from typer.testing import CliRunner

from rondel.cli.app import app
from tests.cli.shell import COMMAND


def test_the_address_is_for_all_who_share_the_screen_and_ctrl_c_ends_it() -> None:
    command = [
        *COMMAND,
        "play",
        "liars_dice",
        "--web",
        "--seats",
        "3",
        "--against",
        "person,greedy",
        "--port",
        "0",
        "--no-open",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            said = process.stdout.readline()
            found = re.fullmatch(r"Your table is at (http://127\.0\.0\.1:\d+)/table/([\w-]+)#invite=[\w-]+&seats=(\S+)\n", said)
            assert found is not None, said
            address, table, roles = found.groups()
            with urllib.request.urlopen(f"{address}/api/tables/{table}", timeout=10) as answer:
                seats = json.load(answer)["seats"]
            assert [seat["kind"] for seat in seats] == ["open", "open", "bot"]
            assert roles.split(",") == [seat["role"] for seat in seats[:2]]
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
        assert process.stdout.read() == "stopped\n"


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["reversi", "--seed", "1"], "--seed and --record are for the terminal"),
        (["reversi", "--against", "mcts:500"], "there is no bot 'mcts:500'; there is level:1"),
    ],
)
def test_what_the_browser_has_not_is_said(argv: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = CliRunner().invoke(app, ["play", *argv, "--web", "--no-open", "--port", "0"])
    assert done.exit_code == 2
    assert why in capsys.readouterr().err + done.stderr
