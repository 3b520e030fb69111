"""What each card of Shephy does: the worked examples of the rules, and what an effect may not forget."""

from __future__ import annotations

import pytest

from rondel.errors import BadPosition, DefinitionError, IllegalMove, RulesError
from rondel.shelf.shephy import Shephy
from rondel.shelf.shephy.effects import effect
from tests.shelf.shephy.tables import after, faces, field, offered, table, told

FULL = [1, 1, 3, 3, 10, 10, 30]
"""Seven sheep: there is no room for more."""


# -- every card has an effect ------------------------------------------------------------------------------------------


def test_every_card_has_an_effect_and_every_effect_a_card() -> None:
    assert effect.problems() == []


@pytest.mark.interpreted("compiled games cannot be derived from")
def test_a_card_without_an_effect_is_found_before_the_game_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unfinished(Shephy):
        name = "unfinished"

    monkeypatch.setitem(effect.by_face, "Wolfs", effect.by_face["Wolves"])
    monkeypatch.delitem(effect.by_face, "Wolves")
    monkeypatch.delitem(effect.by_face, "Storm")
    with pytest.raises(DefinitionError) as caught:
        Unfinished(seed=1)
    assert caught.value.problems == (
        "event 'Storm' has no effect; write one with @effect('Storm')",
        "event 'Wolves' has no effect; write one with @effect('Wolves')",
        "the effect 'Wolfs' belongs to no event; did you mean 'Wolves'?",
    )


def test_a_card_of_another_game_is_refused() -> None:
    with pytest.raises(BadPosition, match="has the face 'Strom', which no event has; did you mean 'Storm'"):
        table([1, 3], ["Strom", "Storm"])


def test_the_same_effect_is_not_written_twice() -> None:
    with pytest.raises(RulesError, match="'Storm' has an effect already"):
        effect("Storm")(effect.by_face["Storm"])


# -- growth ------------------------------------------------------------------------------------------------------------


def test_be_fruitful_doubles_a_sheep() -> None:
    game = after(table([1, 30], ["Be Fruitful"]), "play(Be Fruitful)")
    assert offered(game) == ["choose(1)", "choose(30)"]
    assert field(after(game, "choose(30)")) == [1, 30, 30]


def test_multiply_gains_a_three() -> None:
    assert field(after(table([10], ["Multiply"]), "play(Multiply)")) == [3, 10]


@pytest.mark.parametrize(("sheep", "counts"), [([1], range(7)), ([1, 3, 3, 3, 3], range(3)), ([1] * 6, range(2))])
def test_fill_the_earth_offers_as_many_as_there_is_room_for(sheep: list[int], counts: range) -> None:
    game = after(table(sheep, ["Fill the Earth"]), "play(Fill the Earth)")
    assert offered(game) == [f"choose({count})" for count in counts]
    assert field(after(game, f"choose({counts[-1]})")) == sorted([*sheep, *[1] * counts[-1]])


def test_fill_the_earth_may_gain_nothing() -> None:
    assert field(after(table([3], ["Fill the Earth"]), "play(Fill the Earth)", "choose(0)")) == [3]


@pytest.mark.parametrize("card", ["Be Fruitful", "Multiply", "Fill the Earth", "Flourish"])
def test_a_full_field_gains_nothing_and_is_not_asked(card: str) -> None:
    game = after(table(FULL, [card, "Storm"]), f"play({card})")
    assert field(game) == FULL
    assert game.state == "PlayCard"
    assert offered(game) == ["play(Storm)"]
    assert faces(game, "discard") == [card]


def test_flourish_gains_what_there_is_room_for() -> None:
    assert field(after(table([10, 1, 1, 1, 1], ["Flourish"]), "play(Flourish)", "choose(10)")) == [1, 1, 1, 1, 3, 3, 10]


def test_flourish_gains_three_and_the_sheep_stays() -> None:
    assert field(after(table([100], ["Flourish"]), "play(Flourish)", "choose(100)")) == [30, 30, 30, 100]


def test_flourish_on_a_one_gains_nothing() -> None:
    assert field(after(table([1, 3, 30, 100], ["Flourish"]), "play(Flourish)", "choose(1)")) == [1, 3, 30, 100]


def test_golden_hooves_raises_both_to_the_highest() -> None:
    game = after(table([300, 100, 100], ["Golden Hooves"]), "play(Golden Hooves)", "choose(100)", "choose(100)")
    assert field(game) == [300, 300, 300]


def test_golden_hooves_does_nothing_where_all_are_of_one_rank() -> None:
    game = after(table([3, 3, 3], ["Golden Hooves", "Storm"]), "play(Golden Hooves)")
    assert field(game) == [3, 3, 3]
    assert offered(game) == ["play(Storm)"]


def test_golden_hooves_never_offers_the_highest_and_raises_each_once() -> None:
    game = after(table([1, 3, 30, 100], ["Golden Hooves"]), "play(Golden Hooves)")
    assert offered(game) == ["choose(1)", "choose(3)", "choose(30)", "done"]
    assert field(after(game, "choose(1)", "choose(3)", "done")) == [3, 10, 30, 100]


def test_golden_hooves_may_raise_none() -> None:
    assert field(after(table([1, 3], ["Golden Hooves"]), "play(Golden Hooves)", "done")) == [1, 3]


def test_golden_hooves_raises_all_at_once_in_a_full_field() -> None:
    game = after(table([1] * 6 + [3], ["Golden Hooves"]), "play(Golden Hooves)", *["choose(1)"] * 6)
    assert field(game) == [3] * 7


# -- Dominion ----------------------------------------------------------------------------------------------------------


def test_dominion_joins_four_threes_to_a_ten() -> None:
    game = after(table([1, 3, 3, 3, 3, 30], ["Dominion"], dominion="max"), "play(Dominion)", *["choose(3)"] * 4, "done")
    assert field(game) == [1, 10, 30]


@pytest.mark.parametrize(
    ("sheep", "gained"),
    [([1], 1), ([1, 1], 1), ([1, 1, 1], 3), ([1] * 4, 3), ([300, 100, 30, 30, 10], 300), ([1000] * 3, 1000)],
)
def test_dominion_gives_the_greatest_rank_within_the_sum(sheep: list[int], gained: int) -> None:
    game = table(sheep, ["Dominion"], dominion="max", mode="challenge")
    assert field(after(game, "play(Dominion)", *[f"choose({rank})" for rank in sorted(sheep)])) == [gained]


def test_dominion_on_one_sheep_may_change_nothing() -> None:
    game = after(table([1, 3], ["Dominion"], dominion="max"), "play(Dominion)")
    assert offered(game) == ["choose(1)", "choose(3)"]  # at least one
    assert field(after(game, "choose(3)")) == [1, 3]


def test_dominion_may_give_a_lesser_rank_as_it_is_printed() -> None:
    game = after(table([10, 30], ["Dominion"]), "play(Dominion)", "choose(10)", "choose(30)")
    assert offered(game) == ["choose(30)", "choose(10)", "choose(3)", "choose(1)"]
    assert field(game) == [10, 30]  # nothing is released before the choice is made
    assert field(after(game, "choose(3)")) == [3]


def test_dominion_does_not_ask_where_only_a_one_is_possible() -> None:
    assert field(after(table([1, 1, 3], ["Dominion"]), "play(Dominion)", "choose(1)", "choose(1)", "done")) == [1, 3]


def test_dominion_works_with_a_full_field() -> None:
    game = after(table(FULL, ["Dominion"], dominion="max"), "play(Dominion)", "choose(10)", "choose(10)", "done")
    assert field(game) == [1, 1, 3, 3, 10, 30]


# -- care for hand and deck --------------------------------------------------------------------------------------------


def test_inspiration_takes_a_card_of_the_deck() -> None:
    hand = ["Inspiration", "Slump", "Plague", "Wolves", "Lightning"]
    game = after(table([3], hand, deck=["Storm", "Multiply"]), "play(Inspiration)")
    assert offered(game) == ["choose(Multiply)", "choose(Storm)"]  # by name: the deck has no order
    after(game, "choose(Storm)")
    assert sorted(faces(game, "hand_shepherd")) == ["Lightning", "Plague", "Slump", "Storm", "Wolves"]
    assert faces(game, "deck") == ["Multiply"]


def test_inspiration_shows_no_order_of_the_deck() -> None:
    cards = ["Storm", "Multiply", "Be Fruitful", "Plague", "Be Fruitful"]
    one, other = (table([3], ["Inspiration"] * 5, deck=deck) for deck in (cards, cards[::-1]))
    assert faces(one, "deck") == faces(other, "deck")
    assert offered(after(one, "play(Inspiration)")) == offered(after(other, "play(Inspiration)"))
    assert len(offered(one)) == 4  # two that are alike are one choice
    assert one.view("shepherd") == other.view("shepherd")


def test_inspiration_with_an_empty_deck_does_nothing() -> None:
    assert offered(after(table([3], ["Inspiration", "Storm"]), "play(Inspiration)")) == ["play(Storm)"]


def test_sheep_dog_discards_a_card_without_its_effect() -> None:
    game = after(table([3, 3, 3], ["Sheep Dog", "Storm", "Plague"]), "play(Sheep Dog)", "choose(Storm)")
    assert field(game) == [3, 3, 3]
    assert faces(game, "discard") == ["Sheep Dog", "Storm"]
    assert offered(game) == ["play(Plague)"]


def test_planning_sheep_takes_a_card_out_of_the_game() -> None:
    game = after(table([3], ["Planning Sheep", "Storm", "Plague"]), "play(Planning Sheep)", "choose(Storm)")
    assert faces(game, "exile") == ["Storm"]
    assert faces(game, "discard") == ["Planning Sheep"]


def test_all_purpose_sheep_does_what_a_card_in_hand_does() -> None:
    game = after(table([30], ["All-purpose Sheep", "Multiply"]), "play(All-purpose Sheep)", "choose(Multiply)")
    assert field(game) == [3, 30]
    assert faces(game, "hand_shepherd") == ["Multiply"]
    assert faces(game, "discard") == ["All-purpose Sheep"]


def test_all_purpose_sheep_as_meteor_is_exiled_in_its_place() -> None:
    game = table([1, 3, 10, 30], ["All-purpose Sheep", "Meteor"])
    after(game, "play(All-purpose Sheep)", "choose(Meteor)", "choose(1)", "choose(3)", "choose(10)")
    assert field(game) == [30]
    assert faces(game, "hand_shepherd") == ["Meteor"]
    assert faces(game, "exile") == ["All-purpose Sheep"]
    assert faces(game, "discard") == []


def test_all_purpose_sheep_must_copy_even_the_worst() -> None:
    game = after(table([3], ["All-purpose Sheep", "Shephion"]), "play(All-purpose Sheep)")
    assert offered(game) == ["choose(Shephion)"]
    assert game.moves()[0].forced
    assert after(game, "choose(Shephion)").is_over


def test_all_purpose_sheep_may_ask_through_the_copied_card() -> None:
    game = table([3], ["All-purpose Sheep", "Sheep Dog", "Storm"])
    after(game, "play(All-purpose Sheep)", "choose(Sheep Dog)")
    assert offered(game) == ["choose(Sheep Dog)", "choose(Storm)"]
    after(game, "choose(Sheep Dog)")
    assert faces(game, "discard") == ["All-purpose Sheep", "Sheep Dog"]


@pytest.mark.parametrize("card", ["Sheep Dog", "Planning Sheep", "All-purpose Sheep"])
def test_as_the_last_card_it_does_nothing_and_the_round_ends(card: str) -> None:
    game = after(table([3], [card]), f"play({card})")
    assert field(game) == [3]
    assert "round" in told(game)
    assert faces(game, "hand_shepherd") == [card]


# -- disasters ---------------------------------------------------------------------------------------------------------


def test_falling_rock_takes_one() -> None:
    game = after(table([1, 3], ["Falling Rock"]), "play(Falling Rock)")
    assert offered(game) == ["choose(1)", "choose(3)"]
    assert field(after(game, "choose(1)")) == [3]


def test_storm_takes_two() -> None:
    assert field(after(table([1, 3, 10], ["Storm"]), "play(Storm)", "choose(10)", "choose(1)")) == [3]


@pytest.mark.parametrize(("card", "sheep"), [("Storm", [1]), ("Storm", [1, 3]), ("Meteor", [1]), ("Meteor", [1, 3, 10])])
def test_who_has_no_more_than_is_lost_is_not_asked_and_loses_all(card: str, sheep: list[int]) -> None:
    game = after(table(sheep, [card]), f"play({card})")
    assert game.is_over
    assert game.winners == ()
    assert field(game) == []
    assert faces(game, "exile") == (["Meteor"] if card == "Meteor" else [])


def test_meteor_leaves_the_game_before_anything_is_lost() -> None:
    game = after(table([1, 3, 10, 30], ["Meteor"]), "play(Meteor)")
    assert faces(game, "exile") == ["Meteor"]
    assert faces(game, "discard") == []
    assert field(after(game, "choose(30)", "choose(10)", "choose(1)")) == [3]


def test_lightning_takes_one_of_the_highest() -> None:
    assert field(after(table([1, 10, 10], ["Lightning"]), "play(Lightning)")) == [1, 10]


@pytest.mark.parametrize(("before", "left"), [([3], [1]), ([1, 1], [1]), ([1, 30, 30], [1, 10, 30]), ([1], [])])
def test_wolves_make_the_highest_lower(before: list[int], left: list[int]) -> None:
    game = after(table(before, ["Wolves"]), "play(Wolves)")
    assert field(game) == left
    assert game.is_over == (not left)


def test_plague_takes_a_whole_rank_that_is_there() -> None:
    game = after(table([1, 1, 3, 10], ["Plague"]), "play(Plague)")
    assert offered(game) == ["choose(1)", "choose(3)", "choose(10)"]
    with pytest.raises(IllegalMove):
        game.push("choose(30)")
    assert field(after(game, "choose(1)")) == [3, 10]


def test_plague_on_the_only_rank_loses() -> None:
    game = after(table([1, 1], ["Plague"]), "play(Plague)", "choose(1)")
    assert game.is_over
    assert game.winners == ()


@pytest.mark.parametrize(("sheep", "lost"), [([1, 3, 10, 30, 100], 3), ([1, 3, 10], 1), (FULL, 5), ([1, 3], 0), ([1], 0)])
def test_crowding_leaves_two(sheep: list[int], lost: int) -> None:
    game = after(table(sheep, ["Crowding"], deck=["Storm"]), "play(Crowding)")
    for _each in range(lost):
        assert game.state == "PlayCard"
        assert offered(game)[0].startswith("choose(")
        game.push(offered(game)[0])
    assert offered(game) == ["play(Storm)"]
    assert len(field(game)) == len(sheep) - lost


@pytest.mark.parametrize(
    ("sheep", "lost"), [([1], 0), ([1, 3], 1), ([1, 3, 10], 1), ([1, 3, 10, 30], 2), ([1, 3, 10, 30, 100], 2), (FULL, 3)]
)
def test_slump_takes_half_rounded_down(sheep: list[int], lost: int) -> None:
    game = after(table(sheep, ["Slump"], deck=["Storm"]), "play(Slump)")
    for _each in range(lost):
        game.push(offered(game)[0])
    assert offered(game) == ["play(Storm)"]
    assert len(field(game)) == len(sheep) - lost


def test_slump_takes_those_that_are_chosen() -> None:
    assert field(after(table([1, 3, 10], ["Slump"]), "play(Slump)", "choose(1)")) == [3, 10]


@pytest.mark.parametrize("sheep", [[1], [300], FULL, [300] * 7])
def test_shephion_always_loses(sheep: list[int]) -> None:
    game = after(table(sheep, ["Shephion", "Multiply"]), "play(Shephion)")
    assert game.is_over
    assert game.winners == ()
    assert game.returns == {"shepherd": -1.0}
