"""The register of games by name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rondel.engine import registry
from rondel.errors import UnknownGame
from rondel.shelf.reversi import Reversi
from tests.engine.rules.workshop import Workshop


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Leave the register as it was."""
    entries, loaded = dict(registry._ENTRIES), dict(registry.LOADED)
    yield
    for now, before in ((registry._ENTRIES, entries), (registry.LOADED, loaded)):
        now.clear()
        now.update(before)  # type: ignore[arg-type]


def test_a_registered_game_is_loaded_when_it_is_asked_for() -> None:
    registry.register("othello", "rondel.shelf.reversi:Reversi")
    registry.register("missing", "rondel.no_such_module:Game")
    assert {"othello", "missing"} <= set(registry.names())
    assert registry.names() == sorted(registry.names())
    assert registry.find("othello") is Reversi
    assert registry.find("othello") is Reversi
    with pytest.raises(ModuleNotFoundError):
        registry.find("missing")


def test_an_enrolled_game_is_found_by_its_name() -> None:
    registry.register_class(Workshop)
    assert registry.find("workshop") is Workshop
    assert "workshop" in registry.names()


def test_an_enrolled_game_does_not_replace_a_registered_one() -> None:
    registry.register("workshop", "rondel.shelf.reversi:Reversi")
    registry.register_class(Workshop)
    assert registry.find("workshop") is Reversi


def test_an_unknown_name_is_refused_with_the_nearest_and_all() -> None:
    registry._ENTRIES.clear()
    registry.LOADED.clear()
    registry.register("reversi", "rondel.shelf.reversi:Reversi")
    registry.register("chess", "rondel.shelf.chess:Chess")
    for name, said in (
        ("reversy", "unknown game 'reversy'; did you mean 'reversi'? known: chess, reversi"),
        ("go", "unknown game 'go'; known: chess, reversi"),
        ("", "unknown game ''; known: chess, reversi"),
    ):
        with pytest.raises(UnknownGame) as caught:
            registry.find(name)
        assert str(caught.value) == said


def test_a_class_without_a_name_takes_that_of_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "name", "")
    registry.register("joinery", f"{Workshop.__module__}:Workshop")
    assert registry.find("joinery").name == "joinery"
