"""``rondel bga``: projects for Board Game Arena Studio."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bga.fixture import Fixture, corpus
from tests.bga.planted import STATES, sound
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


def broken(folder: Path) -> Path:
    project = sound()
    project.files[STATES] = (
        project.files[STATES].replace("'turn' => ST_TURN", "'turn' => 77").replace("'plan' => ST_PLAN, ", "")
    )
    return project.write(folder)


def test_check_a_sound_project(tmp_path: Path) -> None:
    sound().write(tmp_path)
    done = rondel("bga", "check", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path}: nothing found\n", "")


def test_check_names_file_line_severity_code_and_fix(tmp_path: Path) -> None:
    done = rondel("bga", "check", str(broken(tmp_path)))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert (
        f"{tmp_path}/states.inc.php:41: error: transition 'turn' of state 'nextPlayer' leads to 77, which is not a state; "
        "add the state, or lead to one of (1, 2, 3, 4, 5, 99) [target-missing]"
    ) in lines
    assert lines[-1] == f"{tmp_path}: 2 errors, 2 warnings"


def test_check_for_programs_and_for_a_workflow(tmp_path: Path) -> None:
    done = rondel("bga", "check", str(broken(tmp_path)), "--json")
    printed = json.loads(done.stdout)
    assert (done.returncode, printed["ok"], printed["counts"]) == (1, False, {"error": 2, "warning": 2, "note": 0})
    assert {each["code"] for each in printed["findings"]} == {"target-missing", "transition-unknown", "unreachable"}
    done = rondel("bga", "check", str(tmp_path), "--format", "github")
    assert f"::error file={tmp_path}/states.inc.php,line=41,title=target-missing::transition 'turn'" in done.stdout


def test_check_ends_as_it_is_told(tmp_path: Path) -> None:
    assert rondel("bga", "check", str(broken(tmp_path)), "--fail-on", "never").returncode == 0
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / "states.inc.php").write_text("<?php $machinestates = [2 => ['name' => 'a', 'type' => 'game', 'action' => 'b']];")
    assert rondel("bga", "check", str(alone)).returncode == 0
    assert rondel("bga", "check", str(alone), "--fail-on", "warning").returncode == 1
    done = rondel("bga", "check", str(alone), "--fail-on", "warnings")
    assert (done.returncode, done.stderr) == (2, "rondel: --fail-on warnings is not known; did you mean 'warning'?\n")


def test_the_hook_for_pre_commit_runs_the_check() -> None:
    hooks = (Path(__file__).parents[3] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "- id: rondel-bga-check\n" in hooks
    assert "  entry: rondel bga check\n" in hooks
    assert "  pass_filenames: false\n" in hooks


def test_a_path_without_a_project_is_wrong_usage(tmp_path: Path) -> None:
    done = rondel("bga", "import", str(tmp_path), "--json")
    assert done.returncode == 2
    assert done.stderr.startswith(f"rondel: {tmp_path} has neither a states.inc.php nor modules/php/States/*.php")


def test_a_file_without_a_machine(tmp_path: Path) -> None:
    (tmp_path / "cards.php").write_text("<?php class Cards {}")
    done = rondel("bga", "check", str(tmp_path / "cards.php"))
    assert (done.returncode, "the file has no state machine: the file gives $machinestates no value" in done.stdout) == (
        1,
        True,
    )
    assert done.stdout.endswith("[no-machine]\n" + f"{tmp_path}/cards.php: 1 error\n")
    for command in (("bga", "walk"), ("bga", "import"), ("diagram",)):
        done = rondel(*command, str(tmp_path / "cards.php"))
        assert done.returncode == 1
        assert done.stderr.startswith("rondel: no state of the game was read, so there is nothing to ")


def test_walk_a_sound_project(tmp_path: Path) -> None:
    sound().write(tmp_path)
    done = rondel("bga", "walk", str(tmp_path), "--walks", "50")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(
        "50 walks: 50 came to the end, 0 were stopped by an absent player, 0 reached the limit of states\n"
    )
    assert "never reached" not in done.stdout


def test_walk_in_which_an_absent_player_stops_the_table(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace(", 'zombiePass' => ST_NEXT", "")
    project.write(tmp_path)
    done = rondel("bga", "walk", str(tmp_path), "--walks", "50", "--leaving", "0.5")
    assert done.returncode == 1
    assert f"{tmp_path}/states.inc.php:11: a player who leaves in state 'playerTurn' stops the table" in done.stdout
    done = rondel("bga", "walk", str(tmp_path), "--walks", "50", "--leaving", "0.5", "--json")
    (stuck,) = json.loads(done.stdout)["stuck"]
    assert (done.returncode, stuck["state"], stuck["asked"]) == (1, 2, ["zombiePass"])


def test_walk_where_only_a_run_tells_how_it_goes_on(tmp_path: Path) -> None:
    fixture("state_classes").write(tmp_path)
    carry = tmp_path / "modules" / "php" / "States" / "Carry.php"
    text = carry.read_text().replace(", transitions: ['done' => 99]", "")
    before = "return $this->full() ? 'done' : Draw::class;"
    for after, said in (("return $this->next();", "only the running game knows the next state: "), ("", "no way out: ")):
        carry.write_text(text.replace(before, after))
        done = rondel("bga", "walk", str(tmp_path), "--walks", "5", "--leaving", "0")
        assert f"\n{said}'carryHome' ended 5 walks (" in done.stdout


def test_a_state_that_stands_twice_is_told_once(tmp_path: Path) -> None:
    fixture("state_classes").write(tmp_path)
    old = "<?php $machinestates = [10 => ['name' => 'drawOld', 'type' => 'activeplayer', 'transitions' => ['on' => 20]]];"
    (tmp_path / "states.inc.php").write_text(old)
    done = rondel("bga", "walk", str(tmp_path), "--walks", "5", "--json")
    assert [each[:2] for each in json.loads(done.stdout)["visits"]] == [
        [1, "gameSetup"], [10, "Draw"], [20, "carryHome"], [99, "gameEnd"],
    ]  # fmt: skip
    found = json.loads(rondel("bga", "check", str(tmp_path), "--json").stdout)["findings"]
    assert [each["code"] for each in found if each["severity"] == "error"] == ["id-twice"]


def test_import_writes_a_game_that_is_sound_and_can_be_played(tmp_path: Path) -> None:
    sound().write(tmp_path / "stones game")
    done = rondel("bga", "import", str(tmp_path / "stones game"), "--into", str(tmp_path))
    assert done.returncode == 0, done.stderr
    module = tmp_path / "stones_game.py"
    assert done.stdout.startswith(f"{module}: 4 states and 3 actions; each PHP method is a TODO with its place\n")
    done = rondel("check", str(module), "--games", "2")
    assert done.returncode == 0, done.stdout
    assert [each for each in done.stderr.splitlines() if not each.startswith(("checking:", "time:"))] == []
    assert (tmp_path / "stones_game_porting.md").exists()


def test_import_writes_nothing_over(tmp_path: Path) -> None:
    sound().write(tmp_path / "a")
    rondel("bga", "import", str(tmp_path / "a"), "--into", str(tmp_path), "--name", "mine")
    before = (tmp_path / "mine.py").read_text(encoding="utf-8")
    done = rondel("bga", "import", str(tmp_path / "a"), "--into", str(tmp_path), "--name", "mine")
    assert done.returncode == 2
    assert done.stderr.startswith(f"rondel: {tmp_path / 'mine.py'} exists already, and the import overwrites no file")
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == before
    done = rondel("bga", "import", str(tmp_path / "a"), "--into", str(tmp_path / "gone"), "--name", "mine")
    assert (done.returncode, "cannot write to" in done.stderr) == (2, True)
    done = rondel("bga", "import", str(tmp_path / "a"), "--into", str(tmp_path), "--name", "Mine!")
    assert (done.returncode, "cannot name a game" in done.stderr) == (2, True)


def test_import_without_a_readable_machine(tmp_path: Path) -> None:
    fixture("all_unread").write(tmp_path)
    done = rondel("bga", "import", str(tmp_path), "--into", str(tmp_path), "--name", "ship")
    assert done.returncode == 1
    assert done.stderr.startswith("rondel: no state of the game was read, so there is nothing to bring over: ")
