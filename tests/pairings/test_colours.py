"""Who gets the first seat, by the articles of the handbook."""

from __future__ import annotations

import pytest

from rondel.pairings.colours import ABSOLUTE, MILD, STRONG, higher_is_first, preference

W, B = True, False


@pytest.mark.parametrize(
    ("history", "side", "strength"),
    [
        ((), 0, 0),
        ((W,), -1, STRONG),
        ((B, W), -1, MILD),
        ((W, W), -1, ABSOLUTE),
        ((W, B, B), 1, ABSOLUTE),
        ((W, B, W, W), -1, ABSOLUTE),
        ((B, W, B), 1, STRONG),
    ],
)
def test_a_preference_follows_from_the_colours_so_far(history: tuple[bool, ...], side: int, strength: int) -> None:
    found = preference(history)
    assert (found.side, found.strength) == (side, strength)


@pytest.mark.parametrize(
    ("higher", "lower", "number", "first"),
    [
        ((W,), (B,), 1, False),  # E.1: both preferences
        ((W, B), (B, W, B), 1, False),  # E.2: the stronger one
        ((B, W, B, W), (W, W, B, W), 1, True),  # E.2: the lower one needs the second seat more
        ((W, B, B, W), (B, W, B, W), 1, True),  # E.3: when their colours differed last, the higher one had the second seat
        ((B, W), (B, W), 1, False),  # E.4: the preference of the higher one
        ((), (), 1, True),  # E.5: odd numbers have the initial colour
        ((), (), 2, False),
    ],
)
def test_colours_are_given_by_the_articles_in_their_order(
    higher: tuple[bool, ...], lower: tuple[bool, ...], number: int, first: bool
) -> None:
    assert higher_is_first(preference(higher), preference(lower), number, initial=True) is first


def test_a_wider_difference_counts_where_both_are_absolute() -> None:
    wide, narrow = preference((W, W, B, W, W)), preference((W, B, W, W))
    assert higher_is_first(narrow, wide, 1, initial=True)
    assert not higher_is_first(wide, narrow, 1, initial=True)
