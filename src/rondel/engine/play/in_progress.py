"""Games in progress: the state that the engine keeps, and whether anything in it is hidden."""

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
    # What most games have besides is kept by the machine: the guard looks at every attribute of a game that is assigned.
    _start_position: Mapping[str, Any] | None = None
    _progress: int = 0
    consistent: str = ""
    """Of an imagined game: ``"history"`` if the role would have come to know all that it knows, ``"view"`` if it only sees the
    same now. Empty for a real one."""
    _begun: bool = False
    """Whether setup is done, so that attributes stay as they are."""
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
    """Whether any token can lie where somebody cannot follow it, or lay face down when the game began.

    A game that turns tokens down only later, and hides nothing else, says so: ``facts = Facts(hidden=True)``.
    """
    facts = game.facts
    if game._journal.veiled or (facts is not None and facts.hidden):
        return True
    return any(container.visible_to != EVERYONE or isinstance(container, Pile) for container in game._containers)


def all_open(game: InProgress) -> bool:
    """Whether nothing is hidden from anybody: no container, no prop, and nothing lies face down or in a shuffled pile."""
    return not hides(game) and all(prop.visible_to == EVERYONE for prop in game._props)
