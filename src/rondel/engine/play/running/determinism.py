"""Determinism checks: a rule that runs again must write and tell the same as before.

A suspended rule runs again from its start with one answer more (docs/adr/0002-journal-and-suspension.md). What it
wrote and told before has been seen; so it must write and tell the same again, and its answers must still be among
what it offers. A rule that does otherwise is not deterministic, and the author is told so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rondel.engine.components.journal import Entry
from rondel.engine.components.token import Token
from rondel.engine.play.log import LogEntry
from rondel.errors import RulesError


def check_told(state: str, before: Sequence[LogEntry], again: Sequence[LogEntry]) -> None:
    """Raise `RulesError` unless a rule of ``state`` has told the same again: players have heard it."""
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
    """Raise `RulesError` unless a rule of ``state`` has written the same again: it has been seen."""
    if len(again) != len(before) or not all(map(_same_write, before, again)):
        raise RulesError(
            f"a rule of state {state!r} wrote something else when it was run again: "
            "rules must be deterministic, and keep what changes in props, containers and tokens"
        )


class Misfit(RulesError):
    """An answer that was legal when it was given, and is not when the rule is run again: an error of the rules, unless
    another player has changed the table since."""


def unfit(text: str, possible: Iterable[str]) -> Misfit:
    """The error for an answer that does not fit when the rule is run again, which offers what is ``possible``."""
    return Misfit(
        f"the answer {text!r} does not fit when the rule is run again, which offers {', '.join(possible) or 'nothing'}: "
        "rules must be deterministic"
    )


def _same_write(one: Entry, other: Entry) -> bool:
    """Whether two writes are the same, tokens made anew counting as those they replace."""
    return one[1] == other[1] and _same(one[0], other[0]) and _same(one[3], other[3])


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, Token) and isinstance(other, Token):
        return one.serial == other.serial
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and (one == other or all(map(_same, one, other)))
    return one == other
