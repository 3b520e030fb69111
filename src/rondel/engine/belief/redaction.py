"""Redaction: the answers of a record that one role could have seen before they were taken back or changed.

What another player was in the middle of shows to nobody before it is carried out, and a secret answer to a question to
several before all have answered. So of others' answers those are left out that were taken back, dropped or changed before;
and those of a rule that was carried out stand where that was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.engine.belief.information_state import begin, give
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.record import script_chance, start

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.question import Answer


class _Said:
    """An answer with those that chance gave to it."""

    def __init__(self, role: str, answers: list[Answer]) -> None:
        self.role = role
        self.answers = answers
        self.undo = len(answers) > 0 and answers[0][1] in UNDOS


class _Disclosure:
    """The answers of a game, given again one by one, and what of them a role could have seen by now."""

    def __init__(self, game: Playable, role: str) -> None:
        self._role = role
        self._twin = begin(game)
        self._said: list[_Said] = []
        self._held: dict[str, list[_Said]] = {}
        """What others have said in a rule that is held."""
        self._secret: list[_Said] = []
        """What was said to the question to several that is open."""
        self._question = (-1, -1)

    def of(self, game: Playable) -> list[Answer]:
        """The answers that the role may be told of."""
        machine = self._twin._machine
        answers = game._machine.answers
        number = script_chance(machine.chance.script, answers, 0)
        self._said.append(_Said("", answers[:number]))
        start(self._twin, game._start_position)
        while number < len(answers):
            end = script_chance(machine.chance.script, answers, number + 1)
            self._give(_Said(answers[number][0], answers[number:end]))
            number = end
        return [answer for said in self._said for answer in said.answers]

    def _give(self, said: _Said) -> None:
        machine = self._twin._machine
        if said.role != self._role:
            self._change(said)
        written, heard = len(machine.journal.entries), self._heard()
        held = machine.node.several and machine.frame is None
        give(self._twin, *said.answers[0])
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
        """How much the role has been told."""
        log = self._twin._machine.log
        return log.count(self._role, len(log.entries))

    def _change(self, said: _Said) -> None:
        """Forget what a role has said before to a question to several, if it answers anew."""
        machine = self._twin._machine
        frame, question = machine.frame, machine.question
        if frame is None or question is None or question.since < 0:
            return
        asked = (frame.mark, question.since)
        if self._question != asked:
            self._question = asked
            self._secret = []
        if said.role not in question.waiting:
            for each in self._secret:
                if each.role == said.role:
                    each.answers = []
        self._secret.append(said)

    def _hold(self, said: _Said, taken: int) -> None:
        """Keep what nobody else has seen until its rule is carried out; an undo takes back what was kept."""
        held = self._held.setdefault(said.role, [])
        if taken and len(held) >= taken and not [each for each in held[-taken:] if each.undo]:
            del held[-taken:]
        else:
            held.append(said)

    def _shorten(self, role: str) -> None:
        """Forget what has been dropped of what a role is in the middle of, because the table has changed."""
        rule = next((each for each in self._twin._machine.held if each.role == role), None)
        held = self._held[role]
        if rule is None:
            held.clear()
            return
        count = len([given for given in rule.given if given.role == role]) + (rule.begun != "")
        while len([each for each in held if not each.undo]) > count:
            held.pop()


def disclosed(game: Playable, role: str) -> list[Answer]:
    """The answers of the record of a game that a role could have seen."""
    return _Disclosure(game, role).of(game)
