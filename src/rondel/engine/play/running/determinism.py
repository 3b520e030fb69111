"""Determinism checks: a rule that runs again must write and tell the same as before.

A suspended rule runs again from its start with one more answer (docs/adr/0002-journal-and-suspension.md). Its earlier writes
and events have been seen. So it must write and tell the same again, and still offer the answers that were given. A
`RulesError` tells the author of a rule that is not deterministic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rondel.engine.components.journal import Entry
from rondel.engine.components.token import Token
from rondel.engine.play.log import LogEntry
from rondel.errors import RulesError


def check_told(state: str, before: Sequence[LogEntry], again: Sequence[LogEntry]) -> None:
    """Raise `RulesError` unless a rule of ``state`` has told the same events again: players have read them."""
    same = len(again) == len(before)
    for old, new in zip(before, again, strict=False):
        if not same or old[0] != new[0] or old[1] is not new[1] or old[2] != new[2]:
            break
    else:
        if same:
            return
    raise RulesError(
        f"a rule of state {state!r} told something else when it was run again: "
        "rules must be deterministic, without hidden state of their own"
    )


def check_written(state: str, before: Sequence[Entry], again: Sequence[Entry]) -> None:
    """Raise `RulesError` unless a rule of ``state`` has made the same writes again: players have seen them."""
    if len(again) != len(before) or not all(map(_same_write, before, again)):
        raise RulesError(
            f"a rule of state {state!r} wrote something else when it was run again: "
            "rules must be deterministic, and keep what changes in props, containers and tokens"
        )


class Misfit(RulesError):
    """An earlier answer is not legal when the rule runs again: an error of the rules, unless another player has changed the
    table since."""


def unfit(text: str, possible: Iterable[str]) -> Misfit:
    """The error for an answer that is not among the ``possible`` ones when the rule runs again."""
    return Misfit(
        f"the answer {text!r} does not fit when the rule is run again, which offers {', '.join(possible) or 'nothing'}: "
        "rules must be deterministic"
    )


def _same_write(one: Entry, other: Entry) -> bool:
    """Whether two writes are the same; a token made anew equals the one with its serial number."""
    return one[1] == other[1] and _same(one[0], other[0]) and _same(one[3], other[3])


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, Token) and isinstance(other, Token):
        return one.serial == other.serial
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and (one == other or all(map(_same, one, other)))
    return one == other
