"""The cookbook: every recipe is a game that obeys the laws, and does what its title says."""

from __future__ import annotations

import random

import cookbook
import pytest
import reference

import rondel
from rondel.engine import Game
from rondel.testing import LAWS, check, dice
from tests.conftest import SCALE

RECIPES = {path.stem: path for path in sorted(reference.COOKBOOK.rglob("*.py"))}
WANTED = {
    "bidding": ("auction", "betting_round", "simultaneous_orders"),
    "boards": ("dice_kept", "own_boards", "repetition", "score_track", "swap", "tile_placement", "undo_barrier"),
    "cards": ("drafting", "market_row", "several_decks", "trick"),
    "players": ("cooperative_end", "elimination", "hidden_roles", "teams"),
    "setup": ("campaign_of_rounds", "expansions_by_option", "migration", "start_position", "variable_setup"),
}
"""The recipes of each chapter."""
PROCESSES = {"processes"}
"""Laws that start another process for each game; the examples of the guides are tried by them."""


def new(name: str, seed: int = 1) -> Game:
    return rondel.new(rondel.load(RECIPES[name]), seed=seed)


def test_the_recipes_are_those_that_the_book_promises() -> None:
    assert {(path.parent.name, name) for name, path in RECIPES.items()} == {
        (chapter, name) for chapter, names in WANTED.items() for name in names
    }
    assert list(cookbook.CHAPTERS) == ["bidding", "cards", "boards", "players", "setup"]
    assert sum(map(len, WANTED.values())) == 23


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_obeys_the_laws(name: str) -> None:
    kind = rondel.load(RECIPES[name])
    laws = [law for law in LAWS if law not in PROCESSES]
    # In `make test` every second law, in turn: two recipes beside each other are tried by all.
    for law in laws if SCALE >= 1 else laws[list(RECIPES).index(name) % 2 :: 2]:
        check(lambda: rondel.new(kind, seed=3), law, seed=1, plies=30)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_ends(name: str) -> None:
    kind = rondel.load(RECIPES[name])
    for seed in range(5):
        game, chooser = rondel.new(kind, seed=seed), random.Random(seed)
        while not game.is_over:
            role = game.active[0]
            game.push(chooser.choice(game.moves(role)), role)


def test_on_boards_of_their_own_players_score_for_equal_neighbours_and_pay_for_what_breaks() -> None:
    display = [{"kind": "tile", "face": face} for face in ("red", "red", "blue")]
    wall = [{"kind": "tile", "face": "red", "at": "a1"}, {"kind": "tile", "face": "red", "at": "b2"}]
    position = {"containers": {"display_1": display, "wall_ann": wall}}
    game = rondel.new(rondel.load(RECIPES["own_boards"]), position=position)
    game.push("lay(red,a2)")
    assert (len(game.view("ann")["containers"]["broken_ann"]["tokens"]), game.scores["ann"]) == (1, 2 - 1)


def test_an_auction_goes_to_the_last_bidder_for_the_bid() -> None:
    game = new("auction")
    for move in ("raise_to(2)", "leave", "raise_to(4)", "leave"):
        game.push(move)
    assert game.scores == {"ann": 10, "bob": 10, "cid": 11}


def test_a_raise_asks_all_others_again() -> None:
    kind = rondel.load(RECIPES["betting_round"])
    game = dice(kind, "draw(2)", "draw(6)", "draw(4)")
    for role, move in (("ann", "call"), ("bob", "raise_by(2)"), ("cid", "fold"), ("ann", "call")):
        assert game.active == (role,)
        game.push(move)
    assert game.is_over
    assert game.scores == {"ann": 2, "bob": 9, "cid": 4}


def test_equal_orders_stand_still() -> None:
    game = new("simultaneous_orders")
    for role, order in (("green", 1), ("red", 3), ("blue", 3)):
        assert role in game.active
        game.push(f"order({order})", role)
    assert game.scores == {"red": 0, "blue": 0, "green": 1}


def test_suit_is_followed_and_the_highest_of_it_takes_the_trick() -> None:
    hands = {"north": ["9S"], "east": ["AH", "2S"], "south": ["TS"]}
    containers = {f"hand_{role}": [{"kind": "card", "face": face} for face in faces] for role, faces in hands.items()}
    game = rondel.new(rondel.load(RECIPES["trick"]), position={"state": "Play", "containers": {**containers, "deck": []}})
    game.push("play(9S)")
    assert [str(move) for move in game.moves()] == ["play(2S)"]
    game.push("play(2S)")
    game.push("play(TS)")
    assert game.scores == {"north": 0, "east": 0, "south": 1}


def test_the_wolf_wins_when_it_is_not_found() -> None:
    kind = rondel.load(RECIPES["hidden_roles"])
    cards = ("draw(villager)", "draw(wolf)", "draw(villager)", "draw(villager)")
    for accused, winners in (("bob", ("ann", "cid", "dan")), ("dan", ("bob",))):
        game = dice(kind, *cards)
        while not game.is_over:
            for role in game.roles:
                game.push(f"accuse({accused if role != accused else 'ann'})", role)
        assert game.winners == winners


def test_the_last_one_who_lives_wins_and_the_first_one_out_is_last() -> None:
    game = dice(rondel.load(RECIPES["elimination"]), *([6] * 20))
    while not game.is_over:
        game.push(game.moves()[-1])
    assert len(set(game.ranks.values())) == 4
    assert game.ranks[game.eliminated[0]] == 4
    assert game.winners[0] not in game.eliminated
