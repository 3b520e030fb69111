"""What a rated round makes of the ratings of its players, those of all time and those of a season alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Row

from rondel.rating import Rating, rate
from rondel.server.storage import row_decoder


class Before(msgspec.Struct, frozen=True):
    """The rating of an account before a round."""

    mean: float = Rating().mean
    deviation: float = Rating().deviation
    rounds: int = 0
    won: int = 0
    drawn: int = 0


class After(msgspec.Struct, frozen=True):
    """The rating of an account after a round, with the names of the stored columns."""

    mean: float
    deviation: float
    shown: float
    settled: int
    """0 for a provisional rating, else 1."""
    rounds: int
    won: int
    drawn: int


def before_round(row: Row[tuple[object, ...]], named: str) -> Before:
    """The rating in a stored row. Raises `Damaged`."""
    return row_decoder.decoded(Before, [getattr(row, name) for name in Before.__struct_fields__], named)


def after_round(parties: Sequence[Sequence[str]], ranks: Mapping[str, int], before: Mapping[str, Before]) -> dict[str, After]:
    """The rating of each role after a round; the roles of a party share its rank. The round is drawn if all ranks are 1.

    >>> after = after_round([["x"], ["o"]], {"x": 1, "o": 2}, {"x": Before(), "o": Before(rounds=4, won=1)})
    >>> after["x"].shown > after["o"].shown, after["x"].won, after["o"].rounds, after["o"].won
    (True, 1, 5, 1)
    """
    ratings = {role: Rating(each.mean, each.deviation) for role, each in before.items()}
    drawn = all(ranks[role] == 1 for role in before)
    return {
        role: After(
            rating.mean,
            rating.deviation,
            rating.points,
            int(not rating.is_provisional),
            before[role].rounds + 1,
            before[role].won + (ranks[role] == 1 and not drawn),
            before[role].drawn + drawn,
        )
        for role, rating in rate(parties, [ranks[party[0]] for party in parties], ratings).items()
    }
