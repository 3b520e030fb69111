"""The calendar of seasons: which part of a year a time belongs to. Pure; times are UTC, in milliseconds since 1970."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Literal, get_args

SeasonLength = Literal["month", "quarter", "year", "off"]
"""How long a season is; ``off``: there are none."""

LENGTHS: Final[tuple[SeasonLength, ...]] = get_args(SeasonLength)

_NAME: Final = re.compile(r"(?P<year>[0-9]{4})(?:-(?:Q(?P<quarter>[1-4])|(?P<month>0[1-9]|1[0-2])))?")


@dataclass(frozen=True)
class SeasonDates:
    """One season: from its start until the start of the next one."""

    name: str
    starts: int
    ends: int


def season_at(length: SeasonLength, at: int) -> SeasonDates | None:
    """The season of that length that a time belongs to; None where there are none.

    >>> [season_at(length, 1_790_812_799_999).name for length in ("month", "quarter", "year")]
    ['2026-09', '2026-Q3', '2026']
    >>> season_at("quarter", 1_790_812_800_000).name, season_at("off", 0)
    ('2026-Q4', None)
    """
    if length == "off":
        return None
    when = datetime.fromtimestamp(at // 1000, UTC)
    names: Mapping[SeasonLength, str] = {
        "month": f"{when.year}-{when.month:02}",
        "quarter": f"{when.year}-Q{(when.month + 2) // 3}",
        "year": f"{when.year}",
    }
    return season_named(names[length])


def season_named(name: str) -> SeasonDates | None:
    """The season of that name; None where no season has it.

    >>> quarter = season_named("2026-Q4")
    >>> (quarter.ends - quarter.starts) // 86_400_000, season_named("2026-Q5"), season_named("1969")
    (92, None, None)
    """
    found = _NAME.fullmatch(name)
    if found is None or not 1970 <= int(found["year"]) < 9999:
        return None
    year = int(found["year"])
    if found["month"]:
        length, first = 1, int(found["month"])
    elif found["quarter"]:
        length, first = 3, 3 * int(found["quarter"]) - 2
    else:
        length, first = 12, 1
    return SeasonDates(name, _month(year, first), _month(year, first + length))


def _month(year: int, month: int) -> int:
    """The first moment of a month; month 13 is January of the next year."""
    return int(datetime(year + (month - 1) // 12, (month - 1) % 12 + 1, 1, tzinfo=UTC).timestamp()) * 1000
