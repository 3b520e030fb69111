"""Failed commands: a line on the standard error without a traceback, and the exit code."""

from __future__ import annotations

import pytest

from rondel.cli.exit_codes import code_of, serving
from rondel.errors import BadOption, BadRecord, IllegalMove, RondelError, UnknownGame, UnknownRole
from rondel.players.bots.registry import UnknownBot
from rondel.server import CannotServe, NoSuchTable
from tests.cli.shell import rondel


@pytest.mark.parametrize(
    ("argv", "code", "message"),
    [
        (["play", "mahjong"], 2, "rondel: unknown game 'mahjong'; known: "),
        (["play", "reversy"], 2, "rondel: unknown game 'reversy'; did you mean 'reversi'?"),
        (["play", "nothing.py"], 2, "rondel: no game file at 'nothing.py'"),
        (
            ["play", "reversi", "--as", "red"],
            2,
            "rondel: unknown role 'red': this game has 'black', 'white', or 'none'",
        ),
        (["play", "reversi", "--against", "deep"], 2, "rondel: unknown bot 'deep'; known: random, greedy, mcts"),
        (["play", "reversi", "--option", "size=7"], 2, "rondel: option 'size' cannot be 7: it is one of 4, 6, 8"),
        (["perft", "reversi"], 2, "Missing option '--depth'"),
        (["perft", "reversi", "--depth", "0"], 2, "Invalid value for '--depth'"),
        (["tournament", "reversi", "--players", "random"], 2, "rondel: a tournament of reversi needs two players or more"),
        (["replay", "nothing.json"], 2, "rondel: the record 'nothing.json' cannot be read: No such file or directory"),
        (["fly"], 2, "No such command 'fly'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_an_error_is_one_line(argv: list[str], code: int, message: str) -> None:
    done = rondel(*argv)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("error", "code"), [(UnknownGame, 2), (BadOption, 2), (UnknownRole, 2), (UnknownBot, 2), (BadRecord, 1), (IllegalMove, 1)]
)
def test_usage_errors_differ_from_faults(error: type[RondelError], code: int) -> None:
    assert code_of(error("it is wrong")) == code


@pytest.mark.parametrize(("error", "code"), [(NoSuchTable, 2), (CannotServe, 1)])
def test_where_no_server_starts_it_is_said_why(error: type[CannotServe], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended, serving():
        raise error("the port is taken")
    assert (ended.value.code, capsys.readouterr().err) == (code, "rondel: the port is taken\n")
