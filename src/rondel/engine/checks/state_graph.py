"""The state graph of a game's rules as plain data, for diagrams and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rondel.engine.checks.ruleset import rules_of
from rondel.engine.declarations.state import ChanceState

if TYPE_CHECKING:
    from rondel.engine.checks.ruleset import Rules
    from rondel.engine.checks.transitions import Node
    from rondel.engine.declarations.definition import Definition

END: Final = "GameEnd"
"""The name of the state in which every game ends."""

_BY_ITSELF: Final = ("enter", "happens", "first")


class Place(NamedTuple):
    """A state: its name; whether it is one of a ``player``, of ``several``, ``private``, ``automatic``, ``chance`` or the
    ``end``;
    that in words, where it is not simply the current player who acts; and what may lead from there to anywhere."""

    name: str
    kind: str
    words: str
    jumps: tuple[str, ...]


class Way(NamedTuple):
    """A transition between two states, by their names, with the label it has in pictures; empty where it is taken by itself."""

    begin: str
    goal: str
    label: str


class Outline(NamedTuple):
    """The states in the order in which one comes to them, the end last; the transitions; the names of the first states."""

    places: tuple[Place, ...]
    ways: tuple[Way, ...]
    first: tuple[str, ...]


def outline(kind: type[Definition]) -> Outline:
    """The outline of a game's rules. Raises `DefinitionError` for rules that cannot work.

    >>> import rondel
    >>> found = outline(rondel.find("tic_tac_toe"))
    >>> [place.name for place in found.places], found.first
    (['PlayerTurn', 'GameEnd'], ('PlayerTurn',))
    >>> [tuple(way) for way in found.ways]
    [('PlayerTurn', 'PlayerTurn', 'mark'), ('PlayerTurn', 'GameEnd', 'mark')]
    """
    rules = rules_of(kind)
    places: list[Place] = []
    ways: list[Way] = []
    for node in _in_order(rules):
        kind_of, words = _kind(node)
        places.append(Place(node.name, kind_of, words, tuple(node.jumps)))
        for rule, goals in node.edges.items():
            for goal in goals:
                label = node.label(rule, goal)
                # What a state does by itself on entering needs no label, unless its rules give it one.
                ways.append(Way(node.name, goal, "" if label in _BY_ITSELF else label))
    places.append(Place(END, "end", "", ()))
    return Outline(tuple(places), tuple(ways), tuple(rules.first))


def _in_order(rules: Rules) -> list[Node]:
    """The states as a game comes to them, and then those that are only jumped to."""
    found = list(rules.first)
    for name in found:
        found.extend(
            dict.fromkeys([goal for goals in rules.by_name[name].edges.values() for goal in goals if goal not in found])
        )
    return [rules.by_name[name] for name in dict.fromkeys([*found, *rules.by_name]) if name != END]


def _kind(node: Node) -> tuple[str, str]:
    """What kind of state it is, and in words where not simply the current player acts."""
    if node.automatic:
        return ("chance", "chance") if isinstance(node.state, ChanceState) else ("automatic", "automatic")
    if node.private:
        return "private", "private"
    if node.several:
        return "several", "several players, each in a private state" if node.master else "several players"
    return "player", ""
