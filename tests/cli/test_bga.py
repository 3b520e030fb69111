"""``rondel bga``: projects for Board Game Arena Studio."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bga.fixture import Fixture, corpus
from tests.cli.shell import rondel


def fixture(name: str) -> Fixture:
    (found,) = [each for each in corpus() if each.name == name]
    return found


def test_import_for_programs(tmp_path: Path) -> None:
    found = fixture("calls_unread")
    found.write(tmp_path)
    done = rondel("bga", "import", str(tmp_path), "--json")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["states"] == found.expected["states"]
    assert [(each["file"], each["line"]) for each in printed["unread"]][:1] == [(f"{tmp_path}/states.inc.php", 3)]
    assert sorted(printed["unread"][0]) == ["file", "line", "text", "why"]
    assert [each[0] for each in printed["supplied"]] == [1, 99]


def test_what_is_no_project_is_called_wrongly(tmp_path: Path) -> None:
    done = rondel("bga", "import", str(tmp_path), "--json")
    assert done.returncode == 2
    assert done.stderr.startswith(f"rondel: {tmp_path} holds neither a states.inc.php nor modules/php/States/*.php")
