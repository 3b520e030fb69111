"""``rondel check GAME --records DIR``: the result for each game in progress, and the exit code."""

from __future__ import annotations

import json
from pathlib import Path

import rondel as package
from tests.cli.commands.test_check import NIM
from tests.cli.shell import rondel

OPENING = ["take(1)", "take(2)"]


def kept(folder: Path) -> Path:
    """The rules of Nim in a file, and beside it a record and a snapshot of two games."""
    (folder / "nim.py").write_text(NIM)
    kind = package.load(folder / "nim.py")
    records = folder / "records"
    records.mkdir()
    for name, answers in (("short", OPENING[:1]), ("long", OPENING)):
        game = package.new(kind, seed=1)
        for answer in answers:
            game.push(answer)
        (records / f"{name}.json").write_text(json.dumps(game.snapshot() if name == "short" else game.record()))
    return records


def test_rules_that_have_not_changed(tmp_path: Path) -> None:
    kept(tmp_path)
    done = rondel("check", "nim.py", "--records", "records", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "nim, version 1: 2 files in records\n"
        "  long.json: replays (record of version 1, 2 answers)\n"
        "  short.json: replays (snapshot of version 1, 1 answer)\n"
        "2 replay\n"
    )


def test_rules_under_which_a_record_stops(tmp_path: Path) -> None:
    """Only one stick may be taken now: the game in which two were taken cannot go on."""
    kept(tmp_path)
    (tmp_path / "nim.py").write_text(NIM.replace("min(2, game.sticks.value)", "1"))
    done = rondel("check", "nim.py", "--records", "records", cwd=tmp_path)
    assert done.returncode == 1
    assert "  long.json: cannot go on (record of version 1, 2 answers): " in done.stdout
    assert "does not replay at answer 2 of 2: illegal move 'take(2)'" in done.stdout
    assert done.stdout.endswith("1 replay, 1 cannot go on\n")


def test_rules_of_another_version_with_a_migration(tmp_path: Path) -> None:
    kept(tmp_path)
    changed = NIM.replace(
        'name = "nim"', 'name = "nim"\n    version = 2\n    migrations = (Migration(1, 2, props={"sticks": "heap"}),)'
    )
    changed = changed.replace('Prop("sticks"', 'Prop("heap"').replace("GameEnd, Prop", "GameEnd, Migration, Prop")
    changed = changed.replace("min(2, game.sticks.value)", "min(3, game.sticks.value) - 1")
    (tmp_path / "nim.py").write_text(changed.replace("range(1, ", "range(2, "))
    done = rondel("check", "nim.py", "--records", "records", "--json", cwd=tmp_path)
    report = json.loads(done.stdout)
    assert (done.returncode, report["game"], report["version"], report["ok"]) == (1, "nim", 2, False)
    assert [(each["file"], each["outcome"], each["answer"]) for each in report["files"]] == [
        ("long.json", "fails", 1),
        ("short.json", "migrates", 1),
    ]


def test_rules_changed_without_another_version(tmp_path: Path) -> None:
    """The snapshot fits, but its answers do not lead there any more: somebody forgot to raise the version."""
    kept(tmp_path)
    (tmp_path / "records" / "long.json").unlink()
    (tmp_path / "nim.py").write_text(NIM.replace("range(1, min", "range(2, 1 + min"))
    done = rondel("check", "nim.py", "--records", "records", cwd=tmp_path)
    assert done.returncode == 1
    assert "  short.json: restores (snapshot of version 1, 1 answer; it does not replay: " in done.stdout


def test_a_folder_that_is_not_there_is_called_wrongly(tmp_path: Path) -> None:
    assert rondel("check", "tic_tac_toe", "--records", str(tmp_path / "nowhere")).returncode == 2


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    done = rondel("check", "tic_tac_toe", "--records", str(tmp_path))
    assert done.returncode == 1
    assert "has no records" in done.stderr


def test_rules_that_cannot_work_are_said_first(tmp_path: Path) -> None:
    kept(tmp_path)
    (tmp_path / "nim.py").write_text(NIM.replace("To[Turn] | To[GameEnd]", "To[Trun] | To[GameEnd]"))
    done = rondel("check", "nim.py", "--records", "records", cwd=tmp_path)
    assert done.returncode == 1
    assert "did you mean 'Turn'?" in done.stderr
