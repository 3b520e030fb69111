"""The worked examples of the rules, one test for each: a flock, a hand, what is done, and what must come of it.

They were put together from the printed rules and what earlier programs do; most were seen in play on one of them.
"""

from __future__ import annotations

import pytest

import rondel
from rondel.engine import Game
from rondel.shelf.shephy.cards import RANKS
from tests.shelf.shephy.tables import after, counts, faces, field, offered, table, told

FULL = [1, 1, 3, 3, 10, 10, 30]


def lost(game: Game) -> bool:
    return game.is_over and game.winners == ()


def test_vector_01_all_purpose_sheep_as_meteor() -> None:
    game = table([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    after(game, "play(All-purpose Sheep)", "choose(Meteor)", "choose(1)", "choose(3)", "choose(10)")
    assert field(game) == [30]
    assert [faces(game, name) for name in ("hand_shepherd", "exile", "discard")] == [["Meteor"], ["All-purpose Sheep"], []]


def test_vector_02_plague_on_the_only_rank() -> None:
    assert lost(after(table([1, 1], ["Plague"]), "play(Plague)", "choose(1)"))


def test_vector_03_slump_of_three_releases_one() -> None:
    assert field(after(table([1, 3, 10], ["Slump", "Storm"]), "play(Slump)", "choose(1)")) == [3, 10]


def test_vector_04_slump_of_two_leaves_one() -> None:
    assert field(after(table([1, 3], ["Slump", "Storm"]), "play(Slump)", "choose(3)")) == [1]


def test_vector_05_slump_of_one_does_nothing() -> None:
    game = after(table([1], ["Slump", "Storm"]), "play(Slump)")
    assert (field(game), offered(game)) == ([1], ["play(Storm)"])


def test_vector_06_golden_hooves_raises_both() -> None:
    game = table([300, 100, 100], ["Golden Hooves", "Storm"])
    assert field(after(game, "play(Golden Hooves)", "choose(100)", "choose(100)")) == [300, 300, 300]


def test_vector_07_golden_hooves_of_one_rank_does_nothing() -> None:
    game = after(table([3, 3, 3], ["Golden Hooves", "Storm"]), "play(Golden Hooves)")
    assert (field(game), offered(game)) == ([3, 3, 3], ["play(Storm)"])


def test_vector_08_golden_hooves_never_offers_the_highest() -> None:
    game = after(table([1, 3, 30, 100], ["Golden Hooves", "Storm"]), "play(Golden Hooves)")
    assert "choose(100)" not in offered(game)
    assert "choose(100)" not in offered(after(game, "choose(1)"))
    assert field(after(game, "choose(3)", "done")) == [3, 10, 30, 100]


def test_vector_09_a_thousand_with_the_last_card_of_the_last_round() -> None:
    game = table([300, 300, 300, 100], ["Dominion"], enemy=100)
    after(game, "play(Dominion)", "choose(100)", "choose(300)", "choose(300)", "choose(300)", "choose(1000)")
    assert (field(game), game.winners, game.moves("shepherd")) == ([1000], ("shepherd",), [])
    assert game.view("shepherd")["props"] == {"enemy": 100}


def test_vector_10_dominion_of_four_threes() -> None:
    game = table([1, 3, 3, 3, 3, 30], ["Dominion", "Storm"])
    assert field(after(game, "play(Dominion)", *["choose(3)"] * 4, "done", "choose(10)")) == [1, 10, 30]


def test_vector_11_dominion_of_one_three() -> None:
    game = table([1, 3], ["Dominion", "Storm"], dominion="max")
    assert field(after(game, "play(Dominion)", "choose(3)")) == [1, 3]


def test_vector_12_the_enemy_grows_to_a_thousand() -> None:
    game = after(table([300], ["Multiply"], enemy=100), "play(Multiply)")
    assert lost(game)
    assert game.view("shepherd")["props"] == {"enemy": 1000}


@pytest.mark.parametrize("sheep", [[1], [300, 300], FULL])
def test_vector_13_shephion(sheep: list[int]) -> None:
    assert lost(after(table(sheep, ["Shephion", "Multiply"]), "play(Shephion)"))


def test_vector_14_wolves_on_a_three() -> None:
    assert field(after(table([3], ["Wolves", "Storm"]), "play(Wolves)")) == [1]


def test_vector_15_wolves_on_ones() -> None:
    assert field(after(table([1, 1], ["Wolves", "Storm"]), "play(Wolves)")) == [1]
    assert lost(after(table([1], ["Wolves", "Storm"]), "play(Wolves)"))


def test_vector_16_flourish_as_far_as_there_is_room() -> None:
    game = table([1, 1, 1, 1, 10], ["Flourish", "Storm"])
    assert field(after(game, "play(Flourish)", "choose(10)")) == [1, 1, 1, 1, 3, 3, 10]


def test_vector_17_flourish_on_a_one() -> None:
    assert field(after(table([1, 3, 30, 100], ["Flourish", "Storm"]), "play(Flourish)", "choose(1)")) == [1, 3, 30, 100]


def test_vector_18_flourish_in_a_full_field() -> None:
    game = after(table(FULL, ["Flourish", "Storm"]), "play(Flourish)")
    assert (field(game), offered(game)) == (FULL, ["play(Storm)"])


def test_vector_19_inspiration_takes_from_the_deck() -> None:
    hand = ["Inspiration", "Slump", "Plague", "Wolves", "Lightning"]
    game = after(table([3], hand, deck=["Storm", "Multiply"]), "play(Inspiration)", "choose(Storm)")
    assert counts(game) == (1, 5, 1, 0)
    assert "Storm" in faces(game, "hand_shepherd")


def test_vector_20_inspiration_with_an_empty_deck() -> None:
    assert offered(after(table([3], ["Inspiration", "Storm"]), "play(Inspiration)")) == ["play(Storm)"]


def test_vector_21_crowding_leaves_two() -> None:
    game = after(table([1, 3, 10, 30, 100], ["Crowding", "Storm"]), "play(Crowding)", "choose(1)", "choose(3)")
    assert offered(game) == ["choose(10)", "choose(30)", "choose(100)"]
    assert field(after(game, "choose(10)")) == [30, 100]
    for sheep in ([1], [1, 3]):
        assert offered(after(table(sheep, ["Crowding", "Storm"]), "play(Crowding)")) == ["play(Storm)"]


@pytest.mark.parametrize(("card", "sheep"), [("Storm", [1]), ("Meteor", [1]), ("Meteor", [1, 3]), ("Meteor", [1, 3, 10])])
def test_vector_22_who_has_too_few_loses_all(card: str, sheep: list[int]) -> None:
    game = after(table(sheep, [card, "Multiply"]), f"play({card})")
    assert lost(game)
    assert faces(game, "exile") == (["Meteor"] if card == "Meteor" else [])


def test_vector_23_growth_and_room() -> None:
    for card in ("Be Fruitful", "Multiply", "Fill the Earth"):
        game = after(table(FULL, [card, "Storm"]), f"play({card})")
        assert (field(game), offered(game)) == (FULL, ["play(Storm)"])
    game = after(table([1], ["Fill the Earth", "Storm"]), "play(Fill the Earth)")
    assert offered(game) == [f"choose({count})" for count in range(7)]


@pytest.mark.parametrize("card", ["Sheep Dog", "Planning Sheep", "All-purpose Sheep"])
def test_vector_24_as_the_last_card_it_does_nothing(card: str) -> None:
    game = after(table([3], [card], discard=["Storm"]), f"play({card})")
    assert field(game) == [3]
    assert game.view("shepherd")["props"] == {"enemy": 10}
    assert counts(game) == (0, 2, 0, 0)


def test_vector_25_the_start() -> None:
    unbegun = rondel.new("shephy", seed=1, chance="explicit")
    assert unbegun.active == (rondel.CHANCE,)  # the first thing that happens is the draw
    assert counts(unbegun) == (22, 0, 0, 0)
    game = rondel.new("shephy", seed=1)
    assert counts(game) == (17, 5, 0, 0)
    assert [len(faces(game, f"stock_{rank}")) for rank in RANKS] == [6, 7, 7, 7, 7, 7, 7]


def test_vector_26_a_new_round() -> None:
    cards = faces(rondel.new("shephy", seed=1, chance="explicit"), "deck")
    game = table([3], [], discard=cards, state="Refill")
    assert counts(game) == (17, 5, 0, 0)
    assert game.view("shepherd")["props"] == {"enemy": 10}
    assert told(game) == ["round"]
