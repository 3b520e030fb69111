"""The law about other processes: how they find a game, and their moves (its planted faults: test_registry.py)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rondel
from rondel.door import FILE_PREFIX
from rondel.engine import EVERYONE, ActivePlayer, Game, GameEnd, Prop, To, _, on
from rondel.testing import BrokenLaw, NotTried, check
from rondel.testing.laws import process
from rondel.testing.laws.process import address, elsewhere, found, trace
from tests.testing.faults.bazaar import Bazaar

ROOT = Path(__file__).resolve().parents[3]


def test_a_class_in_a_module_is_found_by_its_name() -> None:
    assert address(Bazaar) == {"module": "tests.testing.faults.bazaar", "class": "Bazaar"}
    assert found(address(Bazaar)) is Bazaar


def test_a_class_in_a_file_is_found_by_the_file() -> None:
    file = ROOT / "tests" / "engine" / "rules" / "duel.py"
    kind = rondel.load(file)
    assert address(kind) == {"file": str(file)}
    assert found(address(kind)).name == "duel"


def test_a_class_in_a_function_is_not_found() -> None:
    class Local(Bazaar):
        """Nobody else can import it."""

    with pytest.raises(NotTried, match="put it at the top of a module"):
        address(Local)


def test_the_same_game_is_played_in_another_process() -> None:
    game = Bazaar(seed=3)
    while not game.is_over:
        role = game.active[0]
        game.push(game.moves(role)[0])
    kept = json.loads(json.dumps(game.snapshot()))
    lines = elsewhere(address(Bazaar), kept, 12345)
    assert lines == list(trace(Bazaar, kept))
    assert len(lines) == 3 + sum(role != "chance" for role, _text in kept["answers"])


class Here(Game):
    """A game that cannot be played where it was loaded from its file."""

    name = "here"
    seats = ("one",)

    def setup(self) -> To[Turn]:
        if __name__.startswith(FILE_PREFIX):
            raise RuntimeError("not here")
        self.done = self.add(Prop("done", False, visible_to=EVERYONE))
        return Turn


class Turn(ActivePlayer[Here]):
    description = _("{actplayer} must end it")
    my_turn = _("{you} must end it")


@on(Turn, _("{actplayer} ends it"))
def end(game: Here) -> To[GameEnd]:
    return GameEnd


def test_a_game_that_cannot_be_played_there_breaks_the_law() -> None:
    home = {"file": str(Path(__file__).resolve())}
    with pytest.raises(BrokenLaw, match=r"cannot be played again in another process \(PYTHONHASHSEED=1\): .*not here"):
        elsewhere(home, json.loads(json.dumps(Here(seed=1).snapshot())), 1)


def test_a_package_without_a_name_of_its_own_is_found_by_the_other_process(tmp_path: Path) -> None:
    """The name is that of the loaded file: the package's, and not that of the module with the class."""
    (tmp_path / "jewels").mkdir()
    rules = Path(process.__file__).parents[2] / "shelf" / "tic_tac_toe.py"
    source = rules.read_text(encoding="utf-8").replace('    name = "tic_tac_toe"\n', "")
    (tmp_path / "jewels" / "rules.py").write_text(source, encoding="utf-8")
    (tmp_path / "jewels" / "__init__.py").write_text("from .rules import TicTacToe\n", encoding="utf-8")
    kind = rondel.load(tmp_path / "jewels" / "__init__.py")
    assert kind.name == "jewels"
    check(lambda: rondel.new(kind, seed=1), "processes", seed=1)


def test_its_own_time_limit_is_no_fault_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "PROCESS_SECONDS", 0.0)
    [trial] = check(lambda: rondel.new("tic_tac_toe", seed=1), "processes", seed=1)
    assert trial.skipped == "the other process took more than 0 s, which is the limit of this law"
