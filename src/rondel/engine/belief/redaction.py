"""Redaction: the answers of a record that one role could have seen, for a record that the role may keep.

The answers of a pending rule are visible to nobody else until the rule is carried out. A secret answer to a question to several
roles is visible when all have answered. The redaction leaves out answers of others that were undone, dropped or changed before
that. The answers of a pending rule take the place at which it was carried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.engine.belief.information_state import apply_answer, scripted_twin
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.record import script_chance, start

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.question import Answer


class _GivenAnswer:
    """An answer, followed by the answers of chance that it led to."""

    def __init__(self, role: str, answers: list[Answer]) -> None:
        self.role = role
        self.answers = answers
        self.undo = len(answers) > 0 and answers[0][1] in UNDOS


class _Redaction:
    """Replays the answers of a game one by one and collects those that a role could have seen."""

    def __init__(self, game: Playable, role: str) -> None:
        self._role = role
        self._twin = scripted_twin(game)
        self._said: list[_GivenAnswer] = []
        self._held: dict[str, list[_GivenAnswer]] = {}
        """The answers of others in pending rules, by role."""
        self._secret: list[_GivenAnswer] = []
        """The answers to the open question to several roles."""
        self._question = (-1, -1)

    def of(self, game: Playable) -> list[Answer]:
        """The answers that the role could have seen."""
        machine = self._twin._machine
        answers = game._machine.answers
        number = script_chance(machine.chance.script, answers, 0)
        self._said.append(_GivenAnswer("", answers[:number]))
        start(self._twin, game._start_position)
        while number < len(answers):
            end = script_chance(machine.chance.script, answers, number + 1)
            self._give(_GivenAnswer(answers[number][0], answers[number:end]))
            number = end
        return [answer for said in self._said for answer in said.answers]

    def _give(self, said: _GivenAnswer) -> None:
        machine = self._twin._machine
        if said.role != self._role:
            self._change(said)
        written, heard = len(machine.journal.entries), self._heard()
        held = machine.node.several and machine.suspended is None
        apply_answer(self._twin, *said.answers[0])
        push = len(machine.befores) - 1
        if held and said.role != self._role and written == len(machine.journal.entries) and heard == self._heard():
            self._hold(said, len(machine.undone.get(push, ())))
            return
        for role in [said.role, *machine.ended.get(push, ())]:
            self._said.extend(self._held.pop(role, []))
        self._said.append(said)
        for role in list(self._held):
            self._shorten(role)

    def _heard(self) -> int:
        """The number of events that the role has been told."""
        log = self._twin._machine.log
        return log.count(self._role, len(log.entries))

    def _change(self, said: _GivenAnswer) -> None:
        """Drop a role's earlier answer to a question to several roles if it answers again."""
        machine = self._twin._machine
        rule = machine.suspended
        question = None if rule is None else rule.question
        if rule is None or question is None or question.since < 0:
            return
        asked = (rule.mark, question.since)
        if self._question != asked:
            self._question = asked
            self._secret = []
        if said.role not in question.waiting:
            for each in self._secret:
                if each.role == said.role:
                    each.answers = []
        self._secret.append(said)

    def _hold(self, said: _GivenAnswer, taken: int) -> None:
        """Hold back an answer that nobody else has seen until its rule is carried out. An undo drops the answers it undoes."""
        held = self._held.setdefault(said.role, [])
        if taken and len(held) >= taken and not [each for each in held[-taken:] if each.undo]:
            del held[-taken:]
        else:
            held.append(said)

    def _shorten(self, role: str) -> None:
        """Drop the answers that a pending rule has lost because the position changed."""
        rule = next((each for each in self._twin._machine.held if each.actor == role), None)
        held = self._held[role]
        if rule is None:
            held.clear()
            return
        count = len([who for who, _text in rule.answers if who == role]) + (rule.begun != "")
        while len([each for each in held if not each.undo]) > count:
            held.pop()


def redacted_answers(game: Playable, role: str) -> list[Answer]:
    """The answers of a game's record that a role could have seen."""
    return _Redaction(game, role).of(game)
