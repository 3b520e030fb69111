"""Outcomes: as data, and the points of a result."""

from __future__ import annotations

import json

from rondel.tournament.outcome import Fault, Outcome, decided


def test_there_and_back() -> None:
    for fault in (None, Fault(1, "timeout", "said nothing")):
        outcome = Outcome("0-1/3", (1, 0), (0.5, 0.5), (1, 1), (0.0, 0.0), 9, 0.25, fault)
        assert Outcome.from_json(json.loads(json.dumps(outcome.to_json()))) == outcome


def test_points_and_ranks() -> None:
    assert decided(2, (1,)) == ((0.0, 1.0), (2, 1))
    assert decided(3, (0, 1, 2)) == ((1 / 3, 1 / 3, 1 / 3), (1, 1, 1))
    assert decided(1, ()) == ((0.0,), (1,))
