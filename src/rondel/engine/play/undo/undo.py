"""Undo: takes back a player's last answers, unless another player has learnt something from them.

An undo is a push: it adds to the journal, the log and the record, and `pop` can take it back. It writes the old values back,
and tells the event ``"undo"`` with the range of events that it takes back.

There is a barrier between the answer and now if chance has answered, another role was asked, a role has seen a token that it
could not see before, or a rule has read something hidden from the player. The journal and the machine record all four, so
authors need not declare anything. Across a barrier the other players must agree.

Among several active players an undo takes back only the role's own pushes, and the others' later ones stay.
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
from rondel.engine.play.running.run import Suspended
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
"""The name of an undo's event; its ``since`` is the number of the first event that is taken back."""
TAKEN_BACK: Final = _("{actplayer} takes back")


UNDOS: Final = {"@undo": (False, False), "@undo!": (True, False), "@undo_turn": (False, True), "@undo_turn!": (True, True)}
"""The texts of undos in a record: ``(agreed, turn)`` by text."""


def answer_of(agreed: bool, turn: bool) -> str:
    """The text of an undo in a record.

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
    """Take back the last answer of one of several active players; with ``turn`` all that can be taken back, the last first."""
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
        settle(machine, game)  # the held rules of the others run again on the changed table
    except BaseException:
        machine.pop()
        raise


def _begin(machine: Machine, role: str, agreed: bool, turn: bool) -> None:
    """Begin the push of an undo, and add it to the record."""
    machine.begin_push()
    machine.answers.append((role, answer_of(agreed, turn)))


def may_undo(machine: Machine, game: Definition, role: str, agreed: bool, turn: bool) -> bool:
    """Whether `undo` would succeed."""
    last = last_of(machine, role, False)
    if last < 0:
        return False
    if is_own(machine, last):
        return not _refusal(machine, game, role, last, agreed)
    if not (agreed or turn or machine.undone):  # the usual case; a table asks this for each player after each answer
        others = active(machine, game) if last == len(machine.befores) - 1 else (answerer(machine, last + 1),)
        if [each for each in others if each and each != role]:
            return False  # another role was asked since
    return agreed or not _barrier(machine, game, role, last_of(machine, role, turn))


def _refusal(machine: Machine, game: Definition, role: str, first: int, agreed: bool) -> str:
    """The reason why a push of one of several active players cannot be taken back; empty if it can."""
    barrier = "" if agreed else _barrier(machine, game, role, first)
    if barrier:
        return f"{role} cannot take back its last answer alone: {barrier}; the others must agree"
    if own_writes(machine, role, first) is None:
        return f"{role} cannot take back its last answer: another player has built on it since"
    return ""


# -- the barrier -------------------------------------------------------------------------------------------------------


def _barrier(machine: Machine, game: Definition, role: str, first: int) -> str:
    """The barrier between the push of that number and now, in words; empty for none."""
    alone = is_own(machine, first)
    count = len(machine.befores)
    end = end_of(machine, first) if alone else count
    before, after = machine.before(first), machine.before(end) if end < count else None
    answers = machine.answers[before.answers : None if after is None else after.answers]
    if any(who == CHANCE for who, _text in answers):
        return "chance has answered since"
    if not alone:
        asked = set(active(machine, game))
        for number in standing(machine, first + 1):
            asked.add(answerer(machine, number))
        others = asked - {role, ""}
        if others:
            return f"{', '.join(sorted(others))} has been asked since"
    written = machine.journal.entries[before.mark : None if after is None else after.mark]
    revealed = _revealed(machine, written)
    if revealed:
        return revealed
    for number in range(first, end):
        for readers in machine.secrets.get(number, ()):
            if not sees(readers, role):
                return f"its rule has looked at something that is hidden from {role}"
    return ""


def _revealed(machine: Machine, written: Iterable[Entry]) -> str:
    """In words that a role can see a token that it could not see before; empty if there is none."""
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
                return "something hidden has been shown since"  # the token and its place may be hidden from the reader of this
    return ""


def _tokens(value: object) -> list[Token]:
    if isinstance(value, Token):
        return [value]
    if isinstance(value, tuple):
        return [each for each in cast("tuple[object, ...]", value) if isinstance(each, Token)]
    return []


# -- taking back -------------------------------------------------------------------------------------------------------


def _take_back_all(machine: Machine, game: Definition, role: str, first: int) -> None:
    """Restore the position before a push, and the question that was open then."""
    before = machine.before(first)
    rule = before.suspended
    # The suspended rule runs again and tells its events again; so the earlier ones count as taken back.
    mark, logged = (before.mark, before.logged) if rule is None else (rule.mark, rule.logged)
    _restore(machine, machine.journal.entries[mark:])
    _tell(machine, role, logged, len(machine.log.entries), False)
    machine.node = before.node
    machine.actor = before.actor
    machine.suspended = None
    machine.progress_mark = before.progress_mark
    if rule is not None:
        machine.node = machine.rules.nodes[rule.state]
        begun = find(machine, game, rule.begun, rule.actor) if rule.begun else None
        resume_from(machine, game, begun, rule.actor, rule.answers)
    _hold(machine, game, before.held)


def _restore(machine: Machine, written: Iterable[Entry]) -> None:
    """Restore every value that was overwritten, each with one write."""
    for target, key, old, new in net(written).values():
        _write(machine, target, key, new, old)


def _write(machine: Machine, target: Journaled, key: int, old: object, new: object) -> None:
    if old is not new and old != new:
        machine.journal.entries.append((target, key, old, new))
        target._write(key, new)


def _hold(machine: Machine, game: Definition, held: Iterable[Suspended]) -> None:
    """Hold the rules again that were held before, on the present table."""
    machine.held = ()
    for each in held:
        resume(machine, game, each, each.question is not None)


def _tell(machine: Machine, role: str, since: int, until: int, alone: bool) -> None:
    """Tell the event of an undo for a range of the log: to everybody, or ``alone`` to the readers of its entries."""
    log = machine.log
    numbers = {each: (log.count(each, since), log.count(each, until)) for each in (*machine.roles, OBSERVER)}
    heard = tuple([each for each, (first, end) in numbers.items() if first < end or each == role])
    log.tell(len(machine.journal.entries), Undone(EVENT, TAKEN_BACK, role, numbers, heard if alone else EVERYONE))


def _take_back_own(machine: Machine, role: str, first: int) -> None:
    """Take back one push of one of several active players, and keep the later pushes of the others."""
    before = machine.before(first)
    until = machine.before(end_of(machine, first)).logged  # the push after it, which may be this undo
    for target, key, old, new in own_writes(machine, role, first) or ():
        _write(machine, target, key, old, new)
    _tell(machine, role, before.logged, until, True)
    machine.drop((role,))
    for held in before.held:
        if held.actor == role:
            machine.hold(held)
