"""The advice of Battleship: its estimate, and determinizations that agree with every shot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import Game, Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.shelf.battleship import Battleship
from rondel.shelf.battleship.rules import berth
from tests.conftest import SCALE
from tests.shelf.battleship.fleets import battle, fire, seen


def test_progress_and_estimate() -> None:
    game = battle()
    assert game.progress == 0
    assert game.estimate("red") == 0
    fire(game, "a3")
    assert game.progress == 33
    assert (game.estimate("red") or 0) > 0 > (game.estimate("blue") or 0)


def test_hits_that_fit_together_are_worth_more_and_a_ship_sunk_most() -> None:
    """Red has hit the cruiser at a1; b1 is of it too, b2 of another ship, a3 a whole one, c4 none."""
    worth = {}
    for second in ("b1", "b2", "a3", "c4"):
        game = battle()
        fire(game, "a1", "h8", second, "h7")
        worth[second] = game.estimate("red") or 0.0
    assert worth["c4"] < worth["b2"] < worth["b1"] < worth["a3"]
    assert worth["b1"] - worth["b2"] < 0.01 < worth["b2"] - worth["c4"]


BATTLES: list[dict[str, Any]] = [{}, {"turn": "salvo"}, {"fleet": "russian", "touching": False}]
if SCALE >= 1:
    BATTLES += [{"turn": "again"}, {"fleet": "small", "size": 8}]


@pytest.mark.parametrize("options", BATTLES, ids=str)
@pytest.mark.played
def test_a_long_battle_is_imagined_at_every_stage(options: dict[str, Any]) -> None:
    """Aimless shots make it long: nearly the whole sea is known, and ships are still afloat. The last stage is its end."""
    chooser = Random(5)
    game = rondel.new("battleship", seed=1, options=options)
    stage = 0
    while not game.is_over:
        role = chooser.choice(game.active)
        listed = [move for move in game.moves(role) if move.action in ("place", "ready", "fire")]
        game.push(chooser.choice(listed or game.moves(role)), role)
        stage += 1
        if stage % 60 == 0 or game.is_over:
            imagined = game.imagine(role, stage)
            assert imagined.consistent == "history"
            again = rondel.replay(imagined.record(), seed=1)
            assert again.information_state(role) == game.information_state(role)
    assert stage > 80


@pytest.mark.parametrize(
    "options",
    [{"size": 8}, {"fleet": "small", "size": 8, "turn": "salvo"}, {"fleet": "russian", "touching": False, "turn": "again"}],
    ids=str,
)
@pytest.mark.played
def test_a_battle_after_ships_were_moved_about_is_imagined(options: dict[str, Any]) -> None:
    """Whenever a ship is sunk. Mostly a shot is beside a hit, so that ships which touch are mixed up."""
    chooser = Random(4)
    game = rondel.new("battleship", seed=1, options=options)
    for role, again in (("red", "start_over"), ("red", "place_again"), ("red", ""), ("blue", "place_again"), ("blue", "")):
        while any(move.action == "place" for move in game.moves(role)):
            game.push(chooser.choice([move for move in game.moves(role) if move.action == "place"]), role)
            if again == "start_over":
                break
        if role == "red" and again == "place_again":
            game.push("ready", "red")
            imagined_as_known(game, "blue")
            game.push("rearrange", "red")
            imagined_as_known(game, "blue")
        game.push(again or "ready", role)
    assert game.state == "Battle"
    sunk = 0
    for _ply in range(80):
        if game.is_over or sunk >= 3:
            break
        role = game.active[0]
        listed = game.moves(role)
        near = [move for move in listed if beside_a_hit(game, role, move)]
        game.push(chooser.choice(near if near and chooser.random() < 0.8 else listed), role)
        if sum(game.scores.values()) > sunk:
            sunk = round(sum(game.scores.values()))
            imagined_as_known(game, role)
    assert sunk >= 3


def imagined_as_known(game: Game, role: str) -> None:
    """In what it imagines, a role knows just what it knows."""
    imagined = game.imagine(role, 1)
    assert imagined.consistent == "history"
    assert rondel.replay(imagined.record(), seed=1).information_state(role) == game.information_state(role)


def beside_a_hit(game: Game, role: str, move: Move) -> bool:
    """Whether a shot is at a neighbour of a cell that was hit."""
    (cell,) = move.args
    column, row = ord(cell.name[0]), int(cell.name[1:])
    around = {f"{chr(column + right)}{row + down}" for right, down in ((0, 1), (1, 0), (0, -1), (-1, 0))}
    return any(face == "hit" for at, face in seen(game, role, f"shots_{role}").items() if at in around)


@pytest.mark.parametrize("turn", ["one", "salvo"])
def test_a_ship_is_supposed_where_it_was_marked(turn: str) -> None:
    """The last shot hit the destroyer at a2, beside a1 and b2: that it was b2 with which it sank, only the pegs say."""
    game = battle(turn=turn)
    fire(game, *(("a1", "b2", "a2") if turn == "salvo" else ("a1", "h1", "b2", "h2", "a2")))
    assert seen(game, "red", "shots_red") == {"a1": "hit", "a2": "sunk", "b2": "sunk"}
    fleets = set()
    for seed in range(16):
        imagined = game.imagine("red", seed)
        assert imagined.consistent == "history"
        lying: dict[int, set[str]] = {}
        for token in imagined.view("blue")["containers"]["sea_blue"]["tokens"]:
            if token["kind"] == "hull":
                lying.setdefault(token["props"]["ship"], set()).add(token["at"])
        assert lying[1] == {"a2", "b2"}
        assert "a1" in lying[0]
        fleets.add(frozenset(lying[0]))
    assert fleets == {frozenset({"a1", "b1", "c1"})}  # downwards the destroyer is in the way


def test_imagined_fleets_lie_as_often_as_they_may() -> None:
    """How often a ship lies on each cell, compared with a count of all fleets: one hit, five misses."""
    game = battle()
    for shot, answer in zip(("b1", "d2", "d4", "f6", "c7", "g2"), ("a8", "b8", "c8", "d8", "e8", "f8"), strict=True):
        fire(game, shot, answer)
    hit, missed = {"b1"}, {"d2", "d4", "f6", "c7", "g2"}
    assert {at for at, face in seen(game, "red", "shots_red").items() if face == "miss"} == missed
    names = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    runs = {
        length: [
            frozenset(names[row * 8 + column + (step if flat else 8 * step)] for step in range(length))
            for flat in (True, False)
            for row in range(8)
            for column in range(8)
            if (column if flat else row) + length <= 8
        ]
        for length in (3, 2)
    }
    exact = dict.fromkeys(names, 0)
    total = 0
    for cruiser in runs[3]:
        for destroyer in runs[2]:
            both = cruiser | destroyer
            if both & missed or cruiser & destroyer or not both & hit:  # the boat is not hit without being sunk
                continue
            boats = [name for name in names if name not in both and name not in missed]
            total += len(boats)
            for name in both:
                exact[name] += len(boats)
            for name in boats:
                exact[name] += 1
    times = 1500
    view = game.information_state("red").observations()[-1][0]
    told = game.events(0, "red")
    assert isinstance(game, Battleship)
    sea = game.seas["blue"]
    drawn = dict.fromkeys(names, 0)
    for seed in range(times):
        for bow, stern in game.suppose("red", {**view, "told": told}, SeededRandom(seed)) or ():
            for cell in berth(sea, sea.cell(bow), sea.cell(stern)):
                drawn[cell.name] += 1
    for name in names:
        chance = exact[name] / total
        assert abs(drawn[name] / times - chance) <= 4.5 * (chance * (1 - chance) / times) ** 0.5, name


def test_an_imagined_fleet_is_the_one_supposed() -> None:
    game = battle()
    fire(game, "b1", "a8", "d2", "b8")
    found = set()
    for seed in range(12):
        sea = game.imagine("red", seed).view("blue")["containers"]["sea_blue"]["tokens"]
        there = {token["at"] for token in sea if token["kind"] == "hull"}
        assert "b1" in there
        assert "d2" not in there
        found.add(frozenset(there))
    assert len(found) == 12
