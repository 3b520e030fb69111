"""Inheritance: games that extend games, and abstract states of any game."""

from __future__ import annotations

from rondel.engine.checks.ruleset import rules_of
from tests.engine.rules.nim import nim

MISERE = """
class Misere(Nim):
    name = "misere"

    def score(self, role: str) -> float:
        return -super().score(role)
"""


def test_a_game_may_be_extended() -> None:
    """The states of a game are those of the games it extends, too."""
    kind = nim(more=MISERE)
    (extended,) = kind.__subclasses__()
    for each, winner in ((kind, "two"), (extended, "one")):
        game = each()
        for text in ("take(3)", "take(2)"):
            game.push(text)
        assert game.winners == (winner,)


def test_a_base_of_any_game_is_no_state_of_one() -> None:
    """It has a type variable where a state names its game."""
    kind = nim(
        ("class Turn(ActivePlayer[Nim]):", "class Base(ActivePlayer[G]):"),
        ("class Nim(Game):", "from typing import TypeVar\nG = TypeVar('G', bound=Game)\nclass Nim(Game):"),
        ("@on(Turn", "class Turn(Base[Nim]): ...\n@on(Turn"),
    )
    assert {node.name for node in rules_of(kind).nodes} == {"Turn", "Next", "GameEnd"}
    assert kind().view("one")["question"]["text"] == "{you} must take"
