"""Selective undo: take back one push of one player and keep the later pushes of the others.

The net writes of the push are reverted value by value; in values with many parts (rows, dicts, tuples by seat) only the parts
that it has changed. If another player has built on one of them, the push cannot be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from rondel.engine.components.journal import Entry
from rondel.engine.components.token import Token
from rondel.engine.play.undo.standing_answers import end_of, kept, standing

if TYPE_CHECKING:
    from rondel.engine.play.running.machine import Machine


def own_writes(machine: Machine, role: str, first: int) -> list[Entry] | None:
    """The writes that take back one push of a role; None if another player has built on it since.

    Another player has built on it if the push has ended that player's held rule, or that player has ended one of ``role``; and
    if that player has changed what the push has written, even if the value is the same again.
    """
    count = len(machine.befores)
    number = end_of(machine, first)
    entries = machine.journal.entries
    start = machine.before(first).mark
    end = machine.before(number).mark if number < count else len(entries)
    for each in kept(machine, first):
        if any((who != role) if each < number else (who == role) for who in machine.ended.get(each, ())):
            return None
    mine = net(entries[start:end])
    for each in standing(machine, number):
        until = machine.before(each + 1).mark if each + 1 < count else len(entries)
        for place, (_target, _key, before, after) in net(entries[machine.before(each).mark : until]).items():
            if place in mine and _intact(machine, mine[place], before) and not _intact(machine, mine[place], after):
                return None
    now = net(entries[start:])
    wholes = {id(entry[0]) for entry in mine.values() if entry[0].whole}
    if [place for place, entry in now.items() if place[0] in wholes and place not in mine and entry[2] != entry[3]]:
        return None
    writes: list[Entry] = []
    for place, entry in mine.items():
        target, key = entry[0], entry[1]
        current = now[place][3]
        undone = _undone(machine, entry, current)
        if undone is _CONFLICT or (target is machine.acting and undone == ()):
            return None  # or no role would be active, and the others have gone on relying on one
        writes.append((target, key, current, undone))
    return writes


def net(written: Iterable[Entry]) -> dict[tuple[int, int], Entry]:
    """The net write of each value that some writes have changed."""
    net: dict[tuple[int, int], Entry] = {}
    for target, key, old, new in written:
        place = (id(target), key)
        first = net.get(place)
        net[place] = (target, key, old if first is None else first[2], new)
    return net


def _intact(machine: Machine, entry: Entry, then: object) -> bool:
    """Whether the parts of a value that an entry has changed were still the same ``then``."""
    return _undone(machine, entry, then) is not _CONFLICT


def _undone(machine: Machine, entry: Entry, now: object) -> object:
    """The value ``now`` with an entry's change reverted; `_CONFLICT` if that part has been changed again."""
    target, _key, old, new = entry
    if old is new or old == new:
        return now
    return _without_roles(machine.roles, old, new, now) if target is machine.acting else _without(old, new, now)


_CONFLICT: Final = object()
_MISSING: Final = object()


def _without_roles(roles: tuple[str, ...], old: object, new: object, now: object) -> tuple[str, ...]:
    """The active roles without the change from ``old`` to ``new``."""
    was, became, active = cast("tuple[str, ...]", old), cast("tuple[str, ...]", new), cast("tuple[str, ...]", now)
    return tuple([role for role in roles if (role in was if (role in was) != (role in became) else role in active)])


def _without(old: object, new: object, now: object) -> object:
    """The value ``now`` without the change from ``old`` to ``new``; `_CONFLICT` if that part has been changed again."""
    if now is new or now == new:
        return old
    if isinstance(old, MappingProxyType) and isinstance(new, MappingProxyType) and isinstance(now, MappingProxyType):
        return _without_values(old, new, now)
    if not (isinstance(old, tuple) and isinstance(new, tuple) and isinstance(now, tuple)):
        return _CONFLICT
    if any(isinstance(each, Token) for each in (*old, *new)):
        return _without_tokens(old, new, now)
    if len(old) == len(new) == len(now):
        merged = [was if was != became else each for was, became, each in zip(old, new, now, strict=True)]
        changed = [each == became for was, became, each in zip(old, new, now, strict=True) if was != became]
        return tuple(merged) if all(changed) else _CONFLICT
    return _CONFLICT


def _without_values(old: Mapping[str, object], new: Mapping[str, object], now: Mapping[str, object]) -> object:
    """`_without` for dicts: key by key."""
    values = dict(now)
    for name in {**old, **new}:
        if name in old and name in new and old[name] == new[name]:
            continue
        if values.get(name, _MISSING) != new.get(name, _MISSING):
            return _CONFLICT
        if name in old:
            values[name] = old[name]
        else:
            del values[name]
    return MappingProxyType(values)


def _without_tokens(old: tuple[object, ...], new: tuple[object, ...], now: tuple[object, ...]) -> object:
    """`_without` for rows: removed tokens come back, added ones go, and the others keep their order."""
    if any(each not in now for each in new if each not in old):
        return _CONFLICT
    if [each for each in old if each in new] != [each for each in new if each in old]:
        return _CONFLICT  # a reordered row has no defined order without the change
    row = [each for each in now if each not in new or each in old]
    for index, each in enumerate(old):
        if each not in new:
            row.insert(_index_between(row, old[:index], old[index + 1 :]), each)
    return tuple(row)


def _index_between(row: list[object], before: tuple[object, ...], after: tuple[object, ...]) -> int:
    """The index between tokens that were ``before`` and ``after`` it; some of them may be gone."""
    for each in reversed(before):
        if each in row:
            return row.index(each) + 1
    for each in after:
        if each in row:
            return row.index(each)
    return len(row)
