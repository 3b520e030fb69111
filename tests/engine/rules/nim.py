"""Nim as source text, to be spoilt: a game whose rules are made of the text and checked when it is first played."""

from __future__ import annotations

from typing import Any, Final

import pytest

from rondel.engine import Game
from rondel.errors import DefinitionError

NIM = """
from __future__ import annotations
from collections.abc import Iterable
from typing import Any
from rondel.engine import *
from rondel.engine import State, _

class Nim(Game):
    name = "nim"
    seats = ("one", "two")

    def setup(self) -> To[Turn]:
        self.left = self.add(Prop("left", 5, visible_to=EVERYONE))
        return Turn

class Turn(ActivePlayer[Nim]):
    description = _("{actplayer} must take")
    my_turn = _("{you} must take")

@on(Turn, _("{actplayer} takes {count}"))
def take(game: Nim, count: int) -> To[Next]:
    game.left.value -= count
    return Next

@take.options
def counts(game: Nim) -> Iterable[int]:
    return range(1, min(3, game.left.value) + 1)

class Next(Automatic[Nim]):
    def enter(self, game: Nim) -> To[Turn] | To[GameEnd]:
        if game.left.value:
            game.next_player()
            return Turn
        game.set_score(game.player, 1)
        return GameEnd
"""
"""Take one to three; who takes the last wins. Each test spoils it in one way."""

HOUSE = """
class Hall(MultipleActivePlayers[Nim]):
    description = _("All look round")

    def first(self, game: Nim, role: str) -> To[Room]:
        return Room

class Room(PrivateState[Nim]):
    my_turn = _("{you} look round")

@on(Room, _("{actplayer} goes on"))
def go_on(game: Nim) -> To[Room] | To[Turn]:
    return Turn
"""
"""More text, for a state before the first turn in which each is in a room of his own: see `BEGIN`."""

BEGIN: Final = (
    ("def setup(self) -> To[Turn]:", "def setup(self) -> To[Hall]:"),
    ("        return Turn\n\nclass Turn(", "        return Hall\n\nclass Turn("),
)
"""The changes by which the game begins there."""


def nim(*changes: tuple[str, str], more: str = "") -> type[Game]:
    """Nim with changes."""
    text = NIM
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is in the text {text.count(old)} times"
        text = text.replace(old, new)
    names: dict[str, Any] = {"__name__": "a_file_of_rules"}
    exec(compile(text + more, "nim.py", "exec"), names)  # noqa: S102 - the text is above
    found: type[Game] = names["Nim"]
    return found


def problems(kind: type[Game]) -> list[str]:
    """What is wrong with the rules, found before a game is played."""
    with pytest.raises(DefinitionError) as caught:
        kind(seed=1)
    assert str(caught.value).startswith(f"Nim cannot be played; {len(caught.value.problems)} problem")
    return list(caught.value.problems)
