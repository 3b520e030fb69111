"""The rating model: winners rise, losers fall, and the same result rates tournaments and the arena alike."""

from __future__ import annotations

import random

import pytest
from openskill.models import PlackettLuce

from rondel.rating import DEVIATION, MEAN, POINT, Rating, algorithm, rate


def test_each_rank_rates_above_the_next() -> None:
    new = rate([("a",), ("b",), ("c",)], [1, 2, 3], dict.fromkeys("abc", Rating()))
    assert new["a"].mean > new["b"].mean > new["c"].mean
    assert new["a"].points > 1500 > new["c"].points


def test_a_draw_between_equals_keeps_the_mean_and_lowers_the_deviation() -> None:
    new = rate([("x",), ("o",)], [1, 1], {"x": Rating(), "o": Rating()})
    assert new["x"] == new["o"]
    assert new["x"].mean == pytest.approx(25.0)
    assert new["x"].deviation < 25 / 3


def test_partners_rise_and_fall_together() -> None:
    roles = ("north", "south", "east", "west")
    new = rate([("north", "south"), ("east", "west")], [1, 2], dict.fromkeys(roles, Rating()))
    assert new["north"] == new["south"]
    assert new["east"] == new["west"]
    assert new["north"].mean > 25 > new["east"].mean


def test_points_are_those_of_elo_and_a_rating_settles_after_ten_games() -> None:
    """At 400 points between players whose strengths are known, ten wins of the better weigh as much as one loss."""
    known = {"better": Rating(MEAN + 400 * POINT, 0.01), "worse": Rating(MEAN, 0.01)}
    won, lost = [rate([("better",), ("worse",)], ranks, known)["better"].mean for ranks in ([1, 2], [2, 1])]
    before = known["better"].mean
    assert 10 * (won - before) == pytest.approx(before - lost, rel=0.01)
    ada, bob, games = Rating(), Rating(), 0
    while ada.is_provisional:
        ranks = [1, 2] if games % 2 else [2, 1]
        new = rate([("ada",), ("bob",)], ranks, {"ada": ada, "bob": bob})
        ada, bob, games = new["ada"], new["bob"], games + 1
    assert 8 <= games <= 12


def test_the_ratings_are_those_of_another_implementation() -> None:
    """Openskill's, for parties of one to three, with and without ties, and ratings of every size."""
    model, rng = PlackettLuce(mu=MEAN, sigma=DEVIATION), random.Random(7)
    for _each in range(100):
        parties = [tuple((party, seat) for seat in range(rng.randint(1, 3))) for party in range(rng.randint(2, 6))]
        known = {player: Rating(rng.uniform(-5, 60), rng.uniform(0.5, 12)) for party in parties for player in party}
        ranks = [rng.randint(1, len(parties)) for _party in parties]
        new = rate(parties, ranks, known)
        teams = [[model.rating(mu=known[player].mean, sigma=known[player].deviation) for player in party] for party in parties]
        theirs = model.rate(teams, ranks=[float(rank) for rank in ranks])
        for party, team in zip(parties, theirs, strict=True):
            for player, their in zip(party, team, strict=True):
                assert new[player].mean == pytest.approx(their.mu, abs=1e-9)
                assert new[player].deviation == pytest.approx(their.sigma, abs=1e-9)


def test_the_algorithm_is_named_with_its_version() -> None:
    assert algorithm() == "Plackett-Luce by Weng and Lin, 1"
