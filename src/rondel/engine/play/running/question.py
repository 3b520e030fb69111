"""Questions: what a rule asks, the exception that leaves the rule until there is an answer, and answers that do not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rondel.engine.components.move import Move, place
from rondel.engine.text import Phrase, faults
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.checks.transitions import Node

Answer: TypeAlias = tuple[str, str]
"""One entry of a record: the role, and the text of its move."""

_ASKED: Final = 100
"""The most texts of a state that are not checked again."""
_EXAMPLE: Final = 'write a text, ask=_("{you} must choose a card")'


class Several:
    """A role's choice of several options, one by one, of which it has made none yet.

    The moves list each set of options in one order only. With this data a page accepts any order, and sends that one.
    ``options`` are the options by the words of their moves, in the order of the moves.
    """

    def __init__(self, role: str, action: str, options: Mapping[str, Sequence[object]], least: int, most: int) -> None:
        self._role = role
        self._action = action
        self._options = options
        self._least = least
        self._most = most

    def to_json(self) -> dict[str, Any]:
        """The limits, and for each option its move and the places of the equal ones, as JSON data."""
        options = [
            {"move": f"{self._action}({name})", "places": [place(each, self._role) for each in same]}
            for name, same in self._options.items()
        ]
        return {"least": self._least, "most": self._most, "options": options}


class Question:
    """An open question: its text, the roles that it waits for, and the legal answers of each role."""

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
        """The question's own values for its placeholders."""
        self.moves = moves
        """The legal answers by role. A role that has answered and may change its answer is listed, but not waited for."""
        self.waiting = waiting
        """The roles the game waits for."""
        self.several: Mapping[str, Several] = several or {}
        """The roles that choose several options."""
        self.since = since
        """For a question to several roles: the number of answers that its rule had before; else -1."""

    def check(self, node: Node, roles: tuple[str, ...]) -> None:
        """Raise `RulesError` unless the question has a text, and is to roles of the game or to chance."""
        for role in self.moves:
            if role not in roles and role != CHANCE:
                raise RulesError(
                    f"a question in state {node.name!r} was asked of {role!r}, which is no role: this game has "
                    f"{', '.join(map(repr, roles))}"
                )
        ask: Any = self.ask  # what an author wrote may be of any type, also where this is compiled
        if not isinstance(ask, str):
            raise RulesError(f"a question in state {node.name!r} asks {ask!r}; {_EXAMPLE}")
        if ask in node.asked and not self.args and self.waiting:
            return
        if not ask.strip() and any(role != CHANCE for role in self.moves):
            raise RulesError(f"a question in state {node.name!r} does not say what is asked; {_EXAMPLE}")
        known = node.placeholders
        if known is not None and self.args:
            known = (*known, *self.args)
        wrong = faults(f"question in state {node.name!r}", self.ask, known)
        if wrong:
            raise RulesError(wrong[0])
        if ask.strip() and not self.args and len(node.asked) < _ASKED:
            node.asked[self.ask] = None
        if not self.waiting:
            raise RulesError(f"a question in state {node.name!r} was asked of nobody")


class Suspend(BaseException):
    """Leaves a rule at an unanswered question. It is not an error, and rules must not catch it."""

    # Its argument is the question; a constructor of its own would take three times as long.

    @property
    def question(self) -> Question:
        """What the rule asks."""
        asked: Question = self.args[0]
        return asked


class Misfit(RulesError):
    """An earlier answer is not legal when the rule runs again: an error of the rules, unless another player has changed the
    table since."""


def unfit(text: str, possible: Iterable[str]) -> Misfit:
    """The error for an answer that is not among the ``possible`` ones when the rule runs again."""
    return Misfit(
        f"the answer {text!r} does not fit when the rule is run again, which offers {', '.join(possible) or 'nothing'}: "
        "rules must be deterministic"
    )
