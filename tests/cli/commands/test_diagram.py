"""``rondel diagram``."""

from __future__ import annotations

from pathlib import Path

from rondel.cli.commands.diagram import mermaid
from rondel.shelf.reversi import Reversi
from tests.bga.fixture import corpus
from tests.bga.planted import STATES, sound
from tests.cli.shell import rondel
from tests.engine.rules.market import Market


def test_every_state_and_transition() -> None:
    assert mermaid(Reversi).splitlines() == [
        "stateDiagram-v2",
        "    [*] --> PlayerTurn",
        "    PlayerTurn --> NextPlayer : play_disc",
        "    NextPlayer --> PlayerTurn",
        "    NextPlayer --> GameEnd",
        "    NextPlayer : NextPlayer (automatic)",
        "    GameEnd --> [*]",
    ]


def test_every_kind_of_state_and_the_labels_of_transitions() -> None:
    assert mermaid(Market).splitlines() == [
        "stateDiagram-v2",
        "    [*] --> Discard",
        "    Discard --> Shop : discard",
        "    Discard --> Discard : help_out",
        "    Discard : Discard (several players)",
        "    Shop --> Take : come_back",
        "    Shop : Shop (several players, each in a private state)",
        "    Take --> Pay : take",
        "    Take --> Weather : go_home",
        "    Take --> Take : swap",
        "    Take : Take (private)",
        "    Pay --> Take : on",
        "    Pay --> Weather : pay",
        "    Pay : Pay (private)",
        "    Weather --> Close",
        "    Weather : Weather (chance)",
        "    Close --> Count : close, ring",
        "    Close --> Close : ring",
        "    Count --> GameEnd",
        "    Count : Count (automatic)",
        "    GameEnd --> [*]",
    ]


def test_of_a_file(tmp_path: Path) -> None:
    source = (Path(__file__).parents[2] / "engine" / "rules" / "passing.py").read_text()
    (tmp_path / "cards.py").write_text(source)
    done = rondel("diagram", "cards.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "    Deal --> Pass\n" in done.stdout
    assert "    Lead --> GameEnd : lead\n" in done.stdout


def test_as_text_and_as_a_picture() -> None:
    done = rondel("diagram", "tic_tac_toe", "--format", "text")
    assert done.stdout.splitlines() == [
        "PlayerTurn, the first",
        "  mark → PlayerTurn",
        "  mark → GameEnd",
        "GameEnd, the end",
    ]
    done = rondel("diagram", "tic_tac_toe", "--format", "svg")
    assert done.stdout.startswith("<svg")
    done = rondel("diagram", "tic_tac_toe", "--format", "png")
    assert (done.returncode, done.stderr) == (2, "rondel: --format png is not known; known: 'mermaid', 'svg', 'text'\n")


def test_a_project_for_board_game_arena_with_its_faults(tmp_path: Path) -> None:
    project = sound()
    project.files[STATES] = project.files[STATES].replace("'turn' => ST_TURN", "'turn' => 77")
    folder = project.write(tmp_path)
    for path in (folder, folder / "states.inc.php"):
        done = rondel("diagram", str(path), "--format", "text")
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert lines[lines.index("nextPlayer, 5, game") :] == [
            "nextPlayer, 5, game",
            "! turn → 77",
            "  end → gameEnd",
            "! transition 'turn' of state 'nextPlayer' leads to 77, which is not a state",
            "gameEnd, 99, manager, the end",
            "77, no state",
            "! it is not there",
        ]
    assert "    class s5,s77 fault" in rondel("diagram", str(folder)).stdout.splitlines()


def test_state_classes_go_on_by_themselves_without_a_label(tmp_path: Path) -> None:
    (classes,) = [each for each in corpus() if each.name == "state_classes"]
    carry = tmp_path / "classes" / "modules" / "php" / "States" / "Carry.php"
    folder = classes.write(tmp_path / "classes")
    before, after = "{ return $this->full()", "{ if ($this->dry()) { return Draw::class; } return $this->full()"
    carry.write_text(carry.read_text().replace(before, after))
    lines = rondel("diagram", str(folder), "--format", "text").stdout.splitlines()
    assert lines[lines.index("carryHome, 20, game") :][:3] == [
        "carryHome, 20, game",
        "  done → gameEnd",
        "  → Draw",
    ]
