"""The rules of Battleship: secret placement, announcements, salvos, hidden information, and determinization."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import OBSERVER, Game, Move
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.errors import BadOption, IllegalMove, NothingToUndo, UndoBarrier
from rondel.shelf.battleship import Battleship
from rondel.shelf.battleship.rules import berth
from rondel.testing import walk

CLASSIC = ("a1,e1", "a2,d2", "a3,c3", "a4,c4", "a5,b5")
"""Carrier, battleship, cruiser, submarine and destroyer in the upper left corner."""
SMALL = ("a1,c1", "a2,b2", "a3,a3")


def place(game: Game, role: str, berths: tuple[str, ...], *, ready: bool = True) -> None:
    for ends in berths:
        game.push(f"place({ends})", role)
    if ready:
        game.push("ready", role)


def battle(**options: Any) -> Game:
    """A battle of small fleets, both in the upper left corner."""
    game = rondel.new("battleship", options={"size": 8, "fleet": "small", **options})
    for role in game.roles:
        place(game, role, SMALL)
    return game


def fire(game: Game, *cells: str) -> None:
    for cell in cells:
        game.push(f"fire({cell})")


def seen(game: Game, reader: str, container: str) -> dict[str, str]:
    """What lies where, by face; raises `KeyError` if the reader sees nothing of the container."""
    return {token["at"]: token["face"] for token in game.view(reader)["containers"][container]["tokens"]}


def waiting(game: Game) -> list[str]:
    return list(game.active)


def news(game: Game, reader: str = OBSERVER) -> list[str]:
    return [event["name"] for event in game.events(0, reader)]


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


@pytest.mark.parametrize(("berths", "count"), [((), 120), (CLASSIC[:1], None)])
def test_as_many_places_as_fit(berths: tuple[str, ...], count: int | None) -> None:
    """A ship of five fits in 6 places of each of 10 rows and 10 columns."""
    game = rondel.new("battleship")
    place(game, "red", berths, ready=False)
    listed = [str(move) for move in game.moves("red") if move.action == "place"]
    if count is not None:
        assert len(listed) == count
    assert not any(move.startswith(("place(a1,", "place(e1,")) for move in listed if berths)


def test_ships_do_not_overlap_nor_lie_askew() -> None:
    game = rondel.new("battleship")
    place(game, "red", CLASSIC[:1], ready=False)
    for wrong in ("place(c1,c4)", "place(a2,d5)", "place(a2,c2)", "place(d2,a2)", "place(h2,k2)"):
        with pytest.raises(IllegalMove):
            game.push(wrong, "red")
    game.push("place(a2,d2)", "red")  # touching


def test_ships_may_be_kept_apart() -> None:
    game = rondel.new("battleship", options={"touching": False})
    place(game, "red", CLASSIC[:1], ready=False)
    for wrong in ("place(a2,d2)", "place(f1,i1)", "place(f2,i2)"):
        with pytest.raises(IllegalMove):
            game.push(wrong, "red")
    game.push("place(a3,d3)", "red")
    game.push("place(g1,g3)", "red")


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
    assert question["text"] == "{you} must place the {ship}, of length {length}"
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


# -- imagining ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [{}, {"turn": "again"}, {"turn": "salvo"}, {"fleet": "russian", "touching": False}, {"fleet": "small", "size": 8}],
    ids=str,
)
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
        if stage % 45 == 0 or game.is_over:
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
