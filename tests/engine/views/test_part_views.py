"""Part views: a part is looked at again where it was written, and what is kept is never another view than a new one."""

from __future__ import annotations

import random

import pytest

import rondel
from rondel import OBSERVER
from rondel.engine.views.part_views import PartViews
from rondel.engine.views.view import told_to, view


def test_a_part_that_was_not_written_is_not_looked_at_again() -> None:
    game = rondel.new("hearts", seed=1)
    parts = PartViews(game)
    role = game.active[0]
    before = dict(parts.of(role).containers)
    game.push(game.moves(role)[0], role)
    after = parts.of(role).containers
    kept = {name for name, seen in after.items() if seen is before[name]}
    assert kept
    assert {name for name, seen in after.items() if seen != before[name]} == set(after) - kept != set()


def test_a_move_that_was_taken_back_leaves_nothing_behind() -> None:
    game = rondel.new("tic_tac_toe")
    parts = PartViews(game)
    for cell in ("a1", "b2"):
        game.push(f"mark({cell})")
        assert [token["at"] for token in parts.of("x").containers["board"]["tokens"]] == [cell]
        game.pop()
    assert parts.of("x").containers["board"] == {"tokens": []}


def test_the_end_shows_what_the_game_reveals() -> None:
    game = rondel.new("battleship", seed=1)
    parts = PartViews(game)
    while not game.is_over:
        before = parts.of(OBSERVER).containers.copy()
        role = game.active[0]
        game.push(game.moves(role)[0], role)
    after = view(game, OBSERVER, parts)
    assert after == game.view(OBSERVER)
    assert len([name for name, seen in after["containers"].items() if seen != before[name]]) > 1


@pytest.mark.parametrize("name", ["hearts", "shephy", "battleship", "liars_dice", "seed_swap", "reversi"])
def test_the_news_are_the_same_as_without_what_is_kept(name: str) -> None:
    """Whoever is shown each position is told the changes from that, and whoever is shown a few by a rewind."""
    dice = random.Random(1)
    game = rondel.new(name, seed=1)
    parts = PartViews(game)
    told = dict.fromkeys((*game.roles, OBSERVER), 0)
    for number in range(40):
        readers = [role for role in told if role != OBSERVER or number % 5 == 0]
        news, _alike = told_to(game, {role: told[role] for role in readers}, parts)
        for role in readers:
            assert news[role] == game.events(told[role], role)
            told[role] += len(news[role])
            if dice.random() < 0.9:
                assert view(game, role, parts) == game.view(role)
        if game.is_over:
            break
        role = next(role for role in game.active if game.moves(role))
        if number % 7 == 6:
            game.push(game.moves(role)[0], role)
            game.pop()
        game.push(dice.choice(game.moves(role)), role)
