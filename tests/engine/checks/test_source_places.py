"""Source places: the lines of functions, classes, attributes and texts of a file."""

from __future__ import annotations

import doctest
from pathlib import Path

import rondel
from rondel.engine.checks import source_places
from rondel.engine.checks.source_places import place_of, place_of_text, used

SOURCE = """from rondel import ActivePlayer, Game, GameEnd, To, on


class Tiny(Game):
    seats = (
        "one",
    )

    def setup(self) -> "To[Turn]":
        return Turn


class Turn(ActivePlayer[Tiny]):
    description = my_turn = "{you} must go"


@on(
    Turn, "{actplayer} goes"
)
def go(game: Tiny) -> To[GameEnd]:
    return GameEnd
"""


def test_doctests() -> None:
    assert doctest.testmod(source_places).failed == 0


def test_each_thing_is_placed_at_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "tiny.py").write_text(SOURCE, encoding="utf-8")
    kind = rondel.load(tmp_path / "tiny.py")
    lines = [4, 5, 9, 4]
    assert [str(place_of(kind, name)) for name in ("", "seats", "setup", "score")] == [f"tiny.py line {line}" for line in lines]
    [action] = rondel.new(kind, seed=1)._machine.node.actions
    assert str(place_of(action.function)) == "tiny.py line 20"
    assert str(place_of_text(kind, "one")) == "tiny.py line 6"
    assert place_of_text(kind, "two") is None
    assert {"Turn", "GameEnd"} <= used(kind)
    assert "go" not in used(kind)
