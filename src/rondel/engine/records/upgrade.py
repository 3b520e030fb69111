"""Upgrades: positions and snapshots of an older version of the rules, migrated to the current one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.chance.chance import Stream
from rondel.engine.components.prop import freeze, thaw
from rondel.engine.declarations.migration import Data, Migration, renamed, way
from rondel.errors import BadPosition, BadRecord, RondelError, quoted

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_UNREST: Final = ("rule", "held")
"""The keys of a snapshot with an unfinished rule."""


def was_called(kind: type[Definition], state: object) -> str:
    """The message for a state of an older version, with its present name; empty for a state that never existed."""
    for step in kind.migrations:
        if isinstance(state, str) and state in step.states:
            now = renamed(kind.migrations, step.old, kind.version, state)
            return f"it was renamed {now!r}: use that, or say which version the position is of, as in 'version': {step.old}"
    return ""


def way_from(kind: type[Definition], version: object, what: str) -> list[Migration]:
    """The migrations from a version to the game's own. Raises `BadRecord` if there are none; ``what`` names the older data."""
    written = f"{what} was written by version {quoted(version)} of {kind.__name__}; these rules are version {kind.version}"
    if type(version) is not int or version < 1:
        raise BadRecord(f"{written}, and versions count from 1")
    if version > kind.version:
        raise BadRecord(f"{written}, which is older: use newer rules")
    found = way(kind.migrations, version, kind.version)
    if found is None:
        known = ", ".join(str(step.old) for step in kind.migrations) or "no version"
        raise BadRecord(
            f"{written}, and declare no migration from it (but from {known}): declare Migration({version}, {kind.version}, ...)"
        )
    return found


def migrated(kind: type[Definition], position: Mapping[str, Any], version: object) -> Data:
    """A position of an older version as one of these rules. Raises `BadPosition` saying which step failed, and why."""
    data: Data = thaw(freeze(position, "position", "a start"))
    try:
        steps = way_from(kind, version, "the position")
    except BadRecord as error:
        raise BadPosition(str(error)) from error
    for step in steps:
        data = _stepped(step, data)
    return data


def _stepped(step: Migration, data: Data) -> Data:
    if data.get("state") in step.states:
        data["state"] = step.states[data["state"]]
    private = data.get("private")
    if isinstance(private, dict):
        data["private"] = {role: step.states.get(state, state) for role, state in private.items()}
    for section, names in (("props", step.props), ("containers", step.containers), ("stats", step.stats)):
        if section in data:
            data[section] = _named_anew(step, section, data[section], names)
    for contents in _lists(data.get("containers")):
        for token in contents:
            if isinstance(token, dict) and token.get("kind") in step.kinds:
                token["kind"] = step.kinds[token["kind"]]
    if step.change is None:
        return data
    for section in ("props", "containers"):
        data.setdefault(section, {})  # a start position may leave them out
    try:
        changed: Any = step.change(data)
        result = data if changed is None else changed
        if not isinstance(result, dict):
            raise BadPosition(f"its change returned {quoted(result)}; it returns the position's data, or nothing")
        plain: Data = thaw(freeze(result, "position", "a start"))
        return plain
    except (RondelError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadPosition(f"{step!r} failed: {error if isinstance(error, RondelError) else repr(error)}") from error


def _named_anew(step: Migration, section: str, given: Any, names: Mapping[str, str]) -> Any:
    if not isinstance(given, dict):
        return given  # the reader of the position reports it
    renamed: Data = {}
    for name, value in given.items():
        now = names.get(name, name)
        if now in renamed or (now != name and now in given and now not in names):
            raise BadPosition(f"{step!r} calls {section}.{name} {now!r}, which the position has already")
        renamed[now] = value
    return renamed


def _lists(containers: Any) -> list[list[Any]]:
    """All lists of tokens in a section of containers, at any depth."""
    if isinstance(containers, list):
        return [containers, *[each for inner in containers for each in _lists(inner) if isinstance(inner, dict)]]
    if isinstance(containers, dict):
        return [each for inner in containers.values() for each in _lists(inner)]
    return []


def migrated_snapshot(kind: type[Definition], data: Mapping[str, Any]) -> Data:
    """A snapshot of an older version, migrated to these rules. It has no earlier answers: the record of the new game is the
    migrated position and the answers from now on. Chance continues with a new stream, derived from the old seed.

    Raises `BadRecord` for a version without migrations to this one, and for a snapshot that is not at rest; `BadPosition` if
    the position does not fit.
    """
    version = data.get("version")
    steps = way_from(kind, version, "the snapshot")
    for key in _UNREST:
        if data.get(key):
            raise BadRecord(
                f"the snapshot of {kind.__name__} is of version {version} and not at rest: somebody is in the middle of a rule "
                f"({_where(data[key])}), which these rules may not have. Restore it by version {version}, answer until the "
                "rule is done, and take the snapshot then"
            )
    position = data.get("position")
    if not isinstance(position, Mapping):
        raise BadRecord(f"the position of the snapshot is {quoted(position)}; give an object")
    options = dict(data.get("options", {}))
    for step in steps:
        options = {step.options.get(name, name): value for name, value in options.items()}
    now = migrated(kind, position, version)
    changed = {**data, "version": kind.version, "options": options, "position": now, "start": now, "answers": []}
    # A replay of the new record counts draws and numbers tokens from here. With the old stream it would repeat known draws.
    changed["draws"] = 0
    if isinstance(data.get("seed"), str):
        changed["seed"] = Stream(f"{data['seed']} of version {version}").seed.hex()
    changed.pop("viewer_ids", None)
    return changed


def _where(rule: Any) -> str:
    """The unfinished rule in a snapshot, in words."""
    each = rule[0] if isinstance(rule, list | tuple) and rule else rule
    if not isinstance(each, Mapping):
        return quoted(rule)
    move = each.get("move")
    return f"{move} in state {each.get('state')}" if move else f"enter of state {each.get('state')}"
