"""Positions as plain data: where a game is, and where it may start.

A position names the state, the props and the contents of the containers. So a puzzle, a test vector, a diagram from a
book and a snapshot are all "start from a position". What a position leaves out is as ``setup`` made it.

    {"state": "PlayerTurn", "play_order": ["white", "black"], "props": {"enemy": 10},
     "containers": {"board": [{"at": "d4", "kind": "disc", "owner": "white"}]}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.prop import freeze, thaw
from rondel.engine.state import State
from rondel.errors import BadPosition

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
    for key in position:
        if key not in _KEYS:
            raise BadPosition(f"a position has no {key!r}; it has {', '.join(map(repr, _KEYS))}")
    if "play_order" in position:
        order = position["play_order"]
        if (
            not isinstance(order, list | tuple)
            or len(set(order)) != len(order)
            or any(role not in game.roles for role in order)
        ):
            raise BadPosition(f"play_order is {order!r}; it lists roles of {', '.join(map(repr, game.roles))}, each once")
        game.play_order._value = tuple(order)
    if "scores" in position:
        if len(position["scores"]) != len(game.roles):
            raise BadPosition(f"scores are {position['scores']!r}; there is one for each of {', '.join(game.roles)}")
        game._scores._value = tuple(position["scores"])
    game._progress = position.get("progress", 0)
    props = {prop.name: prop for prop in game._props}
    for name, value in position.get("props", {}).items():
        if name not in props:
            raise BadPosition(f"unknown prop {name!r}; this game has {', '.join(map(repr, props)) or 'none'}")
        props[name]._value = freeze(value, name)
    containers = {container.name: container for container in game._containers}
    kinds = {kind.name: kind for kind in game.kinds}
    for name, contents in position.get("containers", {}).items():
        if name not in containers:
            raise BadPosition(f"unknown container {name!r}; this game has {', '.join(map(repr, containers)) or 'none'}")
        if not isinstance(contents, list | tuple):
            raise BadPosition(f"container {name!r} holds {contents!r}; give a list of tokens")
        containers[name].load(contents, kinds, game.roles)
    game._journal.entries.clear()


def load(game: Game, position: Mapping[str, Any], first: type[State[Any]]) -> None:
    """Begin a game from a position. An automatic state is run; a player's state is entered at rest, without its ``enter``."""
    fill(game, position)
    machine = game._machine
    name = position.get("state")
    if name is None:
        machine.start(first)
        return
    node = machine.rules.by_name.get(name)
    if node is None:
        raise BadPosition(f"unknown state {name!r}; this game has {', '.join(map(repr, machine.rules.by_name))}")
    if node.automatic:
        machine.start(node.kind)
    else:
        machine.node = node
