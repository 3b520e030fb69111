"""``rondel diagram``."""

from __future__ import annotations

from pathlib import Path

from rondel.cli.diagram import mermaid
from rondel.games.reversi import Reversi
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
    source = (Path(__file__).parents[1] / "engine" / "rules" / "passing.py").read_text()
    (tmp_path / "cards.py").write_text(source)
    done = rondel("diagram", "cards.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "    Deal --> Pass\n" in done.stdout
    assert "    Lead --> GameEnd : lead\n" in done.stdout
