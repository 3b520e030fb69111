"""Pools: who is matched with whom, and when."""

from __future__ import annotations

from rondel.server.features.quick_match.pool import ANYBODY_AFTER, FIRST_SPAN, Waiting, matched, span


def names(*waiting: Waiting, seats: int = 2, now: float = 0.0) -> list[str]:
    return [each.who for each in matched(waiting, seats, now)]


def test_the_span_widens_with_the_time_and_in_the_end_anybody_is_accepted() -> None:
    spans = [span(seconds) for seconds in (0, 1, 30, ANYBODY_AFTER - 1)]
    assert None not in spans
    assert spans == sorted(spans, key=lambda each: each or 0)
    assert span(ANYBODY_AFTER) is None


def test_both_sides_have_to_accept_the_difference() -> None:
    patient, newcomer = Waiting("patient", 1500, 0), Waiting("newcomer", 1500 + FIRST_SPAN + 1, ANYBODY_AFTER)
    assert names(patient, newcomer, now=ANYBODY_AFTER) == []
    assert names(patient, newcomer, now=ANYBODY_AFTER + 1) == ["patient", "newcomer"]


def test_the_longest_waiting_gets_the_nearest_in_rating() -> None:
    waiting = (Waiting("new", 1500, 3), Waiting("far", 1600, 1), Waiting("first", 1500, 0))
    assert names(*waiting, now=4) == ["first", "new"]


def test_a_group_is_complete_and_everybody_in_it_accepts_everybody() -> None:
    low, middle, high = Waiting("low", 1400, 0), Waiting("middle", 1500, 0), Waiting("high", 1600, 0)
    assert names(low, middle, high, seats=3) == []
    assert names(low, middle, high, seats=3, now=10) == ["high", "middle", "low"]
    assert names(low, middle, seats=3, now=10) == []


def test_a_share_of_finished_games_is_asked_for_by_either_side() -> None:
    strict, leaver, other = (
        Waiting("strict", 1500, 0, least=80),
        Waiting("leaver", 1500, 1, reliable=79),
        Waiting("other", 1500, 2),
    )
    assert names(strict, leaver, now=99) == names(leaver, strict, now=99) == []
    assert names(strict, leaver, other, now=99) == ["strict", "other"]
    assert names(leaver, other, now=99) == ["leaver", "other"]


def test_nobody_meets_themselves_nor_one_of_their_own_network() -> None:
    assert names(Waiting("ada", 1500, 0), Waiting("ada", 1500, 0)) == []
    assert names(Waiting("ada", 1500, 0, "net"), Waiting("bob", 1500, 0, "net"), now=99) == []
    assert names(Waiting("ada", 1500, 0, "net"), Waiting("bob", 1500, 0, "net"), Waiting("cid", 1500, 1, "other"), now=99) == [
        "ada",
        "cid",
    ]
