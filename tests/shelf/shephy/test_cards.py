"""The cards of Shephy: how many of each there are."""

from __future__ import annotations

from rondel.shelf.shephy.cards import COPIES, EVENTS, RANKS, Event, Sheep, above, below, within


def test_seventy_two_cards_but_for_the_enemy() -> None:
    """49 sheep and 22 events of 19 kinds; the enemy sheep, the last card, is a number here."""
    assert len(RANKS) * COPIES == 49
    assert len(EVENTS) == 19
    assert sum(each.count for each in EVENTS.values()) == 22
    assert {name: each.count for name, each in EVENTS.items() if each.count > 1} == {"Be Fruitful": 3, "Dominion": 2}


def test_every_card_has_a_face() -> None:
    assert set(Sheep.faces) == {str(rank) for rank in RANKS}
    assert set(Event.faces) == set(EVENTS)


def test_the_ladder_of_ranks() -> None:
    assert [below(rank) for rank in RANKS] == [0, 1, 3, 10, 30, 100, 300]
    assert [above(rank) for rank in RANKS] == [3, 10, 30, 100, 300, 1000, 0]


def test_the_greatest_rank_within_a_sum() -> None:
    sums = {1: 1, 2: 1, 3: 3, 4: 3, 9: 3, 10: 10, 470: 300, 3000: 1000}
    assert {total: within(total)[0] for total in sums} == sums
