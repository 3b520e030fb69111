"""The table of what is untried refuses both a law that tries nothing and an entry that does not hold."""

from __future__ import annotations

import pytest

import rondel
from rondel.testing import LAWS, check
from tests.shelf.test_laws import SETTINGS, starts
from tests.shelf.untried import ASKING, OPEN, fault, why


def test_the_table_names_settings_that_are_there() -> None:
    assert set(SETTINGS) >= OPEN | ASKING


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_is_open_by_the_table_hides_nothing_by_its_facts(setting: str) -> None:
    facts = type(starts(setting)()).facts
    assert facts is not None
    assert (setting in OPEN) is (not facts.hidden)


def test_most_pairs_are_tried() -> None:
    untried = [(setting, law) for setting in SETTINGS for law in LAWS if why(setting, law)]
    alone = [
        ("tic_tac_toe", "estimate"),
        *[(each, "histories") for each in SETTINGS if each.startswith(("fireworks", "solitaire", "texas_holdem"))],
    ]
    assert len(untried) == 3 * len(OPEN) + len(SETTINGS) - len(ASKING) + len(alone)


def test_a_law_that_tried_nothing_is_a_fault_unless_the_table_says_so() -> None:
    trials = check(lambda: rondel.new("chess"), "secrets", seed=1)
    assert fault("chess", "secrets", trials) == ""
    assert fault("hearts", "secrets", trials).startswith(
        "law 'secrets' tried nothing at 'hearts' in 1 games (nothing is hidden from anybody), so that it shows nothing."
    )


def test_an_entry_of_the_table_that_does_not_hold_is_a_fault() -> None:
    trials = check(lambda: rondel.new("chess"), "moves", seed=1, plies=4)
    assert fault("chess", "moves", trials) == ""
    assert fault("chess", "secrets", trials).startswith(
        "the table says of 'secrets' at 'chess': nothing is hidden from anybody; something was tried."
    )
