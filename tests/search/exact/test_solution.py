"""Solutions: what they say of themselves."""

from __future__ import annotations

import rondel
from rondel.search import Solution, alphabeta


def test_it_says_what_is_certain_and_what_is_not() -> None:
    certain = Solution({"a": 1.0, "b": -1.0}, "go", {"go": 1.0}, ["go"], True, 3, 10)
    assert repr(certain) == "<Solution: a +1, b -1, go>"
    assert repr(Solution({"a": 0.25}, "", {}, [], False, 3, 10)) == "<Solution: a +0.25, estimated 3 answers ahead>"
    assert repr(Solution({"a": 0.0, "b": 0.0}, "", {}, [], True, 0, 1)) == "<Solution: a 0, b 0>"


def test_the_values_are_those_of_who_moves() -> None:
    game = rondel.new("tic_tac_toe")
    for text in ("mark(a1)", "mark(b2)", "mark(b1)"):
        game.push(text)
    solution = alphabeta(game, every=True)
    assert solution.values["mark(c1)"] == solution.value["o"] == 0
    assert solution.values["mark(a3)"] == -1, "x wins with c1"
