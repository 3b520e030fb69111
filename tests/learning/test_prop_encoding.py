"""What props hold is told by what they held first: numbers, roles, letters, texts."""

from __future__ import annotations

import doctest

from rondel.learning import prop_encoding as module
from rondel.learning.encoding import Encoding
from rondel.learning.prop_encoding import bucket, number
from tests.engine.rules.everything import Everything, labelled, told


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(module).failed == 0


def test_what_a_prop_holds_is_told_by_what_it_held_first() -> None:
    game = Everything()
    encoding = Encoding(game)
    names = {each.name: each for each in encoding.features}
    assert names["coins"].to_json() == {
        "name": "coins",
        "start": names["coins"].start,
        "shape": [1],
        "labels": ["number"],
        "low": 0.0,
        "high": 9.0,
    }
    now = told(encoding, game, "white")
    assert (now["coins"], now["open"], now["heat"], now["leader"]) == ([3.0], [1.0], [-2.5], [0.0, 1.0])
    assert now["rights.letters"] == [1.0, 1.0]
    assert (now["mark.given"], sum(now["mark.text"])) == ([0.0], 0.0)
    assert "secret" not in names
    game.push("go")
    now = told(encoding, game, "white")
    assert now["rights.letters"] == [0.0, 1.0]
    assert (now["mark.given"], now["mark.length"], now["mark.numbers"]) == ([1.0], [3.0], [4.0, 5.0, 0.0, 0.0])
    assert now["mark.role"] == [0.0, 1.0]
    game.push("go")
    now = told(encoding, game, "white")
    assert now["mark.text"][bucket("hearts")] == 1.0
    game.push("go")
    assert labelled(encoding, game, "white", "mark.cell") == {"b1": 1.0}
    for role in game.roles:
        assert encoding.of_game(game, role) == encoding.of_view(game.view(role))


def test_numbers_have_bounds() -> None:
    assert number(10**400) == 1e30
    assert number(-1e300) == -1e30
    assert number("7") == 0.0
