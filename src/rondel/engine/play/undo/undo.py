"""Undo: take back a player's last answers, unless somebody has learnt something from them.

An undo adds to the journal, the log and the record; it cuts nothing off. What the answers wrote is written back, an event
``"undo"`` is told that says from where on, and `pop` can take the undo back like any push.

Between the answer and now there is a barrier if chance has answered, another role was asked, a role has seen a token it
could not see before, or a rule has looked at something hidden from the player. The journal and the machine know all four,
so no author writes anything. Across a barrier the others must agree.

Where several players act at once each takes back only what is his own, whatever the others have done meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

from rondel.engine.components.container import Container
from rondel.engine.components.journal import Entry, Journaled
from rondel.engine.components.token import Token
from rondel.engine.play.legal_moves import active, find
from rondel.engine.play.log import Undone
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Held
from rondel.engine.play.running.runner import settle
from rondel.engine.play.running.suspension import resume_from
from rondel.engine.play.simultaneous.pending_rules import resume
from rondel.engine.play.undo.selective_undo import net, own_writes
from rondel.engine.play.undo.standing_answers import answerer, end_of, is_own, last_of, standing
from rondel.engine.text import _
from rondel.engine.visibility import CHANCE, EVERYONE, OBSERVER, sees
from rondel.errors import NothingToUndo, UndoBarrier

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

EVENT: Final = "undo"
"""The name of the event that tells of an undo; its ``since`` is the number of the first event that is taken back."""
TAKEN_BACK: Final = _("{actplayer} takes back")


UNDOS: Final = {"@undo": (False, False), "@undo!": (True, False), "@undo_turn": (False, True), "@undo_turn!": (True, True)}
"""What a record says where a player took something back: whether the others agreed, and whether a whole turn."""


def answer_of(agreed: bool, turn: bool) -> str:
    """How an undo is written in a record.

    >>> answer_of(True, False)
    '@undo!'
    """
    return next(text for text, meant in UNDOS.items() if meant == (agreed, turn))


def undo(machine: Machine, game: Definition, role: str, agreed: bool, turn: bool) -> None:
    """See `Game.undo`. Raises `NothingToUndo`, `UndoBarrier`, and then nothing has changed."""
    last = last_of(machine, role, False)
    if last < 0:
        raise NothingToUndo(f"{role} has not answered anything that could be taken back")
    if is_own(machine, last):
        _undo_own(machine, game, role, last, agreed, turn)
        return
    first = last_of(machine, role, turn)
    barrier = "" if agreed else _barrier(machine, game, role, first)
    if barrier:
        raise UndoBarrier(f"{role} cannot take back its last answer alone: {barrier}; the others must agree")
    _begin(machine, role, agreed, turn)
    number = len(machine.befores) - 1
    machine.undone[number] = ((first, number),)
    try:
        _take_back_all(machine, game, role, first)
    except BaseException:
        machine.pop()
        raise


def _undo_own(machine: Machine, game: Definition, role: str, first: int, agreed: bool, turn: bool) -> None:
    """Take back the last answer of one of several players; with ``turn`` all that may be taken back, the last first."""
    refusal = _refusal(machine, game, role, first, agreed)
    if refusal:
        raise UndoBarrier(refusal)
    _begin(machine, role, agreed, turn)
    number = len(machine.befores) - 1
    try:
        while True:
            machine.undone[number] = (*machine.undone.get(number, ()), (first, end_of(machine, first)))
            _take_back_own(machine, role, first)
            first = last_of(machine, role, False)
            if not turn or first < 0 or not is_own(machine, first) or _refusal(machine, game, role, first, agreed):
                break
        settle(machine, game)  # the table is another now, also for those who are in the middle of a rule
    except BaseException:
        machine.pop()
        raise


def _begin(machine: Machine, role: str, agreed: bool, turn: bool) -> None:
    """Add to the record that a role takes back."""
    machine.begin_push()
    machine.answers.append((role, answer_of(agreed, turn)))


def may_undo(machine: Machine, game: Definition, role: str, agreed: bool, turn: bool) -> bool:
    """Whether `undo` would take something back."""
    last = last_of(machine, role, False)
    if last < 0:
        return False
    if is_own(machine, last):
        return not _refusal(machine, game, role, last, agreed)
    return agreed or not _barrier(machine, game, role, last_of(machine, role, turn))


def _refusal(machine: Machine, game: Definition, role: str, first: int, agreed: bool) -> str:
    """Why one push of one of several players cannot be taken back; empty if it can."""
    barrier = "" if agreed else _barrier(machine, game, role, first)
    if barrier:
        return f"{role} cannot take back its last answer alone: {barrier}; the others must agree"
    if own_writes(machine, role, first) is None:
        return f"{role} cannot take back its last answer: another player has built on it since"
    return ""


# -- what stands between -----------------------------------------------------------------------------------------------


def _barrier(machine: Machine, game: Definition, role: str, first: int) -> str:
    """What stands between the push of that number and now; empty for nothing."""
    befores = machine.befores
    alone = is_own(machine, first)
    end = end_of(machine, first) if alone else len(befores)
    answers = machine.answers[befores[first][6] : befores[end][6] if end < len(befores) else None]
    if any(who == CHANCE for who, _text in answers):
        return "chance has answered since"
    if not alone:
        asked = set(active(machine, game))
        for number in standing(machine, first + 1):
            asked.add(answerer(machine, number))
        others = asked - {role, ""}
        if others:
            return f"{', '.join(sorted(others))} has been asked since"
    written = machine.journal.entries[befores[first][0] : befores[end][0] if end < len(befores) else None]
    revealed = _revealed(machine, written)
    if revealed:
        return revealed
    for number in range(first, end):
        for _what, readers in machine.secrets.get(number, ()):
            if not sees(readers, role):
                return f"its rule has looked at something that is hidden from {role}"
    return ""


def _revealed(machine: Machine, written: Iterable[Entry]) -> str:
    """Whether a token came to lie where somebody may see it who could not before."""
    seen: dict[int, Container] = {}
    roles = machine.roles
    for target, key, old, new in written:
        if target.shows(key, old, new):
            return "something hidden has been shown since"
        if not isinstance(target, Container):
            continue
        for token in _tokens(old):
            if not any(token is each for each in _tokens(new)):
                seen[id(token)] = target
        for token in _tokens(new):
            source = seen.get(id(token))
            if source is None or source.visible_to == EVERYONE:
                continue
            if any(sees(target.visible_to, role) and not sees(source.visible_to, role) for role in roles):
                return "something hidden has been shown since"  # what, and where, is not for everybody to know
    return ""


def _tokens(value: object) -> list[Token]:
    if isinstance(value, Token):
        return [value]
    if isinstance(value, tuple):
        return [each for each in cast("tuple[object, ...]", value) if isinstance(each, Token)]
    return []


# -- taking back -------------------------------------------------------------------------------------------------------


def _take_back_all(machine: Machine, game: Definition, role: str, first: int) -> None:
    """Write everything back as it was before a push, and ask what was asked then."""
    before = machine.befores[first]
    frame = before[4]
    # The suspended rule runs again, and tells again what it told; so that counts as taken back too.
    mark, logged = (before[0], before[8]) if frame is None else (frame.mark, frame.logged)
    _restore(machine, machine.journal.entries[mark:])
    _tell(machine, role, logged, len(machine.log.entries), False)
    machine.node = before[2]
    machine.actor = before[3]
    machine.frame = None
    machine.question = None
    machine.progress_mark = before[9]
    if frame is not None:
        machine.node = machine.rules.nodes[frame.state]
        begun = None if frame.move is None else find(machine, game, frame.move.text, frame.actor)
        resume_from(machine, game, begun, frame.actor, [(each.role, each.text) for each in frame.given])
    _hold(machine, game, before[10])


def _restore(machine: Machine, written: Iterable[Entry]) -> None:
    """Write every value back that was written over, each once."""
    for target, key, old, new in net(written).values():
        _write(machine, target, key, new, old)


def _write(machine: Machine, target: Journaled, key: int, old: object, new: object) -> None:
    if old is not new and old != new:
        machine.journal.entries.append((target, key, old, new))
        target._write(key, new)


def _hold(machine: Machine, game: Definition, held: Iterable[Held]) -> None:
    """Hold the rules again that were held then, on the table as it is now."""
    machine.held = ()
    for each in held:
        resume(machine, game, each)


def _tell(machine: Machine, role: str, since: int, until: int, alone: bool) -> None:
    """Tell that what was told from one number of the log to another is taken back; of one's own, only those who heard it."""
    log = machine.log
    numbers = {each: (log.count(each, since), log.count(each, until)) for each in (*machine.roles, OBSERVER)}
    heard = tuple([each for each, (first, end) in numbers.items() if first < end or each == role])
    log.tell(len(machine.journal.entries), Undone(EVENT, TAKEN_BACK, role, numbers, heard if alone else EVERYONE))


def _take_back_own(machine: Machine, role: str, first: int) -> None:
    """Take back one push of one of several players, and leave what the others did since."""
    before = machine.befores[first]
    until = machine.befores[end_of(machine, first)][8]  # of the push after it, which may be this undo
    for target, key, old, new in own_writes(machine, role, first) or ():
        _write(machine, target, key, old, new)
    _tell(machine, role, before[8], until, True)
    held = [each for each in machine.held if each.role != role] + [each for each in before[10] if each.role == role]
    machine.held = tuple(sorted(held, key=lambda each: machine.roles.index(each.role)))
