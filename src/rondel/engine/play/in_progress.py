"""Games in progress: the data that the engine keeps for a game, and whether anything in it is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.container import Container
from rondel.engine.components.journal import Journal
from rondel.engine.components.pile import Pile
from rondel.engine.components.prop import Prop
from rondel.engine.declarations.definition import Definition
from rondel.engine.declarations.play_order import PlayOrder
from rondel.engine.declarations.result import Result
from rondel.engine.declarations.state import State
from rondel.engine.declarations.statistic import Tally
from rondel.engine.play.running.machine import Machine
from rondel.engine.visibility import EVERYONE


@mypyc_attr(allow_interpreted_subclasses=True)
class InProgress(Definition):
    """A definition with the machine that runs it. Authors extend `Game`."""

    _machine: Machine
    # All else is kept by the machine, because the guard checks every assignment to an attribute of a game.
    _start_position: Mapping[str, Any] | None = None
    _progress: int = 0
    consistent: str = ""
    """For an imagined game ``"history"`` if its history gives the role the same information, ``"view"`` if only the present
    view is the same. Empty for a real game."""
    _begun: bool = False
    """Whether setup is done and attributes are fixed."""
    _tally: Tally | None = None

    @property
    def play_order(self) -> PlayOrder:
        """The queue of the roles that have turns, the current player at its head; assign its ``value``."""
        return self._machine.order

    @property
    def _roles(self) -> tuple[str, ...]:
        return self._machine.roles

    @property
    def _options(self) -> dict[str, Any]:
        return self._machine.options

    @property
    def _journal(self) -> Journal:
        return self._machine.journal

    @property
    def _containers(self) -> list[Container]:
        return self._machine.containers

    @property
    def _props(self) -> list[Prop[Any]]:
        return self._machine.props

    @property
    def _result(self) -> Result:
        return self._machine.result

    @property
    def _first(self) -> type[State[Any]]:
        return self._machine.first


def hides(game: InProgress) -> bool:
    """Whether a container hides tokens from a role, or a token lay face down when the game began.

    A game that hides tokens only by turning them down later declares ``facts = Facts(hidden=True)``.
    """
    machine = game._machine
    found = machine.hides
    if found is None:
        facts = game.facts
        found = (
            machine.journal.veiled
            or (facts is not None and facts.hidden)
            or any(each.visible_to != EVERYONE or isinstance(each, Pile) for each in machine.containers)
        )
        if game._begun:  # no container comes any more
            machine.hides = found
    return found


def all_open(game: InProgress) -> bool:
    """Whether every role sees everything: all containers and props, no token face down, no shuffled pile."""
    return not hides(game) and all(prop.visible_to == EVERYONE for prop in game._props)
