"""Positions as plain data: the current position, and start positions.

A position names the state, the props and the contents of the containers. A puzzle, a test vector, a diagram from a book and a
snapshot all start a game from a position. Parts that a position leaves out stay as ``setup`` made them.

    {"state": "PlayerTurn", "play_order": ["white", "black"], "props": {"enemy": 10},
     "containers": {"board": [{"at": "d4", "kind": "disc", "owner": "white"}]}}

A start position may be of an older version of the rules if it names the version (``"version": 1``), and in another format that
has a reader (`READERS`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.components.prop import freeze, thaw
from rondel.engine.declarations.state import State
from rondel.engine.play.running.runner import settle, start
from rondel.engine.play.scoring import load_stats, stats_json
from rondel.engine.records.upgrade import migrated, was_called
from rondel.errors import BadPosition, RulesError, is_a, meant

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable

UNSTARTED: Final[dict[str, Any]] = {}
"""This object as a start position builds a game without beginning it."""

Reader: TypeAlias = Callable[[Any, Any], "dict[str, Any] | None"]

READERS: Final[list[Reader]] = []
"""The readers of other formats. A reader takes a game that is set up and a start position. It returns the position in the
engine's own format, or None for data in other formats. `rondel.turnbase` adds its reader when it is imported."""

_KEYS: Final = ("state", "active", "private", "play_order", "scores", "eliminated", "stats", "progress", "props", "containers")


def position_of(game: Playable) -> dict[str, Any]:
    """The position now; within a suspended rule, with the rule's effects so far."""
    machine = game._machine
    at: dict[str, Any] = {"state": machine.node.name}
    if machine.node.several:
        at["active"] = list(machine.acting._value)
        at["private"] = {role: name for role, name in zip(game.roles, machine.private._value, strict=True) if name}
    return at | {
        "play_order": list(game.play_order._value),
        "scores": list(game._result.scores),
        "eliminated": [list(together) for together in game._result.out],
        "stats": stats_json(game),
        "progress": game.progress,
        "props": {prop.name: thaw(prop._value) for prop in game._props},
        "containers": {container.name: container.to_json() for container in game._containers},
    }


def fill(game: Playable, position: Mapping[str, Any]) -> None:
    """Write a position into a game that has not begun. Raises `BadPosition` naming the part that does not fit."""
    if not isinstance(position, Mapping):
        raise BadPosition(f"a position is an object with {', '.join(map(repr, _KEYS))}, not {position!r}")
    for key in position:
        if key not in _KEYS:
            raise BadPosition(f"a position has no {key!r}; it has {', '.join(map(repr, _KEYS))}")
    game._result.out = _eliminated(game, position.get("eliminated", ()))
    out = game.eliminated
    order = position.get("play_order", [role for role in game.play_order._value if role not in out])
    try:
        game.play_order.check(order)
    except RulesError as error:
        raise BadPosition(str(error)) from error
    game.play_order._value = tuple(order)
    if "scores" in position:
        scores = position["scores"]
        if (
            not isinstance(scores, list | tuple)
            or len(scores) != len(game.roles)
            or not all(type(score) in (int, float) and isfinite(score) for score in scores)
        ):
            raise BadPosition(f"scores are {scores!r}; there is a number for each of {', '.join(game.roles)}")
        game._result.scores = list(scores)
    load_stats(game, _section(position, "stats"))
    _fill_several(game, position)
    progress = position.get("progress", 0)
    if type(progress) is not int or not 0 <= progress <= 100:
        raise BadPosition(f"progress is {progress!r}; it is a whole number from 0 to 100")
    game._progress = progress
    props = {prop.name: prop for prop in game._props}
    for name, value in _section(position, "props").items():
        if name not in props:
            raise BadPosition(meant(name, f"props.{name}: unknown prop {name!r}", props))
        try:
            frozen = freeze(value, name)
            props[name].check(frozen)
            props[name]._value = frozen
        except RulesError as error:
            raise BadPosition(str(error)) from error
    containers = {container.name: container for container in game._containers}
    kinds = {kind.name: kind for kind in game.kinds}
    for name, contents in _section(position, "containers").items():
        if name not in containers:
            raise BadPosition(meant(name, f"containers.{name}: unknown container {name!r}", containers))
        if not isinstance(contents, list | tuple):
            raise BadPosition(f"container {name!r} holds {contents!r}; give a list of tokens")
        containers[name].load(contents, kinds, game.roles)
    game._journal.entries.clear()


def _eliminated(game: Playable, given: Any) -> tuple[tuple[str, ...], ...]:
    """The eliminated roles of a position: a list of roles for each elimination."""
    lists = isinstance(given, list | tuple) and all(isinstance(together, list | tuple) for together in given)
    named = [role for together in given for role in together] if lists else []
    if not lists or len(set(named)) < len(named) or any(role not in game.roles for role in named):
        known = ", ".join(map(repr, game.roles))
        raise BadPosition(
            f"eliminated is {given!r}; it lists who went out together, [['{game.roles[0]}']], each of {known} once"
        )
    return tuple([tuple(together) for together in given])


def _fill_several(game: Playable, position: Mapping[str, Any]) -> None:
    """Set the active roles and their private states, in a state of several active players."""
    machine = game._machine
    state = position.get("state")
    node = machine.rules.by_name.get(state) if isinstance(state, str) else None
    several = node is not None and node.several
    for key in ("active", "private"):
        if key in position and not several and (node is not None or state is None):  # an unknown state is refused for itself
            raise BadPosition(f"a position has {key!r} only in a state in which several players act, not in {state!r}")
    if not several:
        return
    active = position.get("active", game.play_order._value)
    if not isinstance(active, list | tuple) or any(role not in game.roles for role in active):
        raise BadPosition(_nobody_active(game, active))
    for role in active:
        if role in game.eliminated:
            raise BadPosition(f"active is {active!r}, but {role} has been eliminated, and has no more turns; leave {role} out")
    machine.acting._value = tuple([role for role in game.roles if role in active])
    private = _section(position, "private")
    for role, name in private.items():
        known = machine.rules.by_name.get(name) if isinstance(name, str) else None
        if role not in active or known is None or not known.private:
            listed = ", ".join([each.name for each in machine.rules.nodes if each.private]) or "none"
            now = was_called(type(game), name) if known is None else ""
            fix = now or f"an active role is in one of the private states: {listed}"
            raise BadPosition(f"private.{role} is {name!r}; {fix}")
    machine.private._value = tuple([private.get(role, "") for role in game.roles])


def _section(position: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    section = position.get(key, {})
    if not isinstance(section, Mapping):
        raise BadPosition(f"{key} are {section!r}; give an object with a value for each name")
    return section


def kept(position: object) -> Any:
    """An immutable copy of a position. Raises `BadPosition`."""
    try:
        return freeze(position, "position", "a start")
    except RulesError as error:
        raise BadPosition(str(error)) from error


def load(game: Playable, position: Mapping[str, Any], first: type[State[Any]]) -> None:
    """Begin a game from a position. An automatic state is run; a player's state is entered at rest, without its ``enter``.

    The game stores the position in the engine's format and the current version, also for its record: other formats are
    converted, and older versions are migrated. Raises `BadPosition`.
    """
    for reader in READERS:
        read = reader(game, position)
        if read is not None:
            position = read
            break
    if is_a(position, Mapping) and "version" in position:
        version = position["version"]
        position = {key: value for key, value in position.items() if key != "version"}
        if version != game.version:
            position = migrated(type(game), position, version)
    fill(game, position)
    if not game._journal.veiled:
        game._journal.veiled = any(token.face_down for each in game._containers for token in each._all())
    game._start_position = kept(position)
    machine = game._machine
    name = position.get("state")
    if name is None:
        start(machine, game, first)
        return
    node = machine.rules.by_name.get(name) if isinstance(name, str) else None
    if node is None:
        raise BadPosition(unknown_state(game, name))
    if node.private:
        raise BadPosition(
            f"state {name!r} is private: it cannot be the state of a game; name its master, and who is in it under 'private'"
        )
    if node.automatic:
        start(machine, game, None, node)
    else:
        if not node.end and not game.play_order._value:
            raise BadPosition(f"play_order is empty, so nobody can play in state {name!r}")
        machine.node = node
        if node.several:
            if not machine.acting._value:
                raise BadPosition(_nobody_active(game, position["active"]))
            settle(machine, game)


def _nobody_active(game: Playable, active: object) -> str:
    return f"active is {active!r}; it lists at least one of {', '.join(map(repr, game.roles))}"


def unknown_state(game: Playable, name: object) -> str:
    """The message for an unknown state, with its present name or the closest known name."""
    now = was_called(type(game), name)
    return f"unknown state {name!r}; {now}" if now else meant(name, f"unknown state {name!r}", game._machine.rules.by_name)
