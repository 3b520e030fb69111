"""Role records: whether a role may keep the record of a game, which holds every answer.

It may if it knows every answer: its own; those it was told as moves; and those it can work out. Of an answer that was not
told, by chance or by another role, all that might have been answered instead is tried, together with what else was not
told at that time. Where the role would have seen just the same, it does not know the answer, and may not keep the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rondel.engine.belief.information_state import Watch, begin, give, hidden_from
from rondel.engine.belief.redaction import disclosed
from rondel.engine.chance.chance import EXPLICIT
from rondel.engine.play.legal_moves import asked
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.record import script_chance, start
from rondel.engine.views.view import events, parts, view
from rondel.engine.visibility import CHANCE
from rondel.errors import HiddenInformation, RondelError

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.question import Answer

MOST: Final = 500
"""How many other ways to answer are tried at one place; where there are more, the answers count as unknown."""


def kept_answers(game: Playable, role: str) -> list[Answer]:
    """The answers that the role may keep. Raises `HiddenInformation` if there is one among them that it does not know, or the
    game does not become what the role has seen without those that it could not have seen."""
    answers = disclosed(game, role)
    if answers != game._machine.answers:
        _check_same(game, role, answers)
    if not hidden_from(game, role):  # else the game says by what it reveals at its end whether the answers are known then
        _check_known(game, role, answers)
    return answers


def _check_same(game: Playable, role: str, answers: list[Answer]) -> None:
    """Raise `HiddenInformation` unless the role sees and has been told the same after these answers."""
    twin = begin(game)
    script = twin._machine.chance.script
    number = script_chance(script, answers, 0)
    try:
        start(twin, game._start_position)
        while number < len(answers) and not script:
            number, (who, text) = script_chance(script, answers, number + 1), answers[number]
            give(twin, who, text)
    except RondelError:
        number = -1
    if (
        number < len(answers)
        or script
        or view(twin, role) != view(game, role)
        or events(twin, 0, role) != events(game, 0, role)
    ):
        raise HiddenInformation(
            f"{role} may not keep this record: others have taken back what it could not see, and without that the answers "
            "since mean something else"
        )


def _check_known(game: Playable, role: str, answers: list[Answer]) -> None:
    """Raise `HiddenInformation` if there is an answer that the role does not know."""
    twin = begin(game)
    twin._machine.chance.mode = EXPLICIT
    start(twin, game._start_position)
    number = 0
    while number < len(answers):
        end = number
        while end < len(answers) and (_untold(twin, role, answers[end]) or _several_asked(twin)):
            give(twin, *answers[end])
            end += 1
        if end == number:
            give(twin, *answers[number])
            number += 1
            continue
        for _each in range(end - number):
            twin.pop()
        if not _Guess(role, answers[number:end]).certain(twin):
            who = next(who for who, _text in answers[number:end] if who != role)
            raise HiddenInformation(f"{role} may not keep this record: it does not know what {who} has answered")
        for answer in answers[number:end]:
            give(twin, *answer)
        number = end


def _several_asked(game: Playable) -> bool:
    """Whether several roles are asked at once, in secret: what they say shows when the last has answered."""
    machine = game._machine
    return machine.frame is not None and len(asked(machine, game)) > 1


def _untold(game: Playable, role: str, answer: Answer) -> bool:
    """Whether the role is not told an answer, which comes next, as a move."""
    who, text = answer
    if who == role or text in UNDOS:
        return False
    if who == CHANCE or game._machine.frame is not None:
        return True
    heard = len(game._machine.log.entries)
    give(game, who, text)
    told = any(move is not None and move.text == text for _mark, move, _told in game._machine.log.entries[heard:])
    game.pop()
    return not told


class _Guess:
    """Some answers that one role was not told, and whether others would have looked the same to it."""

    def __init__(self, role: str, answers: list[Answer]) -> None:
        self._role = role
        self._answers = answers
        self._left = MOST
        self._seen: list[object] = []
        self._end = ""

    def certain(self, game: Playable) -> bool:
        """Whether the role knows the answers, which come next in the game. The game is as it was afterwards."""
        before = Watch(self._role)
        before.back(view(game, self._role), game._machine.log.count(self._role, len(game._machine.log.entries)))
        for who, text in self._answers:
            give(game, who, text)
            self._seen.append(parts(game, self._role))
        self._end = self._look(game, before)
        for _each in self._answers:
            game.pop()
        return not self._another(game, before, 0, False)

    def _look(self, game: Playable, before: Watch) -> str:
        watch = Watch(self._role)
        watch.view, watch.heard = before.view, before.heard
        return watch.look(game)

    def _another(self, game: Playable, before: Watch, number: int, changed: bool) -> bool:
        """Whether there are other answers from that number on that look the same; also if that takes too long to tell."""
        if number == len(self._answers):
            return changed and self._look(game, before) == self._end
        who, said = self._answers[number]
        texts = [move.text for move in game.moves(who) if move.probability > 0]
        if not changed and said not in texts:
            texts.append(said)
        for text in texts if who != self._role else [said]:
            self._left -= 1
            if self._left < 0:
                return True
            try:
                give(game, who, text)
            except RondelError:
                continue
            same = parts(game, self._role) == self._seen[number]  # else it lay open before the role at once
            found = same and self._another(game, before, number + 1, changed or text != said)
            game.pop()
            if found:
                return True
        return False
