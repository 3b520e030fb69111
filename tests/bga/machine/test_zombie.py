"""Zombies: the handling of absent players, as far as a project's source shows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.bga import Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.machine.zombie import Zombies
from tests.bga.planted import GAME, STATES, sound

ASKS = "$this->gamestate->nextState('zombiePass');"
GONE = (STATES, ", 'zombiePass' => ST_NEXT", "")
CLASS = (
    "<?php\nclass Deal extends GameState {\n function __construct($g) { parent::__construct($g, 10, "
    "StateType::MULTIPLE_ACTIVE_PLAYER, transitions: ['done' => 2]); }\n %s\n}\n"
)


def zombies(folder: Path, *changes: tuple[str, str, str]) -> tuple[Zombies, Reading]:
    project = sound()
    for file, before, after in changes:
        project.files[file] = project.files.get(file, "").replace(before, after) if before else after
    reading = Reading(project.write(folder))
    return Zombies(reading.machine, Usage(reading)), reading


def taken(folder: Path, state: int, *changes: tuple[str, str, str]) -> list[object] | None:
    found, reading = zombies(folder, *changes)
    ways = found.ways(reading.machine.by_id[state])
    return None if ways is None else [each.target for each in ways]


def test_the_only_active_player_cannot_be_made_inactive(tmp_path: Path) -> None:
    found, reading = zombies(tmp_path)
    assert found.asked(reading.machine.by_id[2]) == ("zombiePass",)
    assert found.asked(reading.machine.by_id[3]) == ("planned",)
    assert (found.has_turn, found.is_known, found.may_go_anywhere(reading.machine.by_id[2])) == (True, True, False)


@pytest.mark.parametrize(
    ("instead", "ways"),
    [
        (ASKS, []),
        ("$this->gamestate->nextState('');", [5]),
        ("$this->gamestate->nextState();", [5]),
        ("$this->gamestate->nextState($next);", None),
        ("$this->gamestate->jumpToState(5);", None),
        ("$this->gamestate->nextState(5);", None),
        ("$this->actPick();", None),
        ("$this->wake();", []),
        ("", []),
    ],
)
def test_the_requested_transition_is_taken(instead: str, ways: list[object] | None, tmp_path: Path) -> None:
    assert taken(tmp_path, 2, GONE, (GAME, ASKS, instead)) == ways


def test_a_number_may_be_the_name_of_a_transition(tmp_path: Path) -> None:
    called = (STATES, ", 'zombiePass' => ST_NEXT", ", 55 => ST_NEXT")
    assert taken(tmp_path, 2, called, (GAME, ASKS, "$this->gamestate->nextState(55);")) == [5]


@pytest.mark.parametrize(
    ("methods", "ways", "why"),
    [
        ("", [], "it has no zombie()"),
        ("function zombie($p) { }", [], "its zombie() leads nowhere"),
        ("function zombie($p) { return 'done'; }", [2], ""),
        ("function zombie($p) { return ''; }", [2], ""),
        ("function zombie($p) { $this->gamestate->setPlayerNonMultiactive($p, 'done'); }", [2], ""),
        ("function zombie($p) { $next = 5; return $next; }", [5], ""),
        ("function zombie($p) { return $this->go(); } private function go() { return 5; }", [5], ""),
        ("function zombie($p) { return $this->game->next(); }", None, ""),
    ],
)
def test_state_classes(methods: str, ways: list[object] | None, why: str, tmp_path: Path) -> None:
    deal = ("modules/php/States/Deal.php", "", CLASS % methods)
    assert taken(tmp_path, 10, deal) == ways
    if why:
        found, reading = zombies(tmp_path / "why", deal)
        assert found.why(reading.machine.by_id[10]) == why


def test_why_a_table_waits(tmp_path: Path) -> None:
    found, reading = zombies(tmp_path / "a", GONE)
    assert found.why(reading.machine.by_id[2]) == "it has no transition 'zombiePass'"
    found, reading = zombies(tmp_path / "b", (GAME, ASKS, ""))
    assert found.why(reading.machine.by_id[2]) == "zombieTurn() does nothing for it"
    found, reading = zombies(tmp_path / "c", (GAME, "function zombieTurn", "function turn"))
    assert found.why(reading.machine.by_id[2]) == "no class has zombieTurn()"
    found, reading = zombies(tmp_path / "d", (GAME, ASKS, "$this->gamestate->nextState('');"))
    assert found.why(reading.machine.by_id[2]) == "it has no transitions"
