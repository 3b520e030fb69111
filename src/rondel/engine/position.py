"""Positions as plain data: where a game is, and where it may start.

A position names the state, the props and the contents of the containers. So a puzzle, a test vector, a diagram from a
book and a snapshot are all "start from a position". What a position leaves out is as ``setup`` made it.

    {"state": "PlayerTurn", "play_order": ["white", "black"], "props": {"enemy": 10},
     "containers": {"board": [{"at": "d4", "kind": "disc", "owner": "white"}]}}
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.prop import freeze, thaw
from rondel.engine.state import State
from rondel.errors import BadPosition, RulesError

if TYPE_CHECKING:
    from rondel.engine.game import Game

UNSTARTED: Final[dict[str, Any]] = {}
"""Given (this very object) as a start position: build the game, but do not begin."""

_KEYS: Final = ("state", "play_order", "scores", "progress", "props", "containers")


def position_of(game: Game) -> dict[str, Any]:
    """The position now; within a suspended rule, as the rule has left it so far."""
    return {
        "state": game._machine.node.name,
        "play_order": list(game.play_order._value),
        "scores": list(game._scores._value),
        "progress": game.progress,
        "props": {prop.name: thaw(prop._value) for prop in game._props},
        "containers": {container.name: container.to_json() for container in game._containers},
    }


def fill(game: Game, position: Mapping[str, Any]) -> None:
    """Put a position into a game that has not begun. Raises `BadPosition` naming what does not fit."""
    if not isinstance(position, Mapping):
        raise BadPosition(f"a position is an object with {', '.join(map(repr, _KEYS))}, not {position!r}")
    for key in position:
        if key not in _KEYS:
            raise BadPosition(f"a position has no {key!r}; it has {', '.join(map(repr, _KEYS))}")
    if "play_order" in position:
        order = position["play_order"]
        if (
            not isinstance(order, list | tuple)
            or any(role not in game.roles for role in order)
            or len(set(order)) != len(order)
        ):
            raise BadPosition(f"play_order is {order!r}; it lists roles of {', '.join(map(repr, game.roles))}, each once")
        game.play_order._value = tuple(order)
    if "scores" in position:
        scores = position["scores"]
        if (
            not isinstance(scores, list | tuple)
            or len(scores) != len(game.roles)
            or not all(type(score) in (int, float) and isfinite(score) for score in scores)
        ):
            raise BadPosition(f"scores are {scores!r}; there is a number for each of {', '.join(game.roles)}")
        game._scores._value = tuple(scores)
    progress = position.get("progress", 0)
    if type(progress) is not int or not 0 <= progress <= 100:
        raise BadPosition(f"progress is {progress!r}; it is a whole number from 0 to 100")
    game._progress = progress
    props = {prop.name: prop for prop in game._props}
    for name, value in _section(position, "props").items():
        if name not in props:
            raise BadPosition(f"unknown prop {name!r}; this game has {', '.join(map(repr, props)) or 'none'}")
        try:
            props[name]._value = freeze(value, name)
        except RulesError as error:
            raise BadPosition(str(error)) from error
    containers = {container.name: container for container in game._containers}
    kinds = {kind.name: kind for kind in game.kinds}
    for name, contents in _section(position, "containers").items():
        if name not in containers:
            raise BadPosition(f"unknown container {name!r}; this game has {', '.join(map(repr, containers)) or 'none'}")
        if not isinstance(contents, list | tuple):
            raise BadPosition(f"container {name!r} holds {contents!r}; give a list of tokens")
        containers[name].load(contents, kinds, game.roles)
    game._journal.entries.clear()


def _section(position: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    section = position.get(key, {})
    if not isinstance(section, Mapping):
        raise BadPosition(f"{key} are {section!r}; give an object with a value for each name")
    return section


def kept(position: object) -> Any:
    """A position as a game keeps it, so that nobody who holds the same data can change it. Raises `BadPosition`."""
    try:
        return freeze(position, "position", "a start")
    except RulesError as error:
        raise BadPosition(str(error)) from error


def load(game: Game, position: Mapping[str, Any], first: type[State[Any]]) -> None:
    """Begin a game from a position. An automatic state is run; a player's state is entered at rest, without its ``enter``."""
    fill(game, position)
    game._start_position = kept(position)
    machine = game._machine
    name = position.get("state")
    if name is None:
        machine.start(game, first)
        return
    node = machine.rules.by_name.get(name) if isinstance(name, str) else None
    if node is None:
        raise BadPosition(f"unknown state {name!r}; this game has {', '.join(map(repr, machine.rules.by_name))}")
    if node.automatic:
        machine.start(game, node.kind)
    else:
        if not node.end and not game.play_order._value:
            raise BadPosition(f"play_order is empty, so nobody can play in state {name!r}")
        machine.node = node
