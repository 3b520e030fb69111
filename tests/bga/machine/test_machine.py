"""Machines: states and their transitions."""

from __future__ import annotations

from pathlib import Path

from rondel.bga import Machine, read
from tests.bga.fixture import corpus


def machine(name: str, folder: Path) -> Machine:
    (fixture,) = [each for each in corpus() if each.name == name]
    return read(fixture.write(folder))


def test_transitions_by_label(tmp_path: Path) -> None:
    found = machine("whole_game", tmp_path)
    pick = found.by_id[20]
    assert [(each.label, each.target, each.place.line) for each in found.transitions(pick)] == [
        ("picked", 80, 29),
        ("zombiePass", 80, 29),
    ]
    assert (pick.name, pick.type, pick.text("args"), pick.at("possibleactions").line) == ("pick", "activeplayer", "argPick", 28)


def test_reachable_states_include_private_ones(tmp_path: Path) -> None:
    found = machine("whole_game", tmp_path)
    assert found.reached(1) == {1, 5, 10, 11, 20, 80, 99}
    assert found.reached(80) == {20, 80, 99}
    assert found.reached(11) == {11}


def test_state_classes_lead_where_their_methods_say(tmp_path: Path) -> None:
    found = machine("state_classes", tmp_path)
    assert [(each.label, each.target) for each in found.transitions(found.by_id[10])] == [
        ("actDraw", 10), ("actDraw", 20), ("zombie", 10), ("zombie", 20),
    ]  # fmt: skip
    assert [(each.label, each.target) for each in found.transitions(found.by_id[20])] == [
        ("done", 99), ("onEnteringState", 99), ("onEnteringState", 10),
    ]  # fmt: skip


def test_an_array_may_lead_to_a_class(tmp_path: Path) -> None:
    found = machine("state_classes_beside_an_array", tmp_path)
    assert [each.target for each in found.transitions(found.by_id[2])] == [3, 3]


def test_a_target_is_a_number_or_a_class(tmp_path: Path) -> None:
    found = machine("whole_game", tmp_path)
    assert [found.resolve(each) for each in (20, "20", "pick", "Nowhere", None, True)] == [
        20, 20, "pick", "Nowhere", None, None,
    ]  # fmt: skip


def test_a_whole_machine_says_so(tmp_path: Path) -> None:
    assert machine("whole_game", tmp_path / "a").is_whole
    lost = machine("calls_unread", tmp_path / "b")
    assert not lost.is_whole
    assert not lost.by_id[2].is_whole
    assert lost.by_id[2].get("args") is None
    assert lost.by_id[2].has("args")
