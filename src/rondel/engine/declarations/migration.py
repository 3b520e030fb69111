"""Migrations: declared steps from one version of the rules to a later one.

Rules change while games are in progress. A record replays only under its own version. A position can be migrated: a snapshot at
rest, or a start position with its version. Most changes are renamings of states, props, containers, kinds of token and
statistics; others are functions on plain data.

    class Nim(Game):
        version = 3
        migrations = (
            Migration(1, 2, states={"Turn": "PlayerTurn"}, props={"sticks": "heap"}),
            Migration(2, 3, change=with_two_heaps),
        )
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Data: TypeAlias = dict[str, Any]
"""A position as plain data."""
Change: TypeAlias = Callable[[Data], Any]
"""Changes a position's plain data in place and returns None, or returns new data."""


class Migration:
    """The step from version ``old`` of a game to its version ``new``: renamings and other changes.

    ``change`` receives the position as plain data after the renamings, and changes it or returns new data. It must be
    deterministic and have no other effect.

    >>> Migration(1, 2, states={"Turn": "PlayerTurn"}, props={"sticks": "heap"})
    Migration(1, 2)
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


# -- from version to version ----------------------------------------------------------------------------------------------


def way(steps: Sequence[Migration], version: int, goal: int) -> list[Migration] | None:
    """The steps from one version to another; None if there are none."""
    way: list[Migration] = []
    while version != goal:
        found = [step for step in steps if step.old == version]
        if not found:
            return None
        way.append(found[0])
        version = found[0].new
    return way


def renamed(steps: Sequence[Migration], version: int, goal: int, state: str) -> str:
    """The name of a state of one version in another."""
    for step in way(steps, version, goal) or ():
        state = step.states.get(state, state)
    return state
