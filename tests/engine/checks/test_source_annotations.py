"""The graph of states, read from annotations or, for compiled rules, from the source beside them."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union

import pytest

from rondel.engine import GameEnd, Jump
from rondel.engine import To as Goal
from rondel.engine.checks.ruleset import rules_of
from rondel.engine.checks.source_annotations import Named, alternatives, asks, given, jumps, names_in, targets
from rondel.shelf.reversi import NextPlayer, Reversi
from rondel.shelf.tic_tac_toe import TicTacToe, mark


@pytest.mark.parametrize(
    ("annotation", "names"),
    [
        ("To[PlayerTurn]", ["PlayerTurn"]),
        ("To[PlayerTurn] | To[GameEnd]", ["PlayerTurn", "GameEnd"]),
        ("To[PlayerTurn | GameEnd]", ["PlayerTurn", "GameEnd"]),
        ("rondel.To[states.PlayerTurn]", ["PlayerTurn"]),
        ("'To[PlayerTurn] | To[PlayerTurn]'", ["PlayerTurn"]),
        ("type[PlayerTurn] | None", ["PlayerTurn"]),
        ("Union[To[PlayerTurn], To[GameEnd]]", ["PlayerTurn", "GameEnd"]),
        ("list[To[PlayerTurn]]", ["PlayerTurn"]),
        ("To['PlayerTurn'] | To[GameEnd]", ["PlayerTurn", "GameEnd"]),
        ("None", []),
        ("PlayerTurn", []),
        ("dict[str, int]", []),
    ],
)
def test_the_states_in_an_annotation(annotation: str, names: list[str]) -> None:
    assert [name for name in names_in(annotation) if name not in ("states",)] == names


def plain() -> None: ...


def quoted() -> "To[PlayerTurn]": ...  # type: ignore[name-defined] # noqa: F821, UP037


def silent():  # type: ignore[no-untyped-def] # noqa: ANN201, RUF100
    ...


def silent_but_for_what_it_takes(game: int):  # type: ignore[no-untyped-def] # noqa: ANN201, RUF100
    ...


def test_what_a_rule_says_of_itself() -> None:
    assert targets(plain) == []
    assert targets(quoted) == ["PlayerTurn"]
    assert targets(silent) is None
    assert targets(silent_but_for_what_it_takes) is None
    assert targets(len) is None


To: Any = Goal  # what stands in its brackets here is read at run time only


def test_annotations_may_be_objects() -> None:
    def rule() -> None: ...

    rule.__annotations__["return"] = type[int]
    assert targets(rule) == ["int"]

    class Local: ...

    for annotation, names in (
        (To[Local] | To[GameEnd], ["Local", "GameEnd"]),
        (To["Local"] | To[GameEnd], ["Local", "GameEnd"]),
        (type["Local"], ["Local"]),
        (Union[To[Local], To[GameEnd]], ["Local", "GameEnd"]),  # noqa: UP007
        (To[Local | GameEnd], ["Local", "GameEnd"]),
        (To[Local] | None, ["Local"]),
        (To[Local] | To[Local], ["Local"]),
        (GameEnd, []),
        (dict[str, int], []),
    ):
        rule.__annotations__["return"] = annotation
        assert targets(rule) == names, annotation
    rule.__annotations__["return"] = None
    assert targets(rule) == []


@pytest.mark.parametrize(
    ("annotation", "anywhere"),
    [
        (Jump, True),
        (Jump | None, True),
        ("Jump", True),
        ("'rondel.Jump'", True),
        (To[GameEnd] | str, False),
        ("To[GameEnd] | str", False),
        (To[GameEnd], False),
    ],
)
def test_a_text_besides_a_state_is_no_jump(annotation: Any, anywhere: bool) -> None:
    def rule() -> None: ...

    rule.__annotations__["return"] = annotation
    assert jumps(rule) is anywhere


def test_the_shipped_games_say_where_they_go() -> None:
    """The same whether they are compiled or not."""
    assert targets(NextPlayer.enter, "NextPlayer") == ["PlayerTurn", "GameEnd"]
    assert targets(Reversi.setup, "Reversi") == ["PlayerTurn"]
    assert targets(mark.function) == ["PlayerTurn", "GameEnd"]
    assert rules_of(TicTacToe).by_name["PlayerTurn"].edges == {"mark": ("PlayerTurn", "GameEnd")}


class Compiled:
    """A function as the compiler leaves it: with a name and a module, without annotations or code."""

    def __init__(self, name: str, module: str) -> None:
        self.__name__ = name
        self.__module__ = module

    def __call__(self) -> None: ...


@pytest.fixture
def module(tmp_path: Path) -> Iterator[str]:
    """A module whose rules were compiled, with its source beside it."""
    name = "rules_with_source_beside"
    file = tmp_path / f"{name}.py"
    file.write_text(
        "def setup() -> To[Turn]: ...\ndef silent(): ...\n"
        "class Turn:\n    def enter(self, game: Nim) -> To[Turn] | To[GameEnd]: ...\n    def args(self): ...\n"
    )
    spec = importlib.util.spec_from_loader(name, loader=None)
    assert spec is not None
    found = importlib.util.module_from_spec(spec)
    found.__file__ = str(tmp_path / f"{name}.cpython-311-x86_64-linux-gnu.so")
    sys.modules[name] = found
    yield name
    del sys.modules[name]


def test_compiled_rules_are_read_from_their_source(module: str) -> None:
    assert targets(Compiled("setup", module)) == ["Turn"]
    assert targets(Compiled("enter", module), "Turn") == ["Turn", "GameEnd"]
    assert targets(Compiled("silent", module)) is None
    assert targets(Compiled("args", module), "Turn") is None
    assert targets(Compiled("missing", module)) is None


def test_compiled_rules_without_source_say_nothing(tmp_path: Path) -> None:
    assert targets(Compiled("setup", "no_such_module")) is None
    spec = importlib.util.spec_from_loader("sourceless", loader=None)
    assert spec is not None
    found = importlib.util.module_from_spec(spec)
    found.__file__ = str(tmp_path / "sourceless.so")
    sys.modules["sourceless"] = found
    assert targets(Compiled("setup", "sourceless")) is None
    del sys.modules["sourceless"]


ARGS = """
from rondel.engine import State

class Plain(State):
    def args(self, game, role):
        if role == "one":
            return {"left": 1, "suit": "hearts"}
        return {"left": 2}

class Computed(State):
    def args(self, game, role):
        found = {"left": 1}
        return found

class Spread(State):
    def args(self, game, role):
        return {"left": 1, **game.more}

class Inner(State):
    def args(self, game, role):
        return {"left": max([1, 2], key=lambda each: each)}

class Heir(Plain):
    pass
"""


def test_the_keys_of_args_are_read_where_they_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "states_with_args.py").write_text(ARGS, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("states_with_args", tmp_path / "states_with_args.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["states_with_args"] = module
    spec.loader.exec_module(module)
    found = {name: given(getattr(module, name), "args") for name in ("Plain", "Computed", "Spread", "Inner", "Heir")}
    assert found == {"Plain": ("left", "suit"), "Computed": None, "Spread": None, "Inner": None, "Heir": ("left", "suit")}
    del sys.modules["states_with_args"]
    assert given(module.Plain, "args") is None


def part(annotation: Any) -> list[Any] | None:
    """What a parameter may be, for this annotation; names of types in brackets."""

    def rule(game: object, part: object) -> None: ...

    rule.__annotations__["part"] = annotation
    found = alternatives(rule, "part")
    return None if found is None else [f"<{each.name}>" if isinstance(each, Named) else each for each in found]


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        ("Cell", ["<Cell>"]),
        ("engine.Cell | None", ["<Cell>", None]),
        ("Literal['queen', 'rook'] | Cell", ["queen", "rook", "<Cell>"]),
        ("'Literal[1]'", [1]),
        ("list[Cell]", None),
        ("Cell | list[Cell]", None),
        (Goal, None),
        (str, ["<str>"]),
        (None, [None]),
        (Literal["queen", "rook"], ["queen", "rook"]),
        (Union[Literal[True], None, str], [True, None, "<str>"]),  # noqa: UP007
        (int | None, ["<int>", None]),
        (int | list[int], None),
    ],
)
def test_what_a_part_of_a_move_may_be(annotation: Any, said: list[Any] | None) -> None:
    assert part(annotation) == said


def test_a_part_without_annotation_may_be_anything() -> None:
    def rule(game: object, part) -> None: ...  # type: ignore[no-untyped-def]

    assert alternatives(rule, "part") is None


def test_the_parts_of_moves_are_read_in_both_builds() -> None:
    (action,) = rules_of(TicTacToe).by_name["PlayerTurn"].actions
    found = alternatives(action.function, "cell")
    assert found is not None
    assert repr(found) == "[Named('Cell')]"


@pytest.mark.parametrize(
    ("module", "asking"),
    [
        ("rondel.shelf.tic_tac_toe", False),
        ("rondel.shelf.chess.rules", False),
        ("rondel.shelf.nine_mens_morris", True),
        ("rondel.shelf.shephy.rules", True),  # which asks in another module of its folder
        ("rondel.shelf.harvest_wheel.rules", True),
    ],
)
def test_whether_rules_ask_in_the_middle(module: str, asking: bool) -> None:
    importlib.import_module(module)
    assert asks(type("Rules", (), {"__module__": module}), [module]) == asking


def test_rules_without_source_may_ask() -> None:
    assert asks(type("Rules", (), {"__module__": "nowhere"}), [])
