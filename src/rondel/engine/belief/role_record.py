"""Role records: whether a role may keep the record of a game, which holds every answer.

A role may keep it if it knows every answer: its own answers, the answers it was told as moves, and the answers it can deduce.
To decide whether it can deduce an answer of chance or of another role, all alternatives are tried, together with those of the
other untold answers of that moment. If an alternative gives the role the same observations, the role does not know the answer.
Nothing is tried where the game declares that all roles see every answer (`Facts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.belief.information_state import ObservationReader, apply_answer, hidden_from, scripted_twin, visible_start
from rondel.engine.belief.redaction import redacted_answers
from rondel.engine.chance.chance import EXPLICIT
from rondel.engine.components.prop import thaw
from rondel.engine.components.viewer import revealed
from rondel.engine.play.legal_moves import asked
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.records.record import script_chance, start
from rondel.engine.views.view import events, parts, view
from rondel.engine.visibility import CHANCE
from rondel.errors import HiddenInformation, RondelError

if TYPE_CHECKING:
    from rondel.engine.declarations.facts import Facts
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.question import Answer

MOST: Final = 500
"""The maximum number of alternatives that are tried at one place. If there are more, the answers count as unknown."""


def kept_answers(game: Playable, role: str) -> list[Answer]:
    """The answers that the role may keep. Raises `HiddenInformation` if the role does not know one of them, if it does not know
    the start position, or if the answers replay to different observations without those that the role could not have seen."""
    _check_start(game, role)
    answers = redacted_answers(game, role)
    if answers != game._machine.answers:
        _check_same(game, role, answers)
    # Where something is hidden, `record` has checked that the game is over and reveals everything.
    if not hidden_from(game, role) and not _declared_open(type(game).facts):
        _check_known(game, role, answers)
    return answers


def _declared_open(facts: Facts | None) -> bool:
    """Whether the game declares that every answer is seen by all roles when it is given."""
    return facts is not None and facts.hidden is False and facts.simultaneous is False


def _check_start(game: Playable, role: str) -> None:
    """Raise `HiddenInformation` if the start position has scores, statistics or faces that the role may not see."""
    if game._start_position is None:
        return
    position: dict[str, Any] = thaw(game._start_position)
    seen = visible_start(game, role) or {}
    if not game.is_over:
        hidden = [stat for stat in position.get("stats", {}) if stat not in seen["stats"]]
        if hidden or (any(position.get("scores", ())) and "scores" not in seen):
            raise HiddenInformation(
                f"{role} may not keep this record while the game goes on: the start position has "
                f"{f'the statistics {hidden!r}' if hidden else 'scores'} hidden from it"
            )
    for name, contents in position.get("containers", {}).items():
        if game.is_over and revealed(name, game.reveals):
            continue
        if any(
            "face" in token and "face" not in shown for token, shown in zip(contents, seen["containers"][name], strict=True)
        ):
            raise HiddenInformation(
                f"{role} may not keep this record: a token in {name!r} of its start position lies face down for it"
            )


def _check_same(game: Playable, role: str, answers: list[Answer]) -> None:
    """Raise `HiddenInformation` unless these answers replay to the same view and events for the role."""
    twin = scripted_twin(game)
    script = twin._machine.chance.script
    number = script_chance(script, answers, 0)
    try:
        start(twin, game._start_position)
        while number < len(answers) and not script:
            number, (who, text) = script_chance(script, answers, number + 1), answers[number]
            apply_answer(twin, who, text)
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
    """Raise `HiddenInformation` if the role does not know an answer."""
    twin = scripted_twin(game)
    twin._machine.chance.mode = EXPLICIT
    start(twin, game._start_position)
    number = 0
    while number < len(answers):
        end = number
        while end < len(answers) and (_untold(twin, role, answers[end]) or _several_asked(twin)):
            apply_answer(twin, *answers[end])
            end += 1
        if end == number:
            apply_answer(twin, *answers[number])
            number += 1
            continue
        for _each in range(end - number):
            twin.pop()
        if not _Alternatives(role, answers[number:end]).certain(twin):
            who = next(who for who, _text in answers[number:end] if who != role)
            raise HiddenInformation(f"{role} may not keep this record: it does not know what {who} has answered")
        for answer in answers[number:end]:
            apply_answer(twin, *answer)
        number = end


def _several_asked(game: Playable) -> bool:
    """Whether several roles are asked at once, in secret: the answers become visible together."""
    machine = game._machine
    return machine.suspended is not None and len(asked(machine, game)) > 1


def _untold(game: Playable, role: str, answer: Answer) -> bool:
    """Whether the role is not told the next answer as a move."""
    who, text = answer
    if who == role or text in UNDOS:
        return False
    if who == CHANCE or game._machine.suspended is not None:
        return True
    heard = len(game._machine.log.entries)
    apply_answer(game, who, text)
    told = any(move is not None and move.text == text for _mark, move, _told in game._machine.log.entries[heard:])
    game.pop()
    return not told


class _Alternatives:
    """The alternatives to consecutive answers that one role was not told."""

    def __init__(self, role: str, answers: list[Answer]) -> None:
        self._role = role
        self._answers = answers
        self._left = MOST
        self._seen: list[object] = []
        self._end = ""

    def certain(self, game: Playable) -> bool:
        """Whether the role can deduce the answers, which come next in the game. The game is left unchanged."""
        before = ObservationReader(self._role)
        before.go_back(view(game, self._role), game._machine.log.count(self._role, len(game._machine.log.entries)))
        for who, text in self._answers:
            apply_answer(game, who, text)
            self._seen.append(parts(game, self._role))
        self._end = self._look(game, before)
        for _each in self._answers:
            game.pop()
        return not self._another(game, before, 0, False)

    def _look(self, game: Playable, before: ObservationReader) -> str:
        reader = ObservationReader(self._role)
        reader.view, reader.heard = before.view, before.heard
        return reader.read_text(game)

    def _another(self, game: Playable, before: ObservationReader, number: int, changed: bool) -> bool:
        """Whether other answers from that number on give the same observations; True also if there are too many to try."""
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
                apply_answer(game, who, text)
            except RondelError:
                continue
            same = parts(game, self._role) == self._seen[number]  # otherwise the role saw the difference at once
            found = same and self._another(game, before, number + 1, changed or text != said)
            game.pop()
            if found:
                return True
        return False
