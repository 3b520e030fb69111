"""Desks: observations of a game and of its view are equal, and every action means one legal move."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import rondel
from rondel.adapters.desk import Desk, Seeds
from rondel.errors import BadOption, IllegalMove


@pytest.mark.parametrize("name", ["chess", "hearts", "nine_mens_morris", "seed_swap"])
def test_a_view_over_a_wire_shows_the_same_as_the_game(name: str) -> None:
    """So what has learnt here can play wherever it is sent views."""
    desk = Desk(name)
    game = desk.new(4)
    rng = Random(4)
    for _answer in range(20):
        for role in game.roles:
            legal = desk.legal(game, role) if role in game.active else None
            shown, seen = desk.observe(game, role, legal), desk.observe_view(game.view(role))
            assert shown["observation"].tobytes() == seen["observation"].tobytes()
            assert shown["action_mask"].tobytes() == seen["action_mask"].tobytes()
            assert desk.observation_space().contains(shown)
        role = game.active[0]
        action = rng.choice(desk.numbering.numbers(game.moves(role)))
        move = desk.move(game.moves(role), action, role)
        assert move is not None
        game.push(move, role)


@pytest.mark.parametrize("name", ["tic_tac_toe", "hearts", "gomoku"])
def test_observations_are_copies(name: str) -> None:
    """Neither what is shown later nor what an agent writes into it changes what another is shown."""
    desk, other = Desk(name), Desk(name)
    game = desk.new(7)
    rng = Random(7)
    kept = []
    for _answer in range(5):
        role = game.active[0]
        legal = desk.legal(game, role)
        for _time in range(2):
            shown = desk.observe(game, role, legal)
            expected = other.observe_view(game.view(role))
            for part in ("observation", "action_mask"):
                assert shown[part].tobytes() == expected[part].tobytes()
            kept.append((desk.observe(game, role, legal), expected))
            shown["observation"].fill(9)
            shown["action_mask"].fill(9)
        game.push(rng.choice(game.moves(role)), role)
    for shown, expected in kept:
        for part in ("observation", "action_mask"):
            assert shown[part].tobytes() == expected[part].tobytes()
            assert shown[part].flags.writeable


def test_short_lists_of_moves_are_kept_unless_they_name_tokens() -> None:
    desk = Desk("tic_tac_toe")
    game = desk.new(None)
    first = desk.legal(game, "x")
    assert desk.legal(desk.new(None), "x") is first
    assert {number: move.text for number, move in first.by_number.items()} == dict(enumerate(desk.numbering.texts))
    desk.observe(game, "x", first)
    assert first.mask.all()
    hearts = Desk("hearts")
    game = hearts.new(3)
    legal = hearts.legal(game, game.active[0])
    assert len(legal.moves) == int(hearts.observe(game, game.active[0], legal)["action_mask"].sum())
    assert (legal.kept, legal.by_number, legal.mask, hearts.numbering._legal) == (False, {}, None, {}), (
        "tokens keep games alive"
    )


def test_an_observation_falls_into_its_blocks() -> None:
    desk = Desk("connect_four")
    game = desk.new(None)
    game.push("drop(d)")
    blocks = desk.split(desk.observe(game, "red", None)["observation"])
    assert list(blocks) == [each.name for each in desk.features]
    assert blocks["board"].shape == (2, 6, 7)
    assert np.argwhere(blocks["board"]).tolist() == [[0, 0, 3]]  # red, row 1, column d
    assert blocks["active"].tolist() == [0.0, 1.0]


def test_an_illegal_action_is_named() -> None:
    desk = Desk("tic_tac_toe")
    game = desk.new(None)
    game.push("mark(a1)")
    with pytest.raises(
        IllegalMove, match=r"action 0, mark\(a1\), is illegal for o now; legal by the action mask: 1, 2, 3, 4, 5, 6, 7, 8$"
    ):
        desk.move(game.moves(), 0, "o")
    with pytest.raises(IllegalMove, match="action 'b2' is illegal for o"):
        desk.move(game.moves(), "b2", "o")


def test_an_own_game_needs_no_name() -> None:
    assert Desk(type(rondel.new("tic_tac_toe"))).numbering.count == 9


def test_ways_that_there_are_not_are_refused() -> None:
    with pytest.raises(BadOption, match="illegal cannot be 'ignore'"):
        Desk("tic_tac_toe", illegal="ignore")
    with pytest.raises(BadOption, match="numbered by 'any'"):
        Desk("tic_tac_toe", actions="any")


def test_seeds_follow_from_the_one_that_was_given() -> None:
    seeds = Seeds()
    assert seeds.next(None) is None
    assert [seeds.next(7), seeds.next(None), seeds.next(None), seeds.next(7), seeds.next(None)] == [7, "7/1", "7/2", 7, "7/1"]
