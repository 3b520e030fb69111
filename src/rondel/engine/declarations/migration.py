"""Migrations: how a position of older rules becomes one of these.

Rules change while games go on. A record replays only under the version that wrote it; what can be taken over is the
position: a snapshot at rest, or a start position that says its version. States, props, containers, kinds of token and
statistics are named and never numbered, so most changes are renamings, and the rest is a function on plain data.

    class Nim(Game):
        version = 3
        migrations = (
            Migration(1, 2, states={"Turn": "PlayerTurn"}, props={"sticks": "heap"}),
            Migration(2, 3, change=with_two_heaps),
        )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.chance.chance import Stream
from rondel.engine.components.prop import freeze, thaw
from rondel.errors import BadPosition, BadRecord, RondelError, meant, quoted

if TYPE_CHECKING:
    from rondel.engine.game import Game

Data: TypeAlias = dict[str, Any]
"""A position as plain data."""
Change: TypeAlias = Callable[[Data], Any]
"""Changes a position's plain data in place and returns nothing, or returns another."""

_UNREST: Final = ("rule", "held")
"""What a snapshot says while somebody is in the middle of a rule."""


class Migration:
    """The step from version ``old`` of a game to its version ``new``: what has another name now, and what else changes.

    ``change`` receives the position as plain data, renamed already, and changes it or returns another. It must not do
    anything else, so that the same snapshot always becomes the same position.
    """

    def __init__(
        self,
        old: int,
        new: int,
        *,
        states: Mapping[str, str] | None = None,
        props: Mapping[str, str] | None = None,
        containers: Mapping[str, str] | None = None,
        kinds: Mapping[str, str] | None = None,
        stats: Mapping[str, str] | None = None,
        options: Mapping[str, str] | None = None,
        change: Change | None = None,
    ) -> None:
        self.old = old
        self.new = new
        self.states = dict(states or {})
        self.props = dict(props or {})
        self.containers = dict(containers or {})
        self.kinds = dict(kinds or {})
        self.stats = dict(stats or {})
        self.options = dict(options or {})
        self.change = change

    def __repr__(self) -> str:
        return f"Migration({self.old}, {self.new})"


# -- what a game declares ----------------------------------------------------------------------------------------------


def faults(kind: type[Game], states: Mapping[str, object]) -> list[str]:
    """What is wrong with the migrations a game declares, its states being these."""
    given: Any = kind.migrations  # whatever an author wrote
    if not given:
        return []
    if not isinstance(given, tuple | list) or not all(isinstance(each, Migration) for each in given):
        return [f"migrations are {quoted(given)}; write migrations = (Migration(1, 2, states={{'Old': 'New'}}), ...)"]
    steps: list[Migration] = list(given)
    problems: list[str] = []
    for step in steps:
        if type(step.old) is not int or type(step.new) is not int or not 0 < step.old < step.new <= kind.version:
            problems.append(
                f"{step!r} leads nowhere: it goes from an older version to a newer one, the newest being this game's own, "
                f"version = {kind.version!r}"
            )
        if any(other.old == step.old for other in steps[steps.index(step) + 1 :]):
            problems.append(f"two migrations begin at version {step.old!r}; make them one")
    if problems:
        return problems
    for step in steps:
        if _way(steps, step.old, kind.version) is None:
            problems.append(f"{step!r} is not gone on with: no migration begins at version {step.new}")
            continue
        for old, new in step.states.items():
            now = _renamed(steps, step.new, kind.version, new)
            if now not in states:
                problems.append(f"{step!r} renames state {old!r} to {meant(now, f'{now!r}, which there is not', states)}")
    return problems


def _way(steps: Sequence[Migration], version: int, goal: int) -> list[Migration] | None:
    """The steps from one version to another; None if there is no way."""
    way: list[Migration] = []
    while version != goal:
        found = [step for step in steps if step.old == version]
        if not found:
            return None
        way.append(found[0])
        version = found[0].new
    return way


def _renamed(steps: Sequence[Migration], version: int, goal: int, state: str) -> str:
    """What a state of one version is called in another."""
    for step in _way(steps, version, goal) or ():
        state = step.states.get(state, state)
    return state


def was_called(kind: type[Game], state: object) -> str:
    """What to say about a state that is not there but once was; empty if it never was."""
    for step in kind.migrations:
        if isinstance(state, str) and state in step.states:
            now = _renamed(kind.migrations, step.old, kind.version, state)
            return f"it was renamed {now!r}: use that, or say which version the position is of, as in 'version': {step.old}"
    return ""


def way_from(kind: type[Game], version: object, what: str) -> list[Migration]:
    """The migrations that lead from a version to the game's own. Raises `BadRecord` if none do, naming ``what`` is older."""
    written = f"{what} was written by version {quoted(version)} of {kind.__name__}; these rules are version {kind.version}"
    if type(version) is not int or version < 1:
        raise BadRecord(f"{written}, and versions count from 1")
    if version > kind.version:
        raise BadRecord(f"{written}, which is older: use newer rules")
    way = _way(kind.migrations, version, kind.version)
    if way is None:
        known = ", ".join(str(step.old) for step in kind.migrations) or "no version"
        raise BadRecord(
            f"{written}, and declare no migration from it (but from {known}): declare Migration({version}, {kind.version}, ...)"
        )
    return way


# -- what becomes of a position ----------------------------------------------------------------------------------------


def migrated(kind: type[Game], position: Mapping[str, Any], version: object) -> Data:
    """A position of an older version as one of these rules. Raises `BadPosition` saying which step failed, and why."""
    data: Data = thaw(freeze(position, "position", "a start"))
    try:
        way = way_from(kind, version, "the position")
    except BadRecord as error:
        raise BadPosition(str(error)) from error
    for step in way:
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
        data.setdefault(section, {})  # a start position may leave them out, which means the same
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
        return given  # what reads the position says what is wrong with it
    renamed: Data = {}
    for name, value in given.items():
        now = names.get(name, name)
        if now in renamed or (now != name and now in given and now not in names):
            raise BadPosition(f"{step!r} calls {section}.{name} {now!r}, which the position has already")
        renamed[now] = value
    return renamed


def _lists(containers: Any) -> list[list[Any]]:
    """The lists of tokens in a section of containers, wherever a container keeps them."""
    if isinstance(containers, list):
        return [containers, *[each for inner in containers for each in _lists(inner) if isinstance(inner, dict)]]
    if isinstance(containers, dict):
        return [each for inner in containers.values() for each in _lists(inner)]
    return []


def migrated_snapshot(kind: type[Game], data: Mapping[str, Any]) -> Data:
    """A snapshot of an older version as one of these rules. It keeps no earlier answers: from now on the game's record is the
    migrated position and what is answered since. Chance has a stream of its own from here, made from the old seed.

    Raises `BadRecord` for a version without a way here, and for a snapshot that is not at rest; `BadPosition` if the
    position does not fit.
    """
    version = data.get("version")
    way = way_from(kind, version, "the snapshot")
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
    for step in way:
        options = {step.options.get(name, name): value for name, value in options.items()}
    now = migrated(kind, position, version)
    changed = {**data, "version": kind.version, "options": options, "position": now, "start": now, "answers": []}
    # The new record begins here, and a replay of it counts its draws and numbers its tokens from here. So it draws from a
    # stream of its own: with the old one, a replay would draw again what everybody has seen.
    changed["draws"] = 0
    if isinstance(data.get("seed"), str):
        changed["seed"] = Stream(f"{data['seed']} of version {version}").seed.hex()
    changed.pop("sights", None)
    return changed


def _where(rule: Any) -> str:
    """The rule somebody is in the middle of, as a snapshot tells it."""
    each = rule[0] if isinstance(rule, list | tuple) and rule else rule
    if not isinstance(each, Mapping):
        return quoted(rule)
    move = each.get("move")
    return f"{move} in state {each.get('state')}" if move else f"enter of state {each.get('state')}"
