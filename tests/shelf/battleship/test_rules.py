"""The rules of Battleship: secret placement, announcements, salvos, hidden information, and determinization."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import OBSERVER
from rondel.errors import BadOption, IllegalMove, NothingToUndo, UndoBarrier
from rondel.testing import walk
from tests.shelf.battleship.fleets import CLASSIC, SMALL, battle, fire, news, place, seen, waiting

# -- placing -----------------------------------------------------------------------------------------------------------


def test_both_place_at_the_same_time() -> None:
    game = rondel.new("battleship")
    assert waiting(game) == ["red", "blue"]
    place(game, "blue", CLASSIC[:2], ready=False)
    place(game, "red", CLASSIC)
    assert waiting(game) == ["blue"]
    place(game, "blue", CLASSIC[2:])
    assert game.state == "Battle"
    assert waiting(game) == ["red"]


def test_a_player_may_change_the_fleet_until_both_are_ready() -> None:
    game = rondel.new("battleship")
    with pytest.raises(IllegalMove):
        game.push("start_over", "red")
    place(game, "red", CLASSIC, ready=False)
    place(game, "blue", CLASSIC[:1], ready=False)
    game.push("place_again", "red")
    assert seen(game, "red", "sea_red") == {}
    assert len(seen(game, "blue", "sea_blue")) == 5
    place(game, "red", ("j1,j5",), ready=False)
    game.undo("red")
    assert seen(game, "red", "sea_red") == {}
    place(game, "red", CLASSIC)
    assert waiting(game) == ["blue"]
    game.push("rearrange", "red")
    assert waiting(game) == ["red", "blue"]
    game.push("ready", "red")
    place(game, "blue", CLASSIC[1:])
    assert game.state == "Battle"
    assert len(seen(game, "red", "sea_red")) == 17


def test_a_fleet_that_no_longer_fits_can_start_over() -> None:
    for seed in range(3):
        game = rondel.new("battleship", options={"size": 8, "fleet": "russian", "touching": False}, seed=seed)
        for move in walk(game, Random(seed), 2_000):
            game.push(move)
        assert game.is_over
        assert max(game.scores.values()) == 10


def test_nothing_is_seen_of_the_other_fleet_while_it_is_placed() -> None:
    game, other = rondel.new("battleship", seed=1), rondel.new("battleship", seed=1)
    before = len(game.events(0, "blue"))
    place(game, "red", CLASSIC[:2], ready=False)
    place(other, "red", ("j1,j5", "i3,i6"), ready=False)
    assert len(game.events(0, "blue")) == before
    for reader in ("blue", OBSERVER):
        assert json.dumps(game.view(reader)) == json.dumps(other.view(reader))
        assert game.events(0, reader) == other.events(0, reader)
        with pytest.raises(KeyError):
            seen(game, reader, "sea_red")
    question = game.view("red")["question"]
    assert question["text"] == "Place your {ship}: {length} cells"
    assert (question["args"]["ship"]["text"], question["args"]["length"]) == ("cruiser", 3)


# -- shooting ----------------------------------------------------------------------------------------------------------


def test_hit_miss_and_sunk_are_announced_and_marked() -> None:
    game = battle()
    fire(game, "a1")
    assert news(game)[-2:] == ["fire", "hit"]
    assert seen(game, "red", "shots_red") == {"a1": "hit"}
    assert seen(game, "blue", "sea_blue")["a1"] == "hit"
    fire(game, "h8")
    assert news(game)[-1] == "miss"
    assert seen(game, "blue", "shots_blue") == {"h8": "miss"}
    assert seen(game, "red", "sea_red")["h8"] == "miss"
    fire(game, "a3")
    sunk = game.events(0, OBSERVER)[-1]
    assert (sunk["name"], sunk["args"]["cell"], sunk["args"]["ship"]["text"]) == ("sunk", "a3", "torpedo boat")
    assert game.scores == {"red": 1, "blue": 0}
    assert [token["face"] for token in game.view("red")["containers"]["fleet_blue"]["tokens"]] == ["cruiser", "destroyer"]


def test_a_ship_is_sunk_by_its_last_hit_and_then_marked_whole() -> None:
    game = battle()
    fire(game, "a1", "h1", "b1", "h2", "c1")
    assert seen(game, "red", "shots_red") == {"a1": "sunk", "b1": "sunk", "c1": "sunk"}
    assert {at for at, face in seen(game, "blue", "sea_blue").items() if face == "sunk"} == {"a1", "b1", "c1"}


def test_no_cell_is_shot_at_twice() -> None:
    game = battle()
    fire(game, "a1", "a1")
    with pytest.raises(IllegalMove):
        game.push("fire(a1)")


def test_who_sinks_the_whole_fleet_wins() -> None:
    game = battle()
    for mine, theirs in zip(("a1", "b1", "c1", "a2", "b2"), ("h1", "h2", "h3", "h4", "h5"), strict=True):
        fire(game, mine, theirs)
    fire(game, "a3")
    assert game.is_over
    assert game.winners == ("red",)
    assert game.scores == {"red": 3, "blue": 0}
    assert game.view(OBSERVER)["ending"]["text"] == "by sinking the whole fleet"
    assert game.returns == {"red": 1.0, "blue": -1.0}


def test_a_hit_may_shoot_again() -> None:
    game = battle(turn="again")
    fire(game, "a1", "b1")
    assert game.active == ("red",)
    fire(game, "h8")
    assert game.active == ("blue",)


def test_a_salvo_has_a_shot_for_each_ship_afloat() -> None:
    game = battle(turn="salvo")
    assert game.view("red")["question"]["args"]["shots"] == 3
    fire(game, "a3", "a1")
    assert "hit" not in news(game)
    assert seen(game, "red", "shots_red") == {"a3": "aimed", "a1": "aimed"}
    game.undo("red")
    assert seen(game, "red", "shots_red") == {"a3": "aimed"}
    fire(game, "a2", "h8")
    assert news(game)[-3:] == ["hit", "sunk", "miss"]
    assert game.active == ("blue",)
    assert game.view("blue")["question"]["args"]["shots"] == 2
    fire(game, "h1", "h2")
    assert game.active == ("red",)


def test_a_salvo_has_no_more_shots_than_cells() -> None:
    game = rondel.new("battleship", options={"size": 8, "turn": "salvo"}, seed=1)
    for role in game.roles:
        place(game, role, CLASSIC)
    water = [f"{column}{row}" for row in range(8, 0, -1) for column in "hgfedcba"]
    while not game.is_over:
        fire(game, next(cell for cell in water if cell not in seen(game, game.active[0], f"shots_{game.active[0]}")))
    assert game.winners == ("red",)


# -- what is hidden ----------------------------------------------------------------------------------------------------


def test_where_the_ships_are_that_were_not_hit_is_not_seen() -> None:
    game, other = battle(), rondel.new("battleship", options={"size": 8, "fleet": "small"})
    place(other, "red", SMALL)
    place(other, "blue", ("a1,a3", "h1,h2", "a8,a8"))
    for each in (game, other):
        fire(each, "a1", "c1", "h8")
    assert json.dumps(game.view("red")) == json.dumps(other.view("red"))
    assert json.dumps(game.view(OBSERVER)) == json.dumps(other.view(OBSERVER))
    assert game.events(0, "red") == other.events(0, "red")
    assert game.estimate("red") == other.estimate("red")


@pytest.mark.parametrize("turn", ["one", "again", "salvo"])
def test_no_shot_is_taken_back(turn: str) -> None:
    game = battle(turn=turn)
    fire(game, *("a1", "a2", "h8")[: 3 if turn == "salvo" else 1])
    with pytest.raises((UndoBarrier, NothingToUndo)):
        game.undo("red")
    assert "a1" in seen(game, "red", "shots_red")


def test_both_fleets_are_shown_in_the_end() -> None:
    game = battle()
    for mine, theirs in zip(("a1", "b1", "c1", "a2", "b2"), ("h1", "h2", "h3", "h4", "h5"), strict=True):
        with pytest.raises(KeyError):
            seen(game, "blue", "sea_red")
        fire(game, mine, theirs)
    fire(game, "a3")
    assert seen(game, "blue", "sea_red")["a1"] == "afloat"


@pytest.mark.parametrize("options", [{"size": 7}, {"size": 16}, {"fleet": "pirate"}, {"turn": "two"}])
def test_no_other_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        rondel.new("battleship", options=options)
