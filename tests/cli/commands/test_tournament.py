"""``rondel tournament``: its output, its stored files, and its exit codes."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.cli.shell import rondel


def test_the_standings_for_programs() -> None:
    done = rondel("tournament", "tic_tac_toe", "--players", "random,greedy,mcts:20", "--games", "4", "--seed", "1", "--json")
    report = json.loads(done.stdout)
    assert report["game"] == "tic_tac_toe"
    assert {row["player"]: row["games"] for row in report["standings"]} == {"random": 8, "greedy": 8, "mcts:20": 8}
    assert sum(row["points"] for row in report["standings"]) == 12
    for row in report["standings"]:
        assert row["wins"] + row["draws"] + row["losses"] == row["games"]


def test_the_standings_for_people() -> None:
    lines = rondel("tournament", "tic_tac_toe", "--players", "random,greedy", "--games", "4").stdout.splitlines()
    assert lines[0] == "player  games   wins  draws losses  points a game (95 %)        rating (95 %)"
    assert len(lines) == 3


def test_a_stored_tournament_continues(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    argv = ["tournament", "reversi", "--players", "random,deep=greedy", "--games", "4", "--into", str(folder), "--option"]
    first = rondel(*argv, "size=4", "--workers", "2")
    assert first.stdout.splitlines()[-1] == f"The report is in {folder / 'report.html'}"
    assert sorted(each.name for each in folder.iterdir()) == ["outcomes.jsonl", "report.html", "standings.json"]
    kept = (folder / "outcomes.jsonl").read_text()
    assert len(kept.splitlines()) == 5
    assert rondel(*argv, "size=4").stdout == first.stdout
    assert (folder / "outcomes.jsonl").read_text() == kept
    other = rondel(*argv, "size=6")
    assert other.returncode == 2
    assert "belongs to another tournament (options: {'size': 4} there, {'size': 6} now)" in other.stderr


def test_a_failing_player_loses_and_is_named(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("import sys; sys.exit('out of ideas')")
    done = rondel("tournament", "tic_tac_toe", "--players", f"random,bad=pipe:{sys.executable} {bad}", "--games", "2")
    assert "bad lost 2 by a fault of its own: it broke down (0-1/0: " in done.stdout
    assert "out of ideas" in done.stdout


def test_a_program_that_is_not_there_is_a_wrong_call(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    argv = ["tournament", "tic_tac_toe", "--games", "2", "--into", str(folder), "--players"]
    done = rondel(*argv, "random,mine=pipe:./no_such_bot")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "rondel: 'mine' cannot take part, so nothing is played: './no_such_bot' cannot be started: No such file or directory\n"
    )
    assert rondel(*argv, "random,greedy").returncode == 0, "the folder is not taken"


def test_swiss_rounds_and_incompatible_options() -> None:
    argv = ["tournament", "tic_tac_toe", "--players", "a=random,b=random,c=random", "--games", "2"]
    assert json.loads(rondel(*argv, "--swiss", "2", "--json").stdout)["played"] == 4
    both = rondel(*argv, "--workers", "2", "--ray", "local")
    assert both.returncode == 2
    assert "give one of them" in both.stderr


def test_progress_is_written_where_there_is_no_terminal_too() -> None:
    done = rondel("tournament", "tic_tac_toe", "--players", "random,greedy", "--games", "20", "--json")
    assert done.stderr.splitlines() == [f"tic_tac_toe: {number} of 20 games" for number in range(2, 21, 2)]
    assert json.loads(done.stdout)["game"] == "tic_tac_toe"
