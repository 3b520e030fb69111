"""The rules of Seed Swap: secret sowing, going back, harvests, and scores."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import rondel
from rondel.engine import OBSERVER, Game
from rondel.errors import BadOption, IllegalMove, NothingToUndo, NotYourTurn, UndoBarrier
from rondel.shelf.seed_swap import COPIES, CROPS, PLOTS, STEPS
from rondel.testing import walk
from tests.shelf.seed_swap.farms import SEATS, carts, faces, farm, offered, play, told

# -- the start ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_six_cards_each_and_the_rest_in_the_deck(seats: int) -> None:
    game = rondel.new("seed_swap", seats=seats, seed=1)
    assert game.active == SEATS[:seats]
    assert [game.private_state(role) for role in game.roles] == ["Pick"] * seats
    view = game.view("ash")["containers"]
    assert len(view["hand_ash"]["tokens"]) == 6
    assert view["hand_birch"] == {"backs": 6}
    assert view["deck"] == {"backs": len(CROPS) * len(STEPS) * COPIES * seats - 6 * seats}
    assert carts(game) == dict.fromkeys(game.roles, 1)


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (6, {}), (2, {"seasons": 0}), (2, {"seasons": 5}), (2, {"hand_size": 7})]
)
def test_no_other_tables(seats: int, options: dict[str, int]) -> None:
    with pytest.raises(BadOption):
        rondel.new("seed_swap", seats=seats, seed=1, options=options)


# -- everybody at a pace of their own ----------------------------------------------------------------------------------


def test_one_may_be_done_before_another_has_picked() -> None:
    game = farm(["wheat 1, wheat 2", "apple 1, apple 2", "bean 1, bean 2"])
    game.push("pick(apple 1)", "birch")
    assert [game.private_state(role) for role in game.roles] == ["Pick", "Sow", "Pick"]
    game.push("sow(1)", "birch")
    assert game.active == ("ash", "cedar")
    assert game.moves("birch") == []
    with pytest.raises(NotYourTurn):
        game.push("pick(apple 2)", "birch")
    assert told(game) == []


def test_the_last_one_turns_all_cards_over() -> None:
    game = farm(["wheat 1, wheat 2", "apple 1, apple 3"])
    game.push("pick(apple 1)", "birch")
    game.push("pick(wheat 1)", "ash")
    game.push("sow(2)", "ash")
    assert faces(game, "plot_2_ash") == []
    game.push("sow(3)", "birch")
    assert faces(game, "plot_2_ash") == ["wheat 1"]
    assert faces(game, "plot_3_birch") == ["apple 1"]
    assert carts(game) == {"ash": 2, "birch": 2}


def test_nobody_learns_what_another_picks_or_where_it_is_sown() -> None:
    seen = []
    for card, plot in (("wheat 1", "1"), ("apple 2", "3")):
        game = farm(["wheat 1, apple 2, bean 3", "apple 1, apple 3, bean 1"])
        game.push("pick(apple 1)", "birch")
        game.push(f"pick({card})", "ash")
        after_pick = [game.view(role) for role in ("birch", OBSERVER)]
        game.push(f"sow({plot})", "ash")
        seen.append((after_pick, [game.view(role) for role in ("birch", OBSERVER)], game.events(0, "birch")))
    assert seen[0] == seen[1]
    assert seen[0][0][0]["containers"]["picked_ash"] == {"backs": 1}


def test_the_owner_sees_what_was_picked() -> None:
    game = farm(["wheat 1, apple 2", "apple 1, apple 3"])
    game.push("pick(wheat 1)", "ash")
    assert faces(game, "picked_ash", "ash") == ["wheat 1"]
    assert game.view("ash")["private"] == "Sow"
    assert game.view("ash")["question"]["text"] == "Choose where to sow it"


# -- going back --------------------------------------------------------------------------------------------------------


def test_back_to_the_hand_whatever_the_others_have_done() -> None:
    game = farm(["wheat 1, wheat 2", "apple 1, apple 3", "bean 1, bean 2"])
    game.push("pick(wheat 1)", "ash")
    game.push("pick(apple 1)", "birch")
    game.push("sow(1)", "birch")
    game.undo("ash")
    assert game.private_state("ash") == "Pick"
    assert offered(game, "ash") == ["pick(wheat 1)", "pick(wheat 2)"]
    assert game.active == ("ash", "cedar")
    assert faces(game, "picked_birch", "birch") == ["apple 1"]


def test_back_after_sowing_as_long_as_another_has_not() -> None:
    game = farm(["wheat 1, wheat 2", "apple 1, apple 3"])
    game.push("pick(wheat 1)", "ash")
    game.push("sow(1)", "ash")
    game.undo("ash")
    assert game.private_state("ash") == "Sow"
    assert game.active == ("ash", "birch")
    game.undo("ash")
    game.push("pick(wheat 2)", "ash")
    game.push("sow(3)", "ash")
    game.push("pick(apple 1)", "birch")
    game.push("sow(1)", "birch")
    assert faces(game, "plot_3_ash") == ["wheat 2"]
    assert faces(game, "plot_1_ash") == []


def test_no_way_back_once_the_cards_are_turned_over() -> None:
    game = play(farm(["wheat 1, wheat 2, bean 2", "apple 1, apple 3, bean 2"]), ("wheat 1", "1"), ("apple 1", "1"))
    with pytest.raises((UndoBarrier, NothingToUndo)):
        game.undo("ash")


# -- sowing ------------------------------------------------------------------------------------------------------------


def test_a_card_goes_to_any_plot_but_a_full_one_of_its_crop() -> None:
    full = ", ".join(["wheat 1"] * 4)
    game = farm(["wheat 2, apple 2", "bean 1, bean 2"], plots={"1 ash": full, "2 ash": "wheat 1", "3 ash": "apple 1"})
    game.push("pick(wheat 2)", "ash")
    assert [move.places for move in game.moves("ash")] == [("plot_2_ash",), ("plot_3_ash",), ()], "the plots themselves"
    assert offered(game, "ash") == ["sow(2)", "sow(3)", "compost"]
    with pytest.raises(IllegalMove):
        game.push("sow(1)", "ash")
    game.undo("ash")
    game.push("pick(apple 2)", "ash")
    assert offered(game, "ash") == ["sow(1)", "sow(2)", "sow(3)", "compost"]


def test_another_crop_is_ploughed_under() -> None:
    game = farm(["apple 3, bean 1", "bean 1, bean 2"], plots={"1 ash": "wheat 1, wheat 1"}, carts=[5, 5])
    play(game, ("apple 3", "1"), ("bean 2", "0"))
    assert faces(game, "plot_1_ash") == ["apple 3"]
    assert faces(game, "compost") == ["bean 1", "bean 1", "bean 2", "wheat 1", "wheat 1"]
    assert told(game)[:3] == ["plough", "sow", "compost"]


def test_a_composted_card_moves_the_cart_all_the_same() -> None:
    game = farm(["apple 3, bean 1", "bean 1, bean 2"], carts=[7, 1])
    play(game, ("apple 3", "0"), ("bean 2", "0"))
    assert carts(game) == {"ash": 2, "birch": 3}


def test_for_who_is_away_the_card_is_composted() -> None:
    game = farm(["apple 3, bean 1", "bean 1, bean 2"])
    game.push("pick(apple 3)", "ash")
    assert str(game.zombie_move("ash")) == "compost"
    assert str(game.zombie_move("birch")) in ("pick(bean 1)", "pick(bean 2)")


# -- the harvest -------------------------------------------------------------------------------------------------------


def test_who_is_alone_in_the_sector_gets_a_point_more() -> None:
    game = farm(["grape 1, bean 1, bean 1", "bean 2, bean 3, bean 3"])
    play(game, ("grape 1", "2"), ("bean 2", "0"))
    assert game.scores == {"ash": 2, "birch": 0}


def test_two_harvest_in_one_sector_without_it() -> None:
    game = farm(["grape 1, bean 1, bean 1", "bean 1, bean 3, bean 3"], plots={"1 birch": "grape 3, grape 3"})
    play(game, ("grape 1", "2"), ("bean 1", "2"))
    assert game.scores == {"ash": 1, "birch": 4}


def test_all_plots_of_the_crop_are_harvested_and_no_others() -> None:
    plots = {"1 ash": "apple 1, apple 2", "2 ash": "wheat 1", "3 ash": "apple 3"}
    game = farm(["apple 2, bean 1, bean 1", "bean 1, bean 3, bean 3"], plots=plots)
    play(game, ("apple 2", "3"), ("bean 1", "0"))
    assert game.scores["ash"] == 4 + 4 + 1
    assert faces(game, "plot_2_ash") == ["wheat 1"]
    assert sorted(faces(game, "barn_ash")) == ["apple 1", "apple 2", "apple 2", "apple 3"]


# -- the hands go round ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("season", "got"), [(1, "cedar"), (2, "birch")])
def test_hands_go_left_in_odd_seasons_and_right_in_even_ones(season: int, got: str) -> None:
    game = farm(["wheat 1, wheat 1, wheat 1", "apple 1, apple 1, apple 1", "bean 1, bean 1, bean 1"], season=season)
    play(game, ("wheat 1", "1"), ("apple 1", "1"), ("bean 1", "1"))
    crops = {"birch": "apple 1", "cedar": "bean 1"}
    assert faces(game, "hand_ash", "ash") == [crops[got]] * 2
    assert game.view(OBSERVER)["containers"]["hand_ash"] == {"backs": 2}


def test_nobody_else_sees_the_hand_that_is_passed_on() -> None:
    game = farm(["wheat 1, wheat 2, wheat 3", "apple 1, apple 2, apple 3", "bean 1, bean 2, bean 3"], season=1)
    play(game, ("wheat 1", "1"), ("apple 1", "1"), ("bean 1", "1"))
    for role in game.roles:
        shown = game.view(role)["containers"]
        assert [f"hand_{other}" for other in game.roles if "tokens" in shown[f"hand_{other}"]] == [f"hand_{role}"]


def test_the_last_card_is_composted_and_a_new_season_dealt() -> None:
    game = rondel.new("seed_swap", seats=2, seed=4, options={"hand_size": 3})
    for _turn in range(2):
        assert game.view(OBSERVER)["props"]["season"] == 1
        for role in game.roles:
            game.push(game.moves(role)[0], role)
            game.push("compost", role)
    assert game.view(OBSERVER)["props"]["season"] == 2
    assert len(faces(game, "compost")) == 6
    assert len(faces(game, "hand_ash", "ash")) == 3


# -- the end -----------------------------------------------------------------------------------------------------------


def test_at_the_end_what_grows_is_worth_a_point_and_each_set_five() -> None:
    game = farm(
        ["wheat 2, bean 1", "bean 2, bean 3"],
        plots={"1 ash": "wheat 1, wheat 1"},
        barns=["wheat 1, grape 1, apple 1, bean 1, bean 2, bean 3", "wheat 1, wheat 1, grape 1, grape 1, apple 1, apple 2"],
        scores=[10, 14],
    )
    play(game, ("wheat 2", "1"), ("bean 2", "0"))
    assert game.is_over
    assert game.scores == {"ash": 10 + 3 + 5, "birch": 14}
    assert game.winners == ("ash",)
    assert game.view(OBSERVER)["stats"]["harvests"] == {"ash": 0, "birch": 0}


def test_of_those_with_equal_points_the_fuller_barn_wins() -> None:
    game = farm(["bean 2, bean 1", "bean 2, bean 3"], barns=["wheat 1", "wheat 1, wheat 1"], scores=[3, 3])
    play(game, ("bean 2", "0"), ("bean 2", "0"))
    assert game.scores == {"ash": 3, "birch": 3}
    assert game.ranks == {"ash": 2, "birch": 1}


def test_equal_barns_are_a_draw() -> None:
    game = farm(["bean 2, bean 1", "bean 2, bean 3"], barns=["wheat 1", "apple 2"], scores=[3, 3])
    assert play(game, ("bean 2", "0"), ("bean 2", "0")).winners == ("ash", "birch")


# -- what never breaks -------------------------------------------------------------------------------------------------


def every_card(game: Game) -> int:
    """How many cards there are anywhere, as everybody may count them."""
    shown = game.view(OBSERVER)["containers"]
    return sum(part.get("backs", 0) + len(part.get("tokens", ())) for name, part in shown.items() if name != "wheel")


def test_no_card_is_lost_and_every_plot_has_one_crop(scaled: Callable[[int], int]) -> None:
    for seed in range(scaled(400)):
        seats = 2 + seed % 4
        game = rondel.new("seed_swap", seats=seats, seed=seed)
        cards = every_card(game)
        answers = 0
        for move in walk(game, Random(seed)):
            game.push(move)
            answers += 1
            if len(game.active) == seats:
                assert every_card(game) == cards == len(CROPS) * len(STEPS) * COPIES * seats
                for role in game.roles:
                    for number in range(1, PLOTS + 1):
                        plot = faces(game, f"plot_{number}_{role}")
                        assert len(plot) <= 4
                        assert len({face.partition(" ")[0] for face in plot}) <= 1
        assert game.is_over
        assert answers == 2 * 2 * 5 * seats  # a pick and a sowing, ten turns
        assert all(score >= 0 for score in game.scores.values())


def test_progress_is_measured_by_turns() -> None:
    game = rondel.new("seed_swap", seats=2, seed=1)
    assert game.progress == 0
    play(game, *[(offered(game, role)[0][5:-1], "0") for role in game.roles])
    assert game.progress == 10
