"""Harvest Wheel: secret aims and suppers, the way round the wheel, every task, the harvest, and what a farm is worth."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rondel
from rondel.engine import OBSERVER, Game
from rondel.errors import IllegalMove
from rondel.shelf.harvest_wheel import AIMS, MARKET, PRICE, SECTORS, TILES, aimed
from rondel.testing import walk

FARM = {"0,0": "house", "1,0": "field"}


def farm(
    land: Mapping[str, str] | None = None,
    goods: str = "",
    *,
    at: str = "fair",
    market: str = "field pond orchard barn field",
    coins: int = 6,
    state: str = "Turn",
    **more: Any,
) -> Game:
    """A game of two, ash to move with this land, these goods, and a cart ``at`` a sector; birch has nothing but a house."""
    containers: dict[str, Any] = {
        "land_ash": [{"kind": "tile", "owner": "ash", "face": face, "at": at} for at, face in (land or FARM).items()],
        "land_birch": [{"kind": "tile", "owner": "birch", "face": "house", "at": "0,0"}],
        "barn_ash": [{"kind": "good", "face": face} for face in goods.split()],
        "market": [{"kind": "tile", "face": face, "at": place} for face, place in zip(market.split(), MARKET, strict=False)],
        "wheel": [{"kind": "cart", "owner": "ash", "at": at}, {"kind": "cart", "owner": "birch", "at": "work"}],
        "aim_ash": [{"kind": "aim", "face": more.pop("aim", "Larder")}],
        "aim_birch": [{"kind": "aim", "face": "Lake"}],
        "bag": [],
    }
    props = {"coins_ash": coins, **more}
    position = {"state": state, "props": props, "containers": containers}
    return rondel.new("harvest_wheel", seats=2, seed=1, options={"rounds": 7}, position=position)


def faces(game: Game, name: str, role: str = OBSERVER) -> list[str]:
    return [token["face"] for token in game.view(role)["containers"][name].get("tokens", [])]


def coins(game: Game, role: str = "ash") -> int:
    count = game.view(OBSERVER)["props"][f"coins_{role}"]
    assert isinstance(count, int)
    return count


def offered(game: Game, role: str | None = None) -> list[str]:
    return [str(move) for move in game.moves(role)]


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_keeps_one_of_two_aims_in_secret(seats: int) -> None:
    game = rondel.new("harvest_wheel", seats=seats, seed=3)
    assert game.active == game.roles
    dealt = {role: faces(game, f"aim_{role}", role) for role in game.roles}
    assert len({aim for pair in dealt.values() for aim in pair}) == 2 * seats
    for role in game.roles:
        game.push(f"keep({dealt[role][0]})", role)
    for role in game.roles:
        assert faces(game, f"aim_{role}", role) == dealt[role][:1]
        assert [game.view(other)["containers"][f"aim_{role}"] for other in game.roles if other != role] == [{"backs": 1}] * (
            seats - 1
        )


def test_aims_may_be_played_open() -> None:
    game = rondel.new("harvest_wheel", seats=2, seed=3, options={"open_aims": True})
    assert len(faces(game, "aim_ash", "birch")) == 2


def test_a_dish_that_nobody_else_brings_is_worth_two() -> None:
    game = rondel.new("harvest_wheel", seats=2, seed=1)
    position = farm(goods="grain grain trout", state="Supper")
    position.push("bring(trout)", "ash")
    assert position.view("birch")["containers"]["barn_ash"]["tokens"][-1]["face"] == "trout", "not told before all have said"
    position.push("bring(coins)", "birch")
    assert position.scores == {"ash": 2, "birch": 0}
    assert faces(position, "barn_ash") == ["grain", "grain"]
    assert coins(position, "birch") == coins(game, "birch") - 1


def test_who_has_nothing_goes_hungry() -> None:
    game = farm(coins=0, state="Supper", coins_birch=0)
    assert game.scores == {"ash": -2, "birch": -2}
    assert game.state == "Turn"


# -- round the wheel ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("purse", "reach"), [(0, 3), (2, 5), (9, 7)])
def test_three_sectors_are_free_and_each_further_one_costs_a_coin(purse: int, reach: int) -> None:
    game = farm(coins=purse)
    assert offered(game) == [f"go({sector})" for sector in SECTORS[:reach]]
    game.push(f"go({SECTORS[reach - 1]})")
    assert coins(game) == purse - (reach - 3) + 4 * (SECTORS[reach - 1] == "work")


def test_wages() -> None:
    game = farm()
    game.push("go(work)")
    assert coins(game) == 10


def test_a_trout_and_one_for_each_pond() -> None:
    game = farm({**FARM, "0,1": "pond", "0,2": "pond"}, at="work")
    game.push("go(fish)")
    assert faces(game, "barn_ash") == ["trout"] * 3


def test_two_fruit_from_each_orchard_as_long_as_there_is_room() -> None:
    game = farm({**FARM, "0,1": "orchard", "0,2": "orchard"}, "grain " * 5, at="fish")
    game.push("go(pick)")
    assert faces(game, "barn_ash").count("fruit") == 3
    roomy = farm({**FARM, "0,1": "orchard", "0,2": "orchard", "0,3": "barn"}, "grain " * 5, at="fish")
    roomy.push("go(pick)")
    assert faces(roomy, "barn_ash").count("fruit") == 4


def test_a_tile_costs_its_place_and_the_others_get_cheaper() -> None:
    game = farm(coins=2)
    game.push("go(clear)")
    assert {move.partition(",")[0] for move in offered(game)} == {"lay(field", "lay(pond", "lay_nothing"}
    game.push("lay(pond,1,1)")
    assert coins(game) == 0
    assert faces(game, "land_ash") == ["house", "field", "pond"]
    assert faces(game, "market")[:4] == ["field", "orchard", "barn", "field"]
    assert game.player == "birch"


def test_a_tile_is_laid_next_to_another() -> None:
    game = farm()
    game.push("go(clear)")
    with pytest.raises(IllegalMove):
        game.push("lay(pond,3,0)")
    assert len([move for move in offered(game) if move.startswith("lay(pond")]) == 6


def test_settling_lays_two() -> None:
    game = farm(at="fish")
    game.push("go(settle)")
    game.push("lay(field,0,1)")
    assert game.player == "ash"
    game.push("lay(pond,1,1)")
    assert coins(game) == 6 - 1 - 1, "the pond got cheaper when the field was taken"
    assert game.player == "birch"


@pytest.mark.parametrize(("good", "price"), PRICE.items())
def test_goods_of_one_kind_are_sold(good: str, price: int) -> None:
    game = farm(goods=f"{good} {good} {good} grain", at="pick")
    game.push("go(sell)")
    game.push(f"sell({good},2)")
    assert coins(game) == 6 + 2 * price
    assert len(faces(game, "barn_ash")) == 2


@pytest.mark.parametrize(("shown", "points"), [(["grain"], 2), (["grain", "trout"], 5), (["grain", "trout", "fruit"], 9)])
def test_the_fair_likes_what_is_different(shown: list[str], points: int) -> None:
    game = farm(goods="grain grain trout fruit", at="sell")
    game.push("go(fair)")
    game.push("show")
    while game.player == "ash":
        wanted = [f"show({good})" for good in shown if f"show({good})" in offered(game)]
        game.push(wanted[0] if wanted else "done")
    assert game.scores["ash"] == points
    assert len(faces(game, "barn_ash")) == 4 - len(shown)


# -- the harvest and the end ---------------------------------------------------------------------------------------------


def test_what_was_sown_is_brought_in_and_more_of_it_next_to_a_pond() -> None:
    game = farm({"0,0": "house", "1,0": "field", "1,1": "pond", "-1,0": "field"}, round=3)
    game.push("go(sow)")
    assert faces(game, "land_ash").count("sown") == 2
    game.push("go(fish)")
    assert faces(game, "barn_ash") == ["grain"] * 5
    assert faces(game, "land_ash").count("field") == 2
    assert game.view(OBSERVER)["props"]["round"] == 4
    assert game.progress == 43
    game.push("bring(coins)", "ash")
    game.push("bring(coins)", "birch")
    assert game.player == "birch", "the next one begins"
    assert faces(game, "market") == ["pond", "orchard", "barn", "field"], "the cheapest is gone"


def test_the_end_counts_tiles_barns_coins_and_the_aim() -> None:
    game = farm({**FARM, "0,1": "barn", "1,1": "pond"}, "grain trout", coins=5, round=7, aim="Larder")
    game.push("go(work)")
    game.push("go(fish)")
    assert game.is_over
    assert game.progress == 100
    # Four tiles, two of them next to the barn, nine coins, and two goods by the aim.
    assert game.scores["ash"] == 4 + 2 + 2 + 2
    assert faces(game, "aim_ash", "birch") == ["Larder"], "aims are shown"


@pytest.mark.parametrize(
    ("aim", "points"),
    [
        ("Acres", 2 * 2),
        ("Lake", 3 * 2),
        ("Grove", 3 * 1),
        ("Patchwork", 5 * 1),
        ("Avenue", 2 * 2),
        ("Hamlet", 2 * 1 + 2 * 1),
        ("Larder", 3),
        ("Purse", 3),
    ],
)
def test_what_an_aim_is_worth(aim: str, points: int) -> None:
    """house field sown pond
    field -- barn pond orchard
    """
    land = {"0,0": "house", "1,0": "field", "2,0": "sown", "3,0": "pond", "0,1": "field", "2,1": "barn", "3,1": "pond"}
    game: Any = farm({**land, "3,2": "orchard"}, "grain grain trout", coins=7, aim=aim)
    assert set(AIMS) >= {aim}
    assert aimed(aim, game.land["ash"], 3, 7) == points
    assert game.property("ash", game.aim["ash"]) - game.property("ash", ()) == points


def test_of_those_with_equal_points_the_richer_wins() -> None:
    game = farm({"0,0": "house"}, coins=0, round=7, aim="Lake", coins_birch=0)
    game.push("go(clear)")
    game.push("lay_nothing")
    game.push("go(fish)")
    assert game.scores == {"ash": 1, "birch": 1}
    assert game.winners == ("birch",), "who has a trout"


# -- what never breaks -------------------------------------------------------------------------------------------------


def test_no_tile_comes_from_nowhere(scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(100)):
        seats = 2 + seed % 3
        game: Any = rondel.new("harvest_wheel", seats=seats, seed=seed)
        for move in walk(game, Random(seed), 1_000):
            game.push(move)
            for role in game.roles:
                assert game.room(role) >= 0
        assert game.is_over
        laid = sum([len(game.land[role]) - 2 for role in game.roles])
        assert laid + len(game.market) + len(game.bag) + 7 == sum(TILES.values()), "one tile went in each round but the last"


def test_greedy_beats_random(scaled: Callable[[int], int]) -> None:
    games, won = max(8, scaled(60)), 0
    for seed in range(games):
        random = Random(seed)
        game: Any = rondel.new("harvest_wheel", seats=3, seed=seed)
        while not game.is_over:
            role = game.active[0]
            moves = game.moves(role)
            if role == "birch":
                worth: list[float] = []
                for move in moves:
                    game.push(move, role)
                    worth.append(game.returns[role] if game.is_over else game.estimate(role))
                    game.pop()
                moves = [move for move, value in zip(moves, worth, strict=True) if value == max(worth)]
            game.push(random.choice(moves), role)
        won += "birch" in game.winners
    assert won >= 0.75 * games


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_imagined_has_happened_as_the_farmer_saw_it(seats: int) -> None:
    game = rondel.new("harvest_wheel", seats=seats, seed=seats)
    for number, move in enumerate(walk(game, Random(seats), 1_000)):
        if number % 40 == 20:
            role = game.roles[number % seats]
            imagined = rondel.imagine(game.information_state(role), seed=number)
            assert imagined.consistent == "history"
            assert imagined.view(role) == game.view(role)
        game.push(move)


@pytest.mark.parametrize("seed", [0, 2])
def test_who_has_brought_a_dish_brings_no_other_for_ever_when_it_is_imagined(seed: int) -> None:
    """In each of these games the first one at a supper must have brought what he was not thought to have at first."""
    game = rondel.new("harvest_wheel", seats=4, seed=seed, options={"rounds": 6})
    rng = Random(seed)
    number = 0
    while not game.is_over:
        role = game.active[0]
        game.push(rng.choice(game.moves(role)), role)
        number += 1
        if number % 6 == 0 and not game.is_over:
            assert game.imagine("ash", number).consistent == "history"


def test_goods_at_the_fair_are_imagined_though_chance_answers_before_anybody_looks_again() -> None:
    """A farmer has shown three goods, chosen one by one and unseen; how many they were is seen together with a tile that chance
    drew then. The game was played by bots, one of whom could not imagine it."""
    record = json.loads((Path(__file__).parents[1] / "data" / "harvest_wheel_fair.json").read_text(encoding="utf-8"))
    game = rondel.replay(record)
    for seed in range(4):
        imagined = game.imagine("elm", seed)
        assert imagined.consistent == "history"
        assert imagined.view("elm") == game.view("elm")


@pytest.mark.played
def test_where_a_history_is_beyond_mending_another_one_is_begun() -> None:
    """With this seed the first history could not be brought to its end; no bot may stop a game for that."""
    record = json.loads((Path(__file__).parents[1] / "data" / "harvest_wheel_supper.json").read_text(encoding="utf-8"))
    game = rondel.replay(record)
    imagined = game.imagine("cedar", 1)
    assert imagined.consistent == "history"
    assert imagined.view("cedar") == game.view("cedar")


def test_who_is_away_spends_nothing() -> None:
    assert str(farm().zombie_move("ash")) == "go(clear)"
    game = farm()
    game.push("go(clear)")
    assert str(game.zombie_move("ash")) == "lay_nothing"
