"""Questions: what a rule asks, and the data of a suspended rule.

A rule that asks something not yet answered is left by `Suspend`; what is needed to come back is a `Frame`: plain data.
On the answer the journal is rolled back to where the rule began and the rule runs again with one answer more
(docs/adr/0002-journal-and-suspension.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.components.move import Move, place
from rondel.engine.text import Phrase, faults
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.checks.transitions import Node

Answer: TypeAlias = tuple[str, str]
"""One entry of a record: who answered, and what."""

_EXAMPLE: Final = 'write a text, ask=_("{you} must choose a card")'


class Several:
    """That a role is asked for several options, one by one, and has chosen none yet.

    The moves list each choice in one order only; with this a page lets them be chosen in any, and sends them in that order.
    ``options`` are what may be chosen, by the words of the move that chooses one of them, in the order of the moves.
    """

    def __init__(self, role: str, action: str, options: Mapping[str, Sequence[object]], least: int, most: int) -> None:
        self._role = role
        self._action = action
        self._options = options
        self._least = least
        self._most = most

    def to_json(self) -> dict[str, Any]:
        """How many, and for each option the move that chooses it and the places of those that are equal."""
        options = [
            {"move": f"{self._action}({name})", "places": [place(each, self._role) for each in same]}
            for name, same in self._options.items()
        ]
        return {"least": self._least, "most": self._most, "options": options}


class Question:
    """An open question: to whom, what, and the listed answers of each role."""

    def __init__(
        self,
        ask: str | Phrase,
        moves: dict[str, list[Move]],
        waiting: tuple[str, ...],
        several: Mapping[str, Several] | None = None,
        since: int = -1,
    ) -> None:
        self.ask = ask.message if isinstance(ask, Phrase) else ask
        self.args: dict[str, Any] = ask.args if isinstance(ask, Phrase) else {}
        """What the question itself brings for its placeholders."""
        self.moves = moves
        """The legal answers by role. A role that has answered and may still change its mind is listed, but not waiting."""
        self.waiting = waiting
        """The roles the game waits for."""
        self.several: Mapping[str, Several] = several or {}
        """The roles that are asked for several options at once."""
        self.since = since
        """Of a question to several at once: how many answers its rule had been given before."""

    def check(self, node: Node, roles: tuple[str, ...]) -> None:
        """Raise `RulesError` if nobody can answer or read what is asked in a state."""
        for role in self.moves:
            if role not in roles and role != CHANCE:
                raise RulesError(
                    f"a question in state {node.name!r} was asked of {role!r}, which is no role: this game has "
                    f"{', '.join(map(repr, roles))}"
                )
        ask: Any = self.ask  # what an author wrote may be of any type, also where this is compiled
        if not isinstance(ask, str):
            raise RulesError(f"a question in state {node.name!r} asks {ask!r}; {_EXAMPLE}")
        if not ask.strip() and any(role != CHANCE for role in self.moves):
            raise RulesError(f"a question in state {node.name!r} does not say what is asked; {_EXAMPLE}")
        known = node.placeholders
        if known is not None and self.args:
            known = (*known, *self.args)
        wrong = faults(f"question in state {node.name!r}", self.ask, known)
        if wrong:
            raise RulesError(wrong[0])
        if not self.waiting:
            raise RulesError(f"a question in state {node.name!r} was asked of nobody")


NOT_ASKED: Final = Question("", {}, ())
"""The question of a rule that is to be run again before it asks its own."""


class Given:
    """One answer given inside a rule. ``writes`` is how much the rule had written when it asked: on a re-run it must be
    the same."""

    def __init__(self, role: str, text: str, writes: int) -> None:
        self.role = role
        self.text = text
        self.writes = writes


class Frame:
    """A suspended rule: where it began, and what has been answered since. Never changed once made."""

    def __init__(
        self, state: int, move: Move | None, actor: str, mark: int, made: int, logged: int, given: tuple[Given, ...]
    ) -> None:
        self.state = state
        self.move = move
        """The move that began the rule; None for a state's ``enter``."""
        self.actor = actor
        self.mark = mark
        """The journal's length where the rule began."""
        self.made = made
        self.logged = logged
        self.given = given


class Held:
    """A rule of one of several active players that waits for an answer: what it did has been taken back, what was answered
    is kept. Never changed once made."""

    def __init__(
        self,
        role: str,
        state: int,
        begun: str,
        move: Move | None,
        given: tuple[Given, ...],
        question: Question,
        changed: bool = False,
    ) -> None:
        self.role = role
        self.state = state
        """The state whose rule it is: the several-active one, or the role's private one."""
        self.begun = begun
        """The text of the move that began the rule; empty for a private state's ``enter``."""
        self.move = move
        """The move itself, where the rule has run; it is found anew before it runs again on another table."""
        self.given = given
        self.question = question
        """What it asks; `NOT_ASKED` while chance must answer another's rule first, which will change the table."""
        self.changed = changed
        """Whether it is another's answer that has made it ask chance."""


class Suspend(BaseException):
    """Leaves a rule at an unanswered question. Not an error: rules must let it pass."""

    def __init__(self, question: Question) -> None:
        super().__init__("a rule waits for an answer")
        self.question = question
