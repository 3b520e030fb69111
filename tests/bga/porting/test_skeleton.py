"""Skeletons: every imported project is a sound Rondel game, by the laws of its graph and by mypy."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import rondel
from rondel.bga import Reading
from rondel.bga.machine.reader import NothingRead
from rondel.bga.porting.skeleton import Skeleton, write
from rondel.cli.commands.check import startable
from rondel.engine.checks.ruleset import rules_of
from rondel.testing.report import Subject, examine
from tests.bga.fixture import Fixture, corpus
from tests.bga.planted import GAME, STATES, sound
from tests.bga.spelling import Speller
from tests.bga.test_spelling import MACHINES

PLAYING = [each for each in corpus() if each.expected["states"] and each.name not in ("duplicate_keys",)]


def written(fixture: Fixture, folder: Path, name: str = "brought") -> Path:
    module, _table = write(Skeleton(Reading(fixture.write(folder / f"php_{name}")), name), folder)
    return module


def played(module: Path, seed: int = 1, limit: int = 300) -> rondel.Game:
    """A game at random, with a limit."""
    luck = random.Random(seed)
    game = rondel.new(rondel.load(module), seed=seed)
    for _answer in range(limit):
        if game.is_over:
            break
        role = game.active[0]
        game.push(luck.choice(game.moves(role)), role)
        game.view(role)
    return game


@pytest.mark.parametrize("fixture", PLAYING, ids=lambda each: each.name)
def test_every_project_of_the_corpus_becomes_a_game_that_ends(fixture: Fixture, tmp_path: Path) -> None:
    assert played(written(fixture, tmp_path)).is_over


@settings(max_examples=30, deadline=None)
@given(MACHINES, some.integers(0, 2**32))
def test_any_machine_becomes_a_sound_game(machine: dict[int, dict[str, Any]], seed: int) -> None:
    files = Speller(seed).machine(list(machine.items()))
    with tempfile.TemporaryDirectory() as folder:
        try:
            module = written(Fixture("generated", files, {}), Path(folder))
        except NothingRead:
            assert all(each["type"] == "private" or number in (1, 99) for number, each in machine.items())
            return
        rules_of(rondel.load(module))


def test_skeletons_are_typed(tmp_path: Path) -> None:
    """All at once, for a run of mypy takes its time."""
    named = ("whole_game", "builder", "state_classes", "numeric_keys", "client_variants", "later_assignments")
    modules = [written(each, tmp_path, each.name) for each in PLAYING if each.name in named]
    modules.append(written(sound(), tmp_path, "sound"))
    (tmp_path / "wrong.py").write_text("import rondel\n\nrondel.new(1)\n")
    modules.append(tmp_path / "wrong.py")
    argv = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *[each.as_posix() for each in modules]]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=150)
    # The one that is wrong shows that the others were looked at.
    found = [Path(line.partition(":")[0]).name for line in done.stdout.splitlines() if ": error:" in line]
    assert found == ["wrong.py"], done.stdout


def test_texts_have_placeholders_of_ours_and_args_that_fill_them(tmp_path: Path) -> None:
    project = sound()
    text = '${activeplayer} has {1} of ${_private.cards-left} for ${otherplayer} "now"'
    project.files[STATES] = project.files[STATES].replace("${you} must pick a stone of ${left}", text)
    module = written(project, tmp_path)
    code = module.read_text(encoding="utf-8")
    assert r'my_turn = _("{actplayer} has {{1}} of {cards_left} for {otherplayer} \"now\"")' in code
    assert 'return {"cards_left": "?", "otherplayer": game.roles[0]}' in code
    game = rondel.new(rondel.load(module), seed=1)
    assert "{1} of ? for" in str(game.view("player1")["question"]) or game.view("player1")["question"]


def test_methods_are_todos_with_their_line_of_php(tmp_path: Path) -> None:
    code = written(sound(), tmp_path).read_text(encoding="utf-8")
    assert f"    # PHP {tmp_path}/php_brought/{GAME}:8: public function actPick(int $stone)\n" in code
    assert "        # TODO stNextPlayer()\n" in code
    lost = sound()
    lost.files[GAME] = lost.files[GAME].replace("function stNextPlayer", "function other")
    assert "# TODO stNextPlayer(): not found in the project\n" in written(lost, tmp_path, "lost").read_text(encoding="utf-8")


def test_of_a_state_class_only_its_own_methods_are_todos(tmp_path: Path) -> None:
    (fixture,) = [each for each in corpus() if each.name == "state_classes"]
    code = written(fixture, tmp_path).read_text(encoding="utf-8")
    todos = re.findall(r"# TODO (?:onEnteringState|getArgs)\(\)\n((?: *# PHP .*\n)*)", code)
    assert todos
    assert [each.count("# PHP") for each in todos] == [1] * len(todos)


def test_where_a_rule_may_lead_to_many_each_has_a_line(tmp_path: Path) -> None:
    project = sound()
    names = [f"aStateWithALongName{number}" for number in range(8)]
    more = [
        f"{20 + at} => ['name' => '{name}', 'type' => 'game', 'action' => 'stPlan', 'transitions' => ['' => 99]],"
        for at, name in enumerate(names)
    ]
    ways = ", ".join([f"'way{at}' => {20 + at}" for at in range(8)])
    states = project.files[STATES].replace("'turn' => ST_TURN, 'end' => 99", f"'turn' => ST_TURN, 'end' => 99, {ways}")
    project.files[STATES] = states.replace("    99 => [", "\n".join([*more, "    99 => ["]))
    module = written(project, tmp_path)
    code = module.read_text(encoding="utf-8")
    assert "\n        | To[AStateWithALongName7]\n    ):" in code
    assert max(len(line) for line in code.splitlines() if "def " in line) <= 120
    assert played(module).is_over


def test_gameinfos_become_attributes(tmp_path: Path) -> None:
    project = sound()
    project.files["gameinfos.inc.php"] = "<?php\n$gameinfos = ['game_name' => 'Stones \"& more', 'players' => [2, 3, 5]];\n"
    kind = rondel.load(written(project, tmp_path))
    assert (kind.title, kind.seats, kind.fewest) == ('Stones "& more', tuple(f"player{each}" for each in range(1, 6)), 2)


def test_the_table_has_corresponding_names(tmp_path: Path) -> None:
    table = Skeleton(Reading(sound().write(tmp_path)), "stones").table
    for row in (
        "| 2 `playerTurn` (activeplayer) | `class PlayerTurn(ActivePlayer)` |",
        "| `actPass` in `playerTurn` | `pass_` on `PlayerTurn` |",
        "| `stNextPlayer` | `NextPlayer.enter` |",
        "| `nextState` | Return the state. |",
    ):
        assert row in table.splitlines()


def test_nothing_is_written_where_something_is(tmp_path: Path) -> None:
    (tmp_path / "mine_porting.md").write_text("mine")
    with pytest.raises(FileExistsError):
        write(Skeleton(Reading(sound().write(tmp_path / "php")), "mine"), tmp_path)
    assert not (tmp_path / "mine.py").exists()


ALL = "'description' => 'Wait', 'descriptionmyturn' => 'Play', 'type' => 'multipleactiveplayer'"
OWN = "'descriptionmyturn' => 'Play', 'type' => 'private', 'possibleactions' => ['actOwn'], 'updateGameProgression' => true"
GO = "3 => ['name' => 'go', 'type' => 'game', 'action' => 'stGo', 'transitions' => ['again' => 2, 'end' => 99]],"
ENTERING = f"2 => ['name' => 'all', {ALL}, 'action' => 'stAll', 'transitions' => ['next' => 3]], {GO}"
LOOPING = (
    f"2 => ['name' => 'all', {ALL}, 'action' => 'stAll', 'possibleactions' => ['actLoop'], "
    f"'transitions' => ['next' => 3, 'loop' => 2]], {GO}"
)
PRIVATE = f"2 => ['name' => 'all', {ALL}, 'initialprivate' => 4, 'transitions' => ['next' => 3]], {GO}"
SHAPES = {
    "activates_nobody": ENTERING,
    "never_ends_by_actions": LOOPING,
    "private_updates_progress": f"{PRIVATE} 4 => ['name' => 'own', {OWN}, 'transitions' => ['on' => 4]],",
    "private_never_ends": f"2 => ['name' => 'all', {ALL}, 'initialprivate' => 4, 'transitions' => ['next' => 2]],"
    f"4 => ['name' => 'own', {OWN}, 'transitions' => ['on' => 4]],",
    "automatic_never_ends": "2 => ['name' => 'one', 'type' => 'game', 'transitions' => ['' => 3]],"
    "3 => ['name' => 'two', 'type' => 'game', 'transitions' => ['' => 2]],",
}
CODE = """<?php
class Shape extends Table {
    function setupNewGame($players, $options = []) { }
    function stAll() {
        if ($this->none()) { $this->gamestate->nextState('next'); }
        $this->gamestate->setAllPlayersMultiactive();
    }
    function actLoop() { $this->gamestate->nextState('loop'); }
}
"""


def planted_shapes() -> list[Fixture]:
    """Machines of shapes that a skeleton has to mend, with and without code."""
    head = "<?php\n$machinestates = [1 => ['name' => 'gameSetup', 'type' => 'manager', 'transitions' => ['' => 2]],\n"
    found = [sound()]
    for name, states in SHAPES.items():
        files = {"states.inc.php": f"{head}{states}];\n"}
        found.append(Fixture(name, files, {}))
        found.append(Fixture(f"{name}_with_code", {**files, "shape.game.php": CODE}, {}))
    return found


@pytest.mark.parametrize("fixture", [*PLAYING, *planted_shapes()], ids=lambda each: each.name)
def test_every_skeleton_passes_the_check(fixture: Fixture, tmp_path: Path) -> None:
    """What `rondel check` does, on fewer games."""
    subject = Subject(rondel.load(written(fixture, tmp_path)))
    assert startable(subject, 0) == []
    report = examine(subject, games=1, plies=60, laws=["moves", "record", "end", "zombie"])
    assert report.ok, report
