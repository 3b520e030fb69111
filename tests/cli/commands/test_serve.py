"""``rondel serve``, started like a host does: its output, its service, and its early refusals."""

from __future__ import annotations

import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.cli.shell import COMMAND, rondel


def test_it_serves(tmp_path: Path) -> None:
    """The address is printed when it is there to be opened."""
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path), "--table", "tic_tac_toe:random"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _each in range(2)]
        address = re.search(r"http://\S+/", lines[0])
        assert address is not None, lines
        assert re.search(r"/table/\S+#invite=\S+", lines[1])
        with urllib.request.urlopen(address[0], timeout=10) as page:
            assert page.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def test_with_dev_it_says_where_the_developers_view_is(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--dev", "--port", "0", "--data", str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _each in range(2)]
        address = re.search(r"http://\S+/dev/tree", lines[1])
        assert address is not None, lines
        assert "shows what is hidden" in lines[1]
        with urllib.request.urlopen(address[0].replace("/dev/tree", "/api/dev"), timeout=10) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("mahjong:mcts", "rondel: unknown game 'mahjong'"),
        ("nosuch", "rondel: unknown game 'nosuch'"),
        ("reversi:zork", "rondel: there is no bot 'zork'; there is "),
    ],
)
def test_a_table_there_cannot_be_is_refused_before_anything_else(tmp_path: Path, table: str, message: str) -> None:
    done = rondel("serve", "--port", "0", "--data", str(tmp_path / "data"), "--table", table)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "data").exists()


def test_a_file_for_a_folder_is_refused_with_how_to_choose_another(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = rondel("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"rondel: the data folder '{tmp_path}/file' cannot be used: '{tmp_path}/file' is a file, not a folder\n"
        "Choose another folder: rondel serve --data FOLDER\n"
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--mail", "smtp://ann:hunter2@mail:port?from=a@b.org"], "rondel: a mail server is written like smtp://user:"),
        (["--mail", "smtp://ann:hunter2@mail"], "rondel: say from whom the mails come: smtp://…?from=arena@example.org"),
        (
            ["--mail", "smtp://ann:hunter2@mail?from=a@b.org"],
            "rondel: links in mails need the public address of the arena: --url",
        ),
    ],
)
def test_a_mail_server_is_refused_in_one_line_without_its_password(given: list[str], message: str, tmp_path: Path) -> None:
    done = rondel("serve", "--data", str(tmp_path), *given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1
    assert "hunter2" not in done.stderr
