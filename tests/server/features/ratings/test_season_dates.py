"""The calendar of seasons, compared with the standard library's."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime, timedelta

import pytest

from rondel.server.features.ratings.season_dates import LENGTHS, SeasonLength, season_at, season_named

DAY = timedelta(days=1)


def moment(time: datetime) -> int:
    return int(time.timestamp() * 1000)


@pytest.mark.parametrize("length", [each for each in LENGTHS if each != "off"])
def test_each_day_of_some_years_is_in_one_season_and_the_seasons_follow_each_other(length: SeasonLength) -> None:
    time, before = datetime(1999, 1, 1, tzinfo=UTC), None
    while time.year < 2005:
        season = season_at(length, moment(time))
        assert season is not None
        assert season.starts <= moment(time) < moment(time + DAY) <= season.ends
        assert season == season_at(length, season.ends - 1) == season_named(season.name)
        if before is not None and season != before:
            assert season.starts == before.ends == moment(time)
        time, before = time + DAY, season


def test_the_last_day_of_a_season_is_that_of_its_month() -> None:
    for name, year, month in (
        ("2024-02", 2024, 2),
        ("2023-02", 2023, 2),
        ("2024-Q1", 2024, 3),
        ("2024-Q3", 2024, 9),
        ("2024", 2024, 12),
    ):
        season = season_named(name)
        assert season is not None
        last = datetime.fromtimestamp(season.ends / 1000, UTC) - DAY
        assert (last.year, last.month, last.day) == (year, month, calendar.monthrange(year, month)[1])


@pytest.mark.parametrize(
    "name", ["", "2026-Q0", "2026-Q5", "2026-00", "2026-13", "2026-1", "26", "1969", "9999", "2026-Q1\n", "٢٠٢٦"]
)
def test_other_names_are_of_no_season(name: str) -> None:
    assert season_named(name) is None
