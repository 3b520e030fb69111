"""Games: the class holds the rules, an instance is one game in progress.

An author extends `Game`, names its ``seats``, builds the position in ``setup`` and hangs states and actions on it. What
is fixed in setup (containers, props, attributes) stays as it is for the whole game; what changes lies in props,
containers and tokens, and goes through the journal.
"""

from __future__ import annotations

from typing import Any

from rondel.engine.belief import determinize, information_state, role_record
from rondel.engine.belief.information_state import InformationState
from rondel.engine.checks.attribute_guard import guard
from rondel.engine.compiling import mypyc_attr
from rondel.engine.declarations.state import State
from rondel.engine.play.playable import Playable
from rondel.engine.records import record
from rondel.engine.records.position import UNSTARTED, load
from rondel.engine.views import view
from rondel.engine.visibility import OBSERVER


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Playable):
    """One game in progress; the class is its rules. Start one with `rondel.new`, or ``Reversi()``.

    Raises `DefinitionError` if the rules cannot work, `BadOption` or `BadPosition` if it cannot begin as asked.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe", seed=1)
    >>> game.roles, game.active, [str(move) for move in game.moves()][:2]
    (('x', 'o'), ('x',), ['mark(a1)', 'mark(b1)'])
    >>> for move in ("mark(a1)", "mark(b2)", "mark(b1)", "mark(c3)", "mark(c1)"):
    ...     game.push(move)
    >>> game.is_over, game.winners, game.returns
    (True, ('x',), {'x': 1.0, 'o': -1.0})
    """

    def __init_subclass__(cls) -> None:
        guard(cls)

    # -- looking -------------------------------------------------------------------------------------------------------

    def view(self, role: str) -> dict[str, Any]:
        """What a role (or ``"observer"``) may know now, as JSON data."""
        if role != OBSERVER:
            self._role(role)
        return view.view(self, role)

    def events(self, since: int, role: str) -> list[dict[str, Any]]:
        """What has been told to a role, from number ``since`` of its own stream on, as JSON data."""
        if role != OBSERVER:
            self._role(role)
        self._machine.check_home("events")
        return view.events(self, since, role)

    def untold(self, role: str) -> list[dict[str, Any]]:
        """What has changed for a role since the last event it was told, like the ``changes`` of an event."""
        if role != OBSERVER:
            self._role(role)
        self._machine.check_home("untold")
        return view.untold(self, role)

    def scene(self) -> dict[str, Any]:
        """What a page must know to draw the table, as JSON data; it never changes."""
        return view.scene(self)

    def copy(self) -> Game:
        """An equal game that shares nothing with this one. It begins here: `pop` does not go back further."""
        return record.copy(self)

    def information_state(self, role: str) -> InformationState:
        """All that a role knows: what it has seen and been told from the start on, and its own answers. Hashable; equal where
        the role cannot tell two games apart.

        It is kept up to date as the game goes on; the first call replays the record. Raises `BadRecord` if that cannot be done.
        """
        self._role(role)
        self._machine.check_home("information_state")
        return information_state.information_state(self, role)

    def imagine(self, role: str, seed: int | str | bytes) -> Game:
        """A game as ``role`` may imagine it from all it knows, and from nothing else; its chance goes on by ``seed``.

        Equal information states and seeds give equal games. ``consistent`` says how far it goes: ``"history"`` where the role
        would have seen and been told all that it has, ``"view"`` where it only sees the same now. Raises
        `HiddenInformation` where neither can be found.
        """
        self._role(role)
        self._machine.check_home("imagine")
        return determinize.imagine_from(self, role, seed)

    def snapshot(self) -> dict[str, Any]:
        """Everything needed to go on elsewhere, as JSON data; server-secret. `rondel.restore` reads it."""
        self._machine.check_home("snapshot")
        return record.snapshot(self)

    def record(self, role: str | None = None) -> dict[str, Any]:
        """The rules' name and version, the options, and every answer: replays to the same position. Server-secret.

        With a role (or ``"observer"``), what that role may keep: without what others took back or changed before it could see
        it. Raises `HiddenInformation` if there is anything else in it that it may not know.
        """
        if role is not None and role != OBSERVER:
            self._role(role)
        self._machine.check_home("record")
        kept = record.record(self, role)
        if role is not None:
            kept["answers"] = [list(answer) for answer in role_record.kept_answers(self, role)]
        return kept

    # -- within --------------------------------------------------------------------------------------------------------

    def _begin(self, first: type[State[Any]]) -> None:
        """Enter the first state, or the position the game was given."""
        given = self._start_position
        if given is UNSTARTED:
            self._start_position = None
        elif given is None:
            super()._begin(first)
        else:
            load(self, given, first)
