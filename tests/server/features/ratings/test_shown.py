"""Ratings as they are sent: on the scale of Elo, and every round is won, drawn or lost."""

from __future__ import annotations

from rondel.rating import DEVIATION, MEAN, POINT
from rondel.server.features.ratings.rating_log import Standing
from rondel.server.features.ratings.shown import rated


def test_a_newcomer_has_1500_and_is_provisional() -> None:
    shown = rated(Standing("p1", "Ada", "chess", MEAN, DEVIATION, 1500.0, 0, 0, 0, 0))
    assert (shown.name, shown.game, shown.title, shown.rating, shown.provisional) == ("Ada", "chess", "Chess", 1500.0, True)


def test_the_scale_is_the_same_for_means_and_deviations() -> None:
    shown = rated(Standing("p1", "Ada", "chess", MEAN + 100 * POINT, 50 * POINT, 1600.0, 1, 9, 4, 2))
    assert (round(shown.rating), round(shown.deviation), shown.provisional) == (1600, 50, False)
    assert (shown.rounds, shown.won, shown.drawn, shown.lost) == (9, 4, 2, 3)
