"""Walks: random games over the graph of a machine, with players who leave; counts reached and stuck states.

A walk runs no code of the project, so it takes any transition of a state, allowed by the code or not. For an absent player it
takes the transitions of ``zombie``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rondel.bga.evaluation.framework import EXAMPLE
from rondel.bga.machine.machine import END, SETUP, State, Transition
from rondel.bga.machine.reader import Reading
from rondel.bga.machine.usage import Usage
from rondel.bga.machine.zombie import Zombies
from rondel.bga.php.value import Key
from rondel.engine.chance.seeded_random import SeededRandom

PARTS: Final = 10_000
"""Into how many parts a chance is divided."""


@dataclass
class Stuck:
    """A state in which the table waits for an absent player: the reason, the number of walks, and one path to it.

    ``asked`` lists the transitions that the project asks for in that state.
    """

    state: State
    asked: tuple[str, ...]
    why: str
    path: tuple[str, ...]
    times: int = 0

    def __str__(self) -> str:
        return f"a player who leaves in state {self.state.name!r} stops the table: {self.why}"

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        place = self.state.place
        return {
            "state": self.state.id, "name": self.state.name, "file": place.file, "line": place.line, "asked": list(self.asked),
            "why": self.why, "path": list(self.path), "times": self.times,
        }  # fmt: skip


@dataclass
class Walks:
    """The results of some walks, by state id."""

    walks: int
    visits: Counter[Key] = field(default_factory=Counter)
    taken: Counter[tuple[Key, str]] = field(default_factory=Counter)
    ended: int = 0
    endless: int = 0
    dead: Counter[Key] = field(default_factory=Counter)
    """States with no way out, in which a walk ended that should not have."""
    stuck: dict[Key, Stuck] = field(default_factory=dict)
    unjudged: list[State] = field(default_factory=list)
    """Players' states with unknown handling of absent players, because the code is missing."""

    def unvisited(self, states: Sequence[State]) -> list[State]:
        """The states that no walk came to."""
        return [each for each in states if not self.visits[each.id]]


class Walker:
    """Walks over the machine of a project, by a seed.

    ``players`` sit at the table; before each turn each of them may leave with the chance ``leaving``. A walk ends with the
    game, where it cannot go on, or after ``limit`` states.
    """

    def __init__(self, reading: Reading, *, players: int = 3, leaving: float = 0.05, seed: int = 0, limit: int = 500) -> None:
        self.machine = reading.machine
        self.zombies = Zombies(reading.machine, Usage(reading))
        self._players = players
        self._leaving = round(leaving * PARTS)
        self._limit = limit
        self._rng = SeededRandom(seed)
        known = self.machine.by_id
        self._types = {each.id: each.type for each in known.values()}
        self._names = {each.id: each.name for each in known.values()}
        self._ways = {
            each.id: [way for way in self.machine.transitions(each) if way.target in known] for each in known.values()
        }

    def walk(self, walks: int) -> Walks:
        """Take a number of walks."""
        found = Walks(walks)
        if not self.zombies.is_known:
            known = self.machine.by_id.values()
            acting = ("activeplayer", "multipleactiveplayer")
            found.unjudged = [each for each in known if each.type in acting and not each.owner]
        for _number in range(walks):
            self._one(found)
        return found

    def _one(self, found: Walks) -> None:
        here = set(range(self._players))
        turn = 0
        at: Key = SETUP
        path: list[str] = []
        for _step in range(self._limit):
            state = self.machine.by_id.get(at)
            if state is None:
                return
            found.visits[at] += 1
            path.append(self._names[at])
            if at == END:
                found.ended += 1
                return
            for player in sorted(here):
                # One player always stays: a table without players is closed.
                if len(here) > 1 and self._rng.below(PARTS) < self._leaving:
                    here.discard(player)
            kind = self._types[at]
            if kind == "multipleactiveplayer":
                self._private(state, found)
                gone = self._rng.below(self._players) not in here  # the last active player is random
            else:
                gone = kind == "activeplayer" and turn not in here
            turn = self._rng.below(self._players) if kind == "game" else turn
            way = self._next(state, gone, path, found)
            if way is None or way.target is None:
                return
            found.taken[at, way.label] += 1
            at = way.target
        found.endless += 1

    def _next(self, state: State, gone: bool, path: Sequence[str], found: Walks) -> Transition | None:
        """The next state, or ``None`` at the end of the walk."""
        ways = self._ways[state.id]
        taken = self.zombies.ways(state) if gone else None
        if taken is not None:
            ways = [each for each in taken if each.target in self.machine.by_id]
            if not ways:
                asked = () if state.owner else self.zombies.asked(state)
                stuck = found.stuck.setdefault(state.id, Stuck(state, asked, self.zombies.why(state), tuple(path)))
                stuck.times += 1
                return None
        elif len(ways) > 1:
            ways = [each for each in ways if each.label not in (EXAMPLE, "zombie")]
        if not ways:
            found.dead[state.id] += 1
            return None
        return ways[self._rng.below(len(ways))]

    def _private(self, state: State, found: Walks) -> None:
        """A few steps of one player through the private states of a master."""
        at = self.machine.resolve(state.get("initialprivate"))
        for _step in range(1 + self._rng.below(8)):
            inner = self.machine.by_id.get(at) if at is not None else None
            if inner is None or self._types[inner.id] != "private":
                return
            found.visits[inner.id] += 1
            ways = self._ways[inner.id]
            if not ways:
                return
            way = ways[self._rng.below(len(ways))]
            found.taken[inner.id, way.label] += 1
            at = way.target


def walk(
    reading: Reading, walks: int = 1000, *, players: int = 3, leaving: float = 0.05, seed: int = 0, limit: int = 500
) -> Walks:
    """Take walks over the machine of a project that has been read."""
    return Walker(reading, players=players, leaving=leaving, seed=seed, limit=limit).walk(walks)
