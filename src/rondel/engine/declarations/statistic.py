"""Statistics: what is counted while a game goes on, for each player or for the whole table, and shown when it is over.

    TURNS = Stat("turns", _("Turns"))
    LONGEST = Stat("longest", _("Longest row"), per="table", visible_to=EVERYONE)

A game lists them, ``stats = (TURNS, LONGEST)``, and its rules call ``game.count(TURNS)``. They are written through the
journal, so a turn that is taken back is not counted; but they decide nothing, so they are not in a position's key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from rondel.engine.components.journal import Journaled
from rondel.engine.declarations.result import known
from rondel.engine.visibility import NOBODY, Visibility, sees
from rondel.errors import BadPosition, RulesError

if TYPE_CHECKING:
    from rondel.engine.play.referee import Referee

N = TypeVar("N", int, float)


class Stat(Generic[N]):
    """One statistic: ``per`` is ``"player"`` or ``"table"``; ``start`` is where it begins, and whether it is whole.

    It is shown to everybody when the game is over, and before that to those in ``visible_to``.

    >>> Stat("pace", "Seconds a turn", per="table", start=0.0)
    Stat('pace', per='table', start=0.0)
    """

    def __init__(
        self, name: str, text: str = "", *, per: str = "player", start: N = 0, visible_to: Visibility = NOBODY
    ) -> None:
        self.name = name
        self.text = text or name
        self.per = per
        self.start: Any = start
        self.visible_to = visible_to

    def to_json(self) -> dict[str, Any]:
        """What a page needs to head a column with it."""
        return {"name": self.name, "text": self.text, "per": self.per}

    def __repr__(self) -> str:
        return f"Stat({self.name!r}, per={self.per!r}, start={self.start!r})"


class Tally(Journaled):
    """The values of all statistics of one game: for each a tuple, by seat, or of one value for the table."""

    def __init__(self, stats: Sequence[Stat[Any]], count: int) -> None:
        self.stats = tuple(stats)
        self.values: list[tuple[Any, ...]] = [(stat.start,) * (count if stat.per == "player" else 1) for stat in stats]

    def _write(self, key: int, value: object) -> None:
        self.values[key] = cast("tuple[Any, ...]", value)


# -- what rules do -----------------------------------------------------------------------------------------------------


def value(game: Referee, stat: Stat[Any], role: str) -> Any:
    """See `Game.stat`."""
    tally, number = _find(game, stat)
    return tally.values[number][_place(game, stat, role)]


def count(game: Referee, stat: Stat[Any], by: Any, role: str) -> None:
    """See `Game.count`."""
    tally, number = _find(game, stat)
    place = _place(game, stat, role)
    _set(game, tally, number, place, tally.values[number][place] + _checked(stat, by))


def assign(game: Referee, stat: Stat[Any], value: Any, role: str) -> None:
    """See `Game.set_stat`."""
    tally, number = _find(game, stat)
    _set(game, tally, number, _place(game, stat, role), _checked(stat, value))


def _set(game: Referee, tally: Tally, number: int, place: int, value: Any) -> None:
    before = tally.values[number]
    after = (*before[:place], value, *before[place + 1 :])
    game._journal.entries.append((tally, number, before, after))
    tally.values[number] = after


def _find(game: Referee, stat: Stat[Any]) -> tuple[Tally, int]:
    tally = game._tally
    if tally is not None:
        for number, each in enumerate(tally.stats):
            if each is stat:
                return tally, number
    raise RulesError(f"{stat!r} is no statistic of {type(game).__name__}; add it to its stats")


def _place(game: Referee, stat: Stat[Any], role: str) -> int:
    if stat.per == "table":
        if role:
            raise RulesError(f"statistic {stat.name!r} is kept for the table, not for {role!r}; leave the role out")
        return 0
    role = role or game.actor
    if not role:
        raise RulesError(f"statistic {stat.name!r} is kept for each player, and nobody acts; say whose it is")
    known(game, role, f"statistic {stat.name!r}")
    return game._roles.index(role)


def _checked(stat: Stat[Any], value: Any) -> Any:
    """The value as the statistic keeps it. Raises `RulesError` if it is no such number."""
    whole = type(stat.start) is int
    kinds: tuple[type, ...] = (int,) if whole else (int, float)  # named apart: the compiler would take a fraction for an int
    if type(value) not in kinds or not isfinite(value):
        fix = "" if not whole else "; where there may be fractions it starts at 0.0"
        raise RulesError(
            f"statistic {stat.name!r} cannot be given {value!r}: it is a {'whole' if whole else 'finite'} number{fix}"
        )
    return value if whole else float(value)


# -- what leaves, and comes back ---------------------------------------------------------------------------------------


def seen(game: Referee, role: str) -> dict[str, Any]:
    """The statistics ``role`` may see now, by name: a value for the table, or one for each role."""
    over = game._machine.node.end
    return {stat.name: kept for stat, kept in _all(game) if over or sees(stat.visible_to, role)}


def to_json(game: Referee) -> dict[str, Any]:
    """All of them, as a position keeps them."""
    return {stat.name: kept for stat, kept in _all(game)}


def _all(game: Referee) -> list[tuple[Stat[Any], Any]]:
    tally = game._tally
    if tally is None:
        return []
    return [
        (stat, dict(zip(game._roles, values, strict=True)) if stat.per == "player" else values[0])
        for stat, values in zip(tally.stats, tally.values, strict=True)
    ]


def load(game: Referee, given: Mapping[str, Any]) -> None:
    """Put the statistics of a position into a game that has not begun. Raises `BadPosition` naming what does not fit."""
    tally = game._tally
    stats = tally.stats if tally is not None else ()
    for name, values in given.items():
        stat = next((each for each in stats if each.name == name), None)
        if tally is None or stat is None:
            listed = ", ".join([repr(each.name) for each in stats]) or "none"
            raise BadPosition(f"unknown statistic {name!r}; this game has {listed}")
        roles = game._roles if stat.per == "player" else ()
        if roles and (not isinstance(values, Mapping) or set(values) != set(roles)):
            raise BadPosition(f"statistic {name!r} is {values!r}; give a value for each of {', '.join(roles)}")
        try:
            kept = tuple([_checked(stat, values[role]) for role in roles] or [_checked(stat, values)])
        except RulesError as error:
            raise BadPosition(str(error)) from error
        tally.values[tally.stats.index(stat)] = kept
