"""State classes: constructors and return values of methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga import State, read

HEAD = (
    "<?php\nnamespace Bga\\Games\\g\\States;\nuse Bga\\GameFramework\\StateType;\nuse Bga\\GameFramework\\States\\GameState;\n"
)
INIT = "function __construct($g) { parent::__construct($g, 4, StateType::GAME); }"
"""A constructor of state 4."""


def only(folder: Path, code: str, *, rest: str = "") -> State:
    states = folder / "modules" / "php" / "States"
    states.mkdir(parents=True)
    (states / "One.php").write_text(HEAD + code, encoding="utf-8")
    if rest:
        (states / "Rest.php").write_text(HEAD + rest, encoding="utf-8")
    (found,) = [each for each in read(folder).states if each.owner.endswith("One")]
    return found


def test_arguments_by_name_and_by_place(tmp_path: Path) -> None:
    given = "$g, 4, StateType::PRIVATE, 'mine', 'a', 'b', ['x' => 4], true, 9"
    code = f"class One extends GameState {{ function __construct($g) {{ parent::__construct({given}); }} }}"
    assert only(tmp_path, code).keys.to_json() == {
        "name": "mine", "type": "private", "description": "a", "descriptionmyturn": "b", "transitions": {"x": 4},
        "updateGameProgression": True, "initialprivate": 9,
    }  # fmt: skip


def test_a_name_that_is_left_out_is_that_of_the_class(tmp_path: Path) -> None:
    given = "$g, type: StateType::GAME, id: 4, name: null"
    code = f"class One extends GameState {{ function __construct($g) {{ parent::__construct({given}); }} }}"
    assert only(tmp_path, code).name == "One"


def test_a_constructor_may_be_inherited_and_given_its_arguments(tmp_path: Path) -> None:
    init = "function __construct($g, $id = 4, $title = 'step') { parent::__construct($g, $id, self::KIND, $title); }"
    rest = f"abstract class Step extends GameState {{ const KIND = StateType::GAME; {init} }}"
    assert only(tmp_path / "a", "class One extends Step {}", rest=rest).id == 4
    init = "function __construct($g) { parent::__construct($g, title: 'six', id: static::ID); }"
    code = f"class One extends Step {{ const ID = 6; {init} }}"
    found = only(tmp_path / "b", code, rest=rest)
    assert (found.id, found.name, found.type) == (6, "six", "game")


def test_actions_may_come_from_a_trait(tmp_path: Path) -> None:
    rest = "trait Undo { #[PossibleAction] function actUndo() { return One::class; } }"
    code = f"class One extends GameState {{ use Undo; {INIT} #[PossibleAction] function actGo() {{}} }}"
    found = only(tmp_path, code, rest=rest)
    assert [each.value for each in found.listed("possibleactions")] == ["actGo", "actUndo"]


@pytest.mark.parametrize(
    ("body", "targets"),
    [
        ("function actA() { return 7; }", [("actA", 7)]),
        ("function actA(): One { }", [("actA", "Bga\\Games\\g\\States\\One")]),
        ("function actA(): ?string { if ($x) return 'next'; return null; }", [("actA", "next")]),
        (
            "function actA() { return $x ? One::class : self::DONE; } const DONE = 99;",
            [("actA", "Bga\\Games\\g\\States\\One"), ("actA", 99)],
        ),
        ("function actA() { return match ($x) { 1 => 5, default => 6 }; }", [("actA", 5), ("actA", 6)]),
        ("function actA() { $this->gamestate->nextState('on'); }", [("actA", "on")]),
        ("function actA() { $this->gamestate->jumpToState(12); }", [("actA", 12)]),
        ("function actA() { $f = function () { return 7; }; }", []),
        ("function helper() { return 7; }", []),
        ("function zombie($p) { return $this->actA(); } function actA() { return 8; }", [("zombie", 8), ("actA", 8)]),
        ("function actA() { return $this->actA(); }", []),
        ("function actA() { return $this->on(); } private function on() { return 7; }", [("actA", 7)]),
        ("function actA() { $to = 7; if ($x) { $to = One::class; } return $to; }",
         [("actA", 7), ("actA", "Bga\\Games\\g\\States\\One")]),
        ("function actA() { $to = 7; $to = $to; return $to; }", [("actA", 7)]),
        ("function actA($p) { $this->gamestate->setPlayerNonMultiactive($p, 'on'); }", [("actA", "on")]),
        ("function actA($p) { $this->gamestate->nextPrivateState($p, 7); }", []),
        ("function actA() { $this->gamestate->nextState(); }", [("actA", "")]),
        ("function actA() { $this->on(); } private function on() { $this->gamestate->nextState('end'); return 7; }",
         [("actA", "end")]),
        ("function actA() { $this->on(); } function on() { $this->go(); } function go() { $this->gamestate->jumpToState(8); }",
         [("actA", 8)]),
        ("function actA() { $this->on(); $this->on(); } function on() { $this->actA(); $this->gamestate->nextState('x'); }",
         [("actA", "x")]),
        ("function actA() { $this->engine->nextState('x'); } function nextState($to) { $this->queue[] = $to; }", []),
        ("function activate() { return 7; } private function actual() { return 3; } protected function actB() { return 3; }",
         []),
        ("#[PossibleAction] protected function pick() { return 3; }", [("pick", 3)]),
        ("function actA() { $to = ''; $at = 0; if ($x) { $to = 'on'; } return $to; }", [("actA", "on")]),
        ("function actA() { $to = 0; return $to; }", [("actA", 0)]),
        ("function actA() { $to = 'on'; $to .= $this->which(); return $to; }", []),
    ],
)  # fmt: skip
def test_return_values_of_methods(body: str, targets: list[tuple[str, object]], tmp_path: Path) -> None:
    code = (
        f"class One extends GameState {{ function __construct($g) {{ parent::__construct($g, 4, StateType::GAME); }} {body} }}"
    )
    assert [(name, value) for name, value, _place in only(tmp_path, code).returns] == targets


def test_a_private_state_goes_on_within_and_takes_the_ways_of_its_master(tmp_path: Path) -> None:
    init = "function __construct($g) { parent::__construct($g, 4, StateType::PRIVATE); }"
    moves = "$this->gamestate->nextPrivateState($p, 5); $this->gamestate->setPlayerNonMultiactive($p, 'done');"
    code = f"class One extends GameState {{ {init} #[PossibleAction()] function actA($p) {{ {moves} }} }}"
    master = (
        "class All extends GameState { function __construct($g) { parent::__construct($g, 3, "
        "StateType::MULTIPLE_ACTIVE_PLAYER, transitions: ['done' => 99], initialPrivate: 4); } }"
    )
    found = only(tmp_path, code, rest=master)
    assert [value for _name, value, _place in found.returns] == [5]
    assert [value for _name, value, _place in found.exits] == ["done"]
    machine = read(tmp_path)
    ways = machine.transitions(machine.by_id[3])
    assert [(each.label, each.target, each.returned) for each in ways] == [("done", 99, False), ("actA", 99, True)]


def test_private_states_that_name_a_first_one_of_their_own_come_to_an_end(tmp_path: Path) -> None:
    init = "function __construct($g) { parent::__construct($g, 4, StateType::PRIVATE, initialPrivate: 4); }"
    only(tmp_path, f"class One extends GameState {{ {init} function zombie($p) {{ return One::class; }} }}")
    machine = read(tmp_path)
    assert [each.target for each in machine.transitions(machine.by_id[4])] == [4]


def test_a_base_class_with_an_id_parameter_is_not_a_state(tmp_path: Path) -> None:
    step = "class Step extends GameState { function __construct($g, public int $id) { parent::__construct($g, id: $id); } }"
    code = "class One extends Step { function __construct($g) { parent::__construct($g, id: 4); } }"
    only(tmp_path / "a", code, rest=step)
    assert (len(read(tmp_path / "a").states), read(tmp_path / "a").unread) == (3, [])
    only(tmp_path / "b", f"class One extends GameState {{ {INIT} }}", rest=step)
    assert len(read(tmp_path / "b").unread) == 1


def test_an_unknown_target_may_lead_anywhere(tmp_path: Path) -> None:
    for number, body in enumerate(["return $this->game->next();", "$to = 'a'; $to .= 'b'; return $to;"]):
        code = f"class One extends GameState {{ {INIT} function onEnteringState() {{ {body} }} }}"
        found = only(tmp_path / str(number), code)
        assert found.roams
        assert found.returns == []


def test_methods_of_the_game_class_tell_the_machine_where_to_go(tmp_path: Path) -> None:
    game = "class Game extends Table { function endTurn() { $this->gamestate->jumpToState(9); } }"
    body = "#[PossibleAction] function actA() { $this->game->endTurn(); }"
    found = only(tmp_path, f"class One extends GameState {{ {INIT} {body} }}", rest=game)
    assert [(name, value) for name, value, _place in found.returns] == [("actA", 9)]
