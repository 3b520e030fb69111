"""Projects: where their files are."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga.machine.project import NotAProject, Project


def make(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("<?php\n" if name.endswith(".php") else "// client", encoding="utf-8")
    return folder


def test_the_files_of_the_game_and_no_others(tmp_path: Path) -> None:
    folder = make(
        tmp_path, "states.inc.php", "game.game.php", "modules/php/Game.php", "vendor/lib.php", "misc/table.php",
        "_ide_helper.php",
        ".git/hook.php", "node_modules/a/b.php", "modules/js/game.js", "src/game.ts", "node_modules/x.js",
    )  # fmt: skip
    project = Project(folder)
    names = [each.path.relative_to(folder).as_posix() for each in project.sources]
    assert names == ["game.game.php", "states.inc.php", "modules/php/Game.php"]
    assert project.scripts == "// client\n// client"


def test_a_folder_above_will_do_and_so_does_the_file(tmp_path: Path) -> None:
    make(tmp_path, "game/states.inc.php")
    assert Project(tmp_path).root == tmp_path / "game"
    assert Project(tmp_path / "game" / "states.inc.php").root == tmp_path / "game"


def test_state_classes_alone_are_a_project(tmp_path: Path) -> None:
    make(tmp_path / "game", "modules/php/States/Turn.php")
    for path in (tmp_path / "game", tmp_path):
        project = Project(path)
        assert (project.root, project.states) == (tmp_path / "game", None)


def test_state_classes_in_folders_of_their_own(tmp_path: Path) -> None:
    make(tmp_path, "modules/php/States/Flow/Turn.php", "modules/php/States/Flow/Late/Turn.php")
    assert Project(tmp_path).root == tmp_path


def test_a_states_file_elsewhere_belongs_to_the_project_around_it(tmp_path: Path) -> None:
    make(tmp_path, "gameinfos.inc.php", "modules/php/states.inc.php", "modules/php/constants.inc.php")
    project = Project(tmp_path / "modules" / "php" / "states.inc.php")
    assert project.root == tmp_path
    assert project.find("modules/php/constants.inc.php", project.load(tmp_path / "modules" / "php" / "states.inc.php"))


def test_a_path_without_a_project_is_refused_with_advice(tmp_path: Path) -> None:
    with pytest.raises(NotAProject, match=r"gone does not exist; give the folder"):
        Project(tmp_path / "gone")
    with pytest.raises(NotAProject, match=r"has neither a states\.inc\.php nor"):
        Project(tmp_path)
    (tmp_path / "README.md").write_text("# A game")
    with pytest.raises(NotAProject, match=r"README\.md is not a PHP file; give the folder"):
        Project(tmp_path / "README.md")
    make(tmp_path, "a/states.inc.php", "b/states.inc.php")
    with pytest.raises(NotAProject, match=r"more than one project: .*a/states\.inc\.php, .*b/states\.inc\.php"):
        Project(tmp_path)


def test_includes_are_found_from_the_root_then_from_beside_in_any_case(tmp_path: Path) -> None:
    make(tmp_path, "states.inc.php", "modules/php/constants.inc.php", "modules/php/other.php")
    project = Project(tmp_path)
    states = project.load(tmp_path / "states.inc.php")
    constants = project.find("Modules/php/Constants.inc.php", states)
    assert constants is not None
    assert constants is project.find((tmp_path / "modules/php/constants.inc.php").as_posix(), states)
    assert project.find("other.php", constants) is not None
    assert project.find("other.php", states) is None
    assert project.find("../" * 3 + "gone.php", states) is None


def test_a_file_by_another_name_in_no_projects_folder_stands_alone(tmp_path: Path) -> None:
    make(tmp_path, "mine.states.php", "yours.states.php", "constants.php")
    project = Project(tmp_path / "mine.states.php")
    assert [each.path.name for each in project.sources] == ["mine.states.php"]
    assert project.find("constants.php", project.load(tmp_path / "mine.states.php")) is not None
    make(tmp_path, "modules/php/Game.php")
    assert len(Project(tmp_path / "mine.states.php").sources) == 4
