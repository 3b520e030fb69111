"""Pots: worked examples, and chips are never made or lost."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rondel.engine.components.poker import PokerHand, Pot, payouts, side_pots, uncalled
from rondel.errors import RulesError

ROLES = ("a", "b", "c", "d", "e")


def test_each_all_in_makes_a_pot() -> None:
    """25, 50 and 100 all-in against 100: 4 x 25 for all, 3 x 25 for three, 2 x 50 for two."""
    pots = side_pots({"a": 25, "b": 50, "c": 100, "d": 100})
    assert pots == [Pot(100, ("a", "b", "c", "d")), Pot(75, ("b", "c", "d")), Pot(100, ("c", "d"))]
    assert payouts(pots, {"a": 4, "b": 3, "c": 2, "d": 1}, ROLES) == {"a": 100, "b": 75, "c": 100}
    assert payouts(pots, {"a": 1, "b": 1, "c": 1, "d": 1}, ROLES) == {"a": 25, "b": 50, "c": 100, "d": 100}
    assert payouts(pots, {"a": 1, "b": 2, "c": 2, "d": 2}, ["d", "a", "b", "c"]) == {"d": 109, "b": 58, "c": 108}


def test_folded_chips_stay_in() -> None:
    assert side_pots({"a": 10, "b": 60, "c": 60, "d": 35}, folded=["d"]) == [Pot(40, ("a", "b", "c")), Pot(125, ("b", "c"))]
    assert side_pots({"a": 10, "b": 60}, folded=["b"]) == [Pot(70, ("a",))]
    assert side_pots({"a": 5, "b": 5, "c": 0}) == [Pot(10, ("a", "b"))]
    assert side_pots({}) == side_pots({"a": 0}) == []


def test_an_uncalled_bet_goes_back() -> None:
    staked = {"a": 200, "b": 80, "c": 50}
    assert uncalled(staked) == {"a": 120}
    assert side_pots(staked)[-1] == Pot(120, ("a",))
    staked["a"] -= 120
    assert side_pots(staked, folded=["c"]) == [Pot(210, ("a", "b"))]
    assert uncalled({"a": 30}) == {"a": 30}
    assert uncalled({}) == uncalled({"a": 5, "b": 5}) == {}


def test_odd_chips_go_to_the_first_in_order_in_each_pot() -> None:
    pots = [Pot(7, ("a", "b", "c")), Pot(5, ("b", "c"))]
    assert payouts(pots, {"a": 1, "b": 1, "c": 1}, ["c", "a", "b"]) == {"c": 3 + 3, "a": 2, "b": 2 + 2}
    assert Pot(8, ("a", "b", "c")).share(["c", "b", "a"]) == {"c": 3, "b": 3, "a": 2}


def test_the_best_poker_hand_wins() -> None:
    board = ["2C", "7D", "9H", "JS", "KC"]
    hands = {"a": PokerHand(["AS", "AD", *board]), "b": PokerHand(["KD", "KH", *board]), "c": PokerHand(["AC", "AH", *board])}
    pots = side_pots({"a": 100, "b": 30, "c": 100})
    assert payouts(pots, hands, ["b", "c", "a"]) == {"b": 90, "c": 70, "a": 70}


STAKES = st.dictionaries(st.sampled_from(ROLES), st.integers(0, 40), min_size=1)


@given(staked=STAKES, folded=st.sets(st.sampled_from(ROLES)), hands=st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_chips_are_conserved_and_nobody_wins_more_than_is_matched(
    staked: dict[str, int], folded: set[str], hands: list[int]
) -> None:
    left = [role for role in staked if role not in folded and staked[role]]
    if not left:
        if any(staked.values()):
            with pytest.raises(RulesError, match="everybody has folded"):
                side_pots(staked, folded)
        return
    pots = side_pots(staked, folded)
    assert sum(pot.chips for pot in pots) == sum(staked.values())
    assert pots[0].roles == tuple(left)
    assert all(set(later.roles) < set(earlier.roles) for earlier, later in itertools.pairwise(pots))
    assert not any(set(pot.roles) & folded for pot in pots)
    rank = dict(zip(ROLES, hands, strict=True))
    won = payouts(pots, rank, ROLES)
    assert sum(won.values()) == sum(staked.values())
    top = max(staked[role] for role in left)
    for role, chips in won.items():
        # Nobody wins from another more than their own stake; what a folded role staked above all goes to the last pot.
        matched = sum(min(each, staked[role]) for each in staked.values())
        assert chips <= matched + sum(max(0, each - top) for each in staked.values())


def test_what_cannot_be_shared_is_refused() -> None:
    pot = Pot(10, ("a", "b"))
    for winners in ([], ["c"], ["a", "a"]):
        with pytest.raises(RulesError, match="a pot of a, b cannot be won by"):
            pot.share(winners)
    with pytest.raises(RulesError, match="b competes for 10 chips, and has no hand or no place in the order"):
        payouts([pot], {"a": 1}, ROLES)
    with pytest.raises(RulesError, match="a cannot have staked -1 chips"):
        side_pots({"a": -1})
    assert (repr(pot), len({pot, Pot(10, ("a", "b"))}), pot == 10) == ("Pot(10, ('a', 'b'))", 1, False)
