"""How likely a shepherd is to win: what must hold whatever the numbers are. How well it plays is tried in `test_rules`."""

from __future__ import annotations

from random import Random

import pytest

from rondel.shelf.shephy.cards import EVENTS, RANKS
from rondel.shelf.shephy.prospects import GUARDS, LAST, PROSPECTS, chance

ROUNDS = range(LAST + 1)


def test_every_card_promises_something() -> None:
    assert set(PROSPECTS) == set(EVENTS)
    assert set(GUARDS) < set(EVENTS)


def test_it_is_a_chance() -> None:
    random = Random(1)
    for _each in range(500):
        flock = random.choices(RANKS, k=random.randint(1, 7))
        coming = random.choices(list(EVENTS), k=random.randint(0, 22))
        gone = random.choices(list(EVENTS), k=22 - len(coming))
        assert 0 <= chance(flock, coming, gone, random.choice(ROUNDS)) <= 1


def test_without_sheep_there_is_none() -> None:
    assert chance([], ["Multiply"], [], 0) == 0


@pytest.mark.parametrize("number", ROUNDS)
def test_higher_sheep_are_better(number: int) -> None:
    chances = [chance([rank, rank], ["Dominion"], ["Storm"], number) for rank in RANKS]
    assert chances == sorted(set(chances))


@pytest.mark.parametrize("number", ROUNDS)
@pytest.mark.parametrize("card", ["Be Fruitful", "Flourish", "Golden Hooves", "Dominion"])
def test_what_makes_sheep_grow_is_better_to_come_than_a_disaster(card: str, number: int) -> None:
    for disaster in ("Storm", "Lightning", "Wolves", "Plague"):
        assert chance([30, 30], [card], [], number) > chance([30, 30], [disaster], [], number)


@pytest.mark.parametrize("number", ROUNDS)
@pytest.mark.parametrize("guard", GUARDS)
def test_shephion_is_the_end_unless_something_keeps_it_away(guard: str, number: int) -> None:
    guarded = chance([30, 30], ["Shephion", guard], [], number)
    assert guarded > 10 * chance([30, 30], ["Shephion"], [guard], number)


def test_the_same_flock_is_worth_less_the_later_it_is() -> None:
    chances = [chance([30, 10], list(EVENTS), [], number) for number in ROUNDS]
    assert chances == sorted(chances, reverse=True)


def test_a_card_of_another_game_promises_nothing() -> None:
    assert chance([3], ["Strom"], ["Strom"], 1) == chance([3], [], [], 1)
