"""Which games the page names beside a game."""

from __future__ import annotations

import doctest

import rondel
from rondel.server.catalog import likeness
from rondel.server.catalog.games import offer
from rondel.server.catalog.likeness import LIKE
from rondel.shelf import CATALOGUE


def test_every_shipped_game_has_others_like_it() -> None:
    assert sorted(LIKE) == sorted(CATALOGUE)
    for name, others in LIKE.items():
        assert len({*others} - {name}) == 3, name
        assert {*others} <= {*CATALOGUE}, name


def test_a_player_comes_to_every_game_that_is_not_for_study() -> None:
    named = {other for others in LIKE.values() for other in others}
    assert {*CATALOGUE} - named <= {name for name in CATALOGUE if rondel.find(name).showcase.study}


def test_the_library_is_told() -> None:
    assert offer(rondel.find("hex")).like == ("y", "go", "lines_of_action")


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(likeness).failed == 0
