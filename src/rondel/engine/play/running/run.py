"""Runs: the answers of the rule that is being carried out, and rules that are suspended at a question.

`rondel.engine.play.running.question.Suspend` leaves a rule that asks something. A `Suspended` holds what is needed to run the
rule again from its start with one more answer (docs/adr/0002-journal-and-suspension.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rondel.engine.compiling import mypyc_attr
from rondel.engine.play.running.question import Answer, Question, unfit
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.checks.transitions import Node
    from rondel.engine.components.move import Move


@mypyc_attr(free_list_len=1)
class Run:
    """The rule that is being carried out: its answers, and how many of them it has asked for.

    A machine has one and resets it for each rule, because a new one for each move would be measurable.
    """

    __slots__ = ("answers", "cursor", "drawn", "left", "luck", "marks", "suspended")

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        """The answers that the rule is given, in the order in which it asks for them."""
        self.marks: list[int] = []
        """The journal's length at each question of an earlier run, and at those of this one. It is shorter than ``answers``
        where the earlier run was on another table; then nothing is compared."""
        self.cursor = 0
        """The number of answers that the rule has asked for."""
        self.suspended = False
        """Whether `Suspend` has been raised and has not arrived yet; still so when the rule ends, the rule has swallowed it."""
        self.luck: Callable[[], float] | None = None
        """In a stroll (`rondel.engine.play.walk`) what answers the questions: numbers from 0 to less than 1."""
        self.left = 0
        """The number of moves that the stroll may still make, answers included."""
        self.drawn: list[Answer] = []
        """The answers that it has given in its present step."""

    def begin(self, answers: tuple[Answer, ...] = (), marks: tuple[int, ...] = ()) -> None:
        """Reset for a rule that is given these answers."""
        self.answers = [*answers] if answers else []
        self.marks = [*marks] if marks else []
        self.cursor = 0
        self.suspended = False

    def next(self, role: str, written: int, node: Node) -> Answer | None:
        """The next answer, for a question to ``role`` (empty for any role) in a state; None if there is none yet.

        ``written`` is the journal's length. Raises `RulesError` where the rule differs from its earlier run.
        """
        number = self.cursor
        if number == len(self.answers):
            self.suspended = True
            return None
        self.cursor = number + 1
        answer = self.answers[number]
        other = role != "" and answer[0] != role
        if number == len(self.marks):
            if other:
                raise unfit(f"{answer[1]} by {answer[0]}", [f"a question to {role}"])
            self.marks.append(written)
        elif other or self.marks[number] != written:
            raise RulesError(
                f"a rule of state {node.name!r} ran otherwise when it was run again: rules must be deterministic, "
                "and keep what changes in props, containers and tokens"
            )
        return answer

    def add(self, answer: Answer, written: int) -> None:
        """Add an answer that chance gives at once, at that length of the journal."""
        self.answers.append(answer)
        self.marks.append(written)
        self.cursor += 1

    def pick(self, count: int) -> int:
        """In a stroll, which of so many answers it gives, and it must then be noted by `draw`; -1 where the rule must wait."""
        luck = self.luck
        if luck is None or self.left < 1:
            return -1
        self.left -= 1
        return int(luck() * count)

    def draw(self, answer: Answer, written: int) -> None:
        """Add an answer that a stroll gives."""
        self.suspended = False
        self.drawn.append(answer)
        self.add(answer, written)

    def replace(self, since: int, answers: list[Answer], written: int) -> None:
        """Replace the answers from number ``since`` up to the last one asked for: their order, and answers that were changed
        later, no longer matter."""
        self.answers[since : self.cursor] = answers
        self.marks[since : self.cursor] = [written] * len(answers)
        self.cursor = since + len(answers)


class Suspended:
    """A rule that waits for an answer.

    In a state of one player its writes stay in the journal while it waits, from ``mark`` on. Of one of several active players
    its writes are rolled back (`rondel.engine.play.simultaneous.pending_rules`), so it has no mark.
    """

    __slots__ = (
        "actor",
        "answers",
        "begun",
        "changed",
        "logged",
        "made",
        "mark",
        "marks",
        "move",
        "question",
        "state",
    )

    def __init__(
        self,
        state: int,
        actor: str,
        begun: str,
        move: Move | None,
        answers: tuple[Answer, ...] = (),
        question: Question | None = None,
    ) -> None:
        self.state = state
        """The number of the state whose rule it is; of several active players also the actor's private one."""
        self.actor = actor
        """The role whose rule it is."""
        self.begun = begun
        """The text of the move that began the rule; empty for a state's ``enter``."""
        self.move = move
        """That move; None for an ``enter``, and where the move must be found anew because the table may have changed."""
        self.answers = answers
        self.question = question
        """The open question; None where the rule must run again before it asks."""
        self.marks: tuple[int, ...] = ()
        """The journal's length at the question of each answer; empty where the table may change."""
        self.mark = 0
        """The journal's length where the rule began."""
        self.made = 0
        """The number of tokens made where the rule began."""
        self.logged = 0
        """The log's length where the rule began."""
        self.changed = False
        """Whether the answer of another role has made the rule ask chance."""

    def again(self, move: Move | None, answers: tuple[Answer, ...], changed: bool) -> Suspended:
        """The same rule with these answers, to be run again on the table as it is."""
        rule = Suspended(self.state, self.actor, self.begun, move, answers)
        rule.changed = changed
        return rule
