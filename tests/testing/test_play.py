"""Random play: reproducible by its seed, finite, and also out of turn."""

from __future__ import annotations

import doctest
from random import Random

import rondel
from rondel.testing import play, walk
from tests.engine.rules.duel import Duel


def test_the_examples_in_the_module_run() -> None:
    assert doctest.testmod(play).failed == 0


def played(seed: int) -> list[str]:
    game = rondel.new("tic_tac_toe", seed=1)
    moves: list[str] = []
    for move in walk(game, Random(seed)):
        game.push(move)
        moves.append(str(move))
    return moves


def test_the_same_seed_plays_the_same() -> None:
    assert played(3) == played(3)
    assert len({tuple(played(seed)) for seed in range(10)}) > 5


def test_it_stops_where_it_is_told() -> None:
    game = rondel.new("reversi", seed=1)
    count = 0
    for move in walk(game, Random(1), 7):
        game.push(move)
        count += 1
    assert count == 7


def test_an_answer_that_may_be_changed_is_changed_now_and_then() -> None:
    """In Duel both say a number at once; who has, and is not waited for, may say another."""
    changed = 0
    for seed in range(40):
        game = Duel(seed=1)
        for move in walk(game, Random(seed)):
            changed += move.role not in game.active
            game.push(move)
    assert changed


def test_new_events_are_read_from_the_last_number() -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    heard = play.further(dict.fromkeys(play.readers(game), 0), play.told(game))
    game.push("mark(a1)")
    news = play.told(game, heard)
    assert {role: [event["name"] for event in events] for role, events in news.items()} == {
        "x": ["mark"],
        "o": ["mark"],
        "observer": ["mark"],
    }
    assert play.told(game, play.further(heard, news)) == {"x": [], "o": [], "observer": []}
