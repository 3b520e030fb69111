"""Announcements: what later events tell a role about an answer that was hidden from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rondel.engine.components.move import Move


def words_about(event: Mapping[str, Any], role: str) -> list[str]:
    """The words of an event about a role, in order: the event's name and its arguments; empty if it does not name the role.
    Of an argument with an entry for each of several roles, only the entry of this role counts.

    >>> words_about({"name": "bid", "role": None, "args": {"player": "red", "card": 4}}, "red")
    ['bid', 'red', '4']
    >>> words_about({"name": "orders", "role": None, "args": {"given": {"red": ["left", "wait"], "blue": ["fire"]}}}, "red")
    ['orders', 'left', 'wait']
    """
    args = event["args"]
    own = [word for value in args.values() for word in _entries(value, role)]
    if event["role"] != role and role not in args.values() and not own:
        return []
    if own:
        return [event["name"], *[str(value) for value in args.values() if not isinstance(value, Mapping | list | tuple)], *own]
    return [event["name"], *[word for value in args.values() for word in _words(value)]]


def _entries(value: object, role: str) -> list[str]:
    """The words of the entries of a role in nested data."""
    if isinstance(value, Mapping):
        if role in value:
            return _words(value[role])
        if role in value.values():
            return _words(value)
        return [word for each in value.values() for word in _entries(each, role)]
    if isinstance(value, list | tuple):
        if role in value:
            return _words(value)
        return [word for each in value for word in _entries(each, role)]
    return []


def _words(value: object) -> list[str]:
    """All values in nested data, as words."""
    if isinstance(value, Mapping):
        return [word for each in value.values() for word in _words(each)]
    if isinstance(value, list | tuple):
        return [word for each in value for word in _words(each)]
    return [str(value)]


def announcement_factor(text: str, parts: Sequence[str], words: Sequence[str]) -> float:
    """The factor by which later events make a hidden answer more likely. It depends on whether all parts of the answer are in
    the ``words`` of the events, only its action is, or neither.

    >>> words = ["bid", "red", "4"]
    >>> [announcement_factor(text, parts, words) for text, parts in (("bid(4)", ["4"]), ("bid(5)", ["5"]), ("pass", []))]
    [50.0, 7.0, 1.0]
    """
    if words and parts and all(part in words for part in parts):
        return 50.0
    if text.partition("(")[0] in words:
        return 7.0 if parts else 50.0
    return 1.0


def parts_of(text: str) -> list[str]:
    """The parts of a move's text."""
    _action, _bracket, rest = text.partition("(")
    return rest[:-1].split(",") if rest else []


def may_announce(move: Move, event: Mapping[str, Any]) -> bool:
    """Whether an event may be the announcement of a move."""
    if event["name"] != move.action or event["role"] != move.role:
        return False
    args = event["args"]
    return all(args.get(name) in (word, None) for name, word in zip(move._names, move.words, strict=False))
