"""Suspension: runs a suspended rule again with one more answer.

The journal is rolled back to where the rule began, and the rule runs again from its start
(docs/adr/0002-journal-and-suspension.md). Its earlier writes and events have been seen, so it must write and tell the same
again. A `RulesError` tells the author of a rule that is not deterministic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rondel.engine.components.move import Move
from rondel.engine.components.token import Token
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Answer, Question, Suspend
from rondel.engine.play.running.run import Suspended
from rondel.engine.play.running.runner import after_enter, enter, go
from rondel.engine.visibility import CHANCE
from rondel.errors import BadRecord, RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition


def resume(machine: Machine, game: Definition, rule: Suspended, move: Move) -> None:
    """Carry out an answer to the suspended rule."""
    if move.role == CHANCE:
        machine.chance.draws += 1
    _run(machine, game, rule, (*rule.answers, move.answer), (*rule.marks, len(machine.journal.entries)))


def open_question(machine: Machine, game: Definition) -> Question:
    """The open question of the suspended rule. The rule runs again if a `pop` has made the tokens of the question anew."""
    rule = machine.suspended
    if rule is None:
        raise RulesError("no rule is suspended")
    if rule.question is None:
        _again(machine, game, rule, rule.answers, rule.marks)
        rule = machine.suspended
    if rule is None or rule.question is None:
        raise RulesError("a rule that asked before does not ask again when it is run again; it must be deterministic")
    return rule.question


def resume_from(machine: Machine, game: Definition, begun: Move | None, actor: str, answers: Iterable[Answer]) -> None:
    """Run a rule that was suspended in another game up to its question, from the position where it began.

    The machine is in the state of the rule; ``begun`` is the move that began it, None for an ``enter``. Raises `BadRecord` if
    the rule asks nothing more.
    """
    machine.listed = None
    rule = Suspended(machine.node.number, actor, "" if begun is None else begun.text, begun)
    rule.mark = len(machine.journal.entries)
    rule.made = machine.journal.made
    rule.logged = len(machine.log.entries)
    _again(machine, game, rule, tuple(answers), ())
    if machine.suspended is None:
        raise BadRecord("the suspended rule of this snapshot asks nothing more under these rules")


def _again(machine: Machine, game: Definition, rule: Suspended, answers: tuple[Answer, ...], marks: tuple[int, ...]) -> None:
    asking = machine.rule_runs(True)
    try:
        _run(machine, game, rule, answers, marks)
    finally:
        machine.rule_runs(asking)


def _run(machine: Machine, game: Definition, rule: Suspended, answers: tuple[Answer, ...], marks: tuple[int, ...]) -> None:
    """Run a suspended rule again; if that fails, the very writes and log entries of the earlier run are put back."""
    journal, log = machine.journal, machine.log
    sent = log.entries[rule.logged :]
    log.cut(rule.logged)
    written = journal.rewind(rule.mark)
    try:
        journal.made = rule.made
        machine.suspended = None
        machine.node = node = machine.rules.nodes[rule.state]
        machine.actor = rule.actor
        machine.run.begin(answers, marks)
        move = rule.move
        # The entry of the move is the one that was sent: its readers were settled when the rule first stopped.
        entry = sent[0] if sent and sent[0][1] is move else None
        question: Question | None = None
        target: object = None
        try:
            target = machine.call(game, node, move, rule.mark, entry)
        except Suspend as suspend:
            question = suspend.question
        check_told(node.name, sent, log.entries[rule.logged : rule.logged + len(sent)])
        check_written(node.name, written, journal.entries[rule.mark : rule.mark + len(written)])
        if question is not None:
            machine.suspend(question, node, move, rule.mark, rule.made, rule.logged)
        elif move is not None:
            go(machine, game, target, move.action)
        else:
            goal = after_enter(machine, game, node, target)
            if goal is not None:
                enter(machine, game, goal, "enter")
    except BaseException:
        machine.suspended = rule
        journal.rollback(rule.mark)
        journal.forward(written)
        log.cut(rule.logged)
        log.entries.extend(sent)
        raise


# -- determinism -------------------------------------------------------------------------------------------------------


def check_told(state: str, before: Sequence[Any], again: Sequence[Any]) -> None:
    """Raise `RulesError` unless a rule of ``state`` has told the same events again: players have read them."""
    same = len(again) == len(before)
    if same:
        for number, old in enumerate(before):  # Any: compiled code would unbox each `LogEntry`
            new: Any = again[number]
            if old is not new and (old[0] != new[0] or old[1] is not new[1] or old[2] != new[2]):
                same = False
                break
    if not same:
        raise RulesError(
            f"a rule of state {state!r} told something else when it was run again: "
            "rules must be deterministic, without hidden state of their own"
        )


def check_written(state: str, before: Sequence[Any], again: Sequence[Any]) -> None:
    """Raise `RulesError` unless a rule of ``state`` has made the same writes again: players have seen them."""
    same = len(again) == len(before)
    if same:
        for number, one in enumerate(before):  # as above
            other: Any = again[number]
            if one is not other and not _same_write(one, other):
                same = False
                break
    if not same:
        raise RulesError(
            f"a rule of state {state!r} wrote something else when it was run again: "
            "rules must be deterministic, and keep what changes in props, containers and tokens"
        )


def _same_write(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two writes are the same; a token made anew equals the one with its serial number."""
    if one[1] != other[1]:
        return False
    target: Any = other[0]
    value: Any = other[3]
    return (one[0] is target or _same(one[0], target)) and (one[3] is value or _same(one[3], value))


def _same(one: object, other: object) -> bool:
    if one is other:
        return True
    if isinstance(one, Token) and isinstance(other, Token):
        return one.serial == other.serial
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and (one == other or all(map(_same, one, other)))
    return one == other
