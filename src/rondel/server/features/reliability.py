"""Reliability: which share of the games that an account has begun with others it has played to the end.

Read from the log: whose time has run out, whose absence was claimed, or who has left a game of more than two has not finished
it. Who resigns in a game of two has. Newer games count more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, select

from rondel.server.accounts.principal import Principal
from rondel.server.lobby.queries import with_others
from rondel.server.protocol import Reliability
from rondel.server.storage import row_decoder, schema
from rondel.server.storage.round_index import ranked
from rondel.server.table.log.entries import RowData

MOST: Final = 50
"""The last games that count."""

FEWEST: Final = 5
"""Games from which on a share is told: before, an account is a newcomer."""

FADING: Final = 0.95
"""The weight of a game, relative to the one after it."""

_results, _answers = schema.results.c, schema.answers.c


def reliability(connection: Connection, who: str) -> Reliability:
    """The reliability of an account."""
    wanted = (
        select(_results.table_id, _results.role, _answers.data, _answers.result)
        .join(schema.answers, and_(_answers.table_id == _results.table_id, _answers.seq == _results.seq))
        .where(_results.holder == who, with_others(who))
        .order_by(_results.at.desc(), _results.table_id.desc(), _results.round.desc(), _results.role)
    )
    return weighted(row_decoder.first(connection, wanted, MOST, _finished))


def weighted(finished: Sequence[bool]) -> Reliability:
    """The reliability by whether each game was finished, the newest first.

    >>> weighted([True] * 4), weighted([True] * 5).percent, weighted([False, *[True] * 9]).percent
    (Reliability(games=4, percent=None), 100, 88)
    """
    if len(finished) < FEWEST:
        return Reliability(len(finished), None)
    weights = [FADING**age for age in range(len(finished))]
    done = sum([weight for weight, each in zip(weights, finished, strict=True) if each])
    return Reliability(len(finished), round(100 * done / sum(weights)))


def counted(connection: Connection, who: Principal) -> int:
    """The share in percent that counts where one is asked for: 100 for a newcomer with an account, who has left nothing often
    enough to be told, and 0 for a guest, whose games nobody can look up later."""
    if who.kind == "guest":
        return 0
    percent = reliability(connection, who.id).percent
    return 100 if percent is None else percent


def _finished(row: Sequence[Any]) -> bool:
    """Whether the player of a role has finished a round, by the row that ended it. Raises `Damaged`."""
    table, role, data, result = row
    with row_decoder.decoding(table):
        left = {} if data is None else msgspec.json.decode(data, type=RowData).state.departed
        reason = left.get(role)
        return reason is None or (reason == "resigned" and len(ranked(result)) <= 2)
