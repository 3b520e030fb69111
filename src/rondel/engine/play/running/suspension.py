"""Suspension: resumes a suspended rule by running it again with one more answer.

The journal is rolled back to where the rule began, and the rule runs with one answer more
(docs/adr/0002-journal-and-suspension.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rondel.engine.checks.attribute_hints import hint
from rondel.engine.components.journal import Entry
from rondel.engine.components.move import Move
from rondel.engine.play.log import LogEntry, Played
from rondel.engine.play.running.determinism import check_told, check_written
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Answer, Frame, Given, Question, Suspend
from rondel.engine.play.running.runner import go
from rondel.engine.play.simultaneous import active_roles as several
from rondel.engine.visibility import CHANCE
from rondel.errors import BadRecord, RulesError, endless

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition


def go_on(machine: Machine, game: Definition, frame: Frame, move: Move) -> None:
    """Carry out an answer to the suspended rule."""
    machine.begin_push()
    machine.answers.append(move.answer)
    resume(machine, game, frame, move)
    if machine.journal.looked:
        machine.note_secrets()


def open_question(machine: Machine, game: Definition) -> Question:
    """The open question of the suspended rule, asked again if its answers named tokens that a `pop` has made anew."""
    if machine.question is None:
        frame = machine.frame
        if frame is None:
            raise RulesError("no rule is suspended")
        again(machine, game, frame, frame.given)
    question = machine.question
    if question is None:
        raise RulesError("a rule that asked before does not ask again when it is run again; it must be deterministic")
    return question


def resume(machine: Machine, game: Definition, frame: Frame, move: Move) -> None:
    """Go on with a suspended rule; if that fails, put back the very writes and log that the failed run replaced."""
    if move.role == CHANCE:
        machine.chance.draws += 1
    question = machine.question
    writes = machine.journal.entries[frame.mark :]
    sent = machine.log.entries[frame.logged :]
    try:
        again(machine, game, frame, (*frame.given, Given(move.role, move.text, len(machine.journal.entries))))
    except BaseException as error:
        node = machine.node
        machine.journal.rollback(frame.mark)
        machine.journal.forward(writes)
        del machine.log.entries[frame.logged :]
        machine.log.entries.extend(sent)
        machine.pop()
        machine.question = question
        if isinstance(error, RecursionError):
            raise endless(f"a rule of state {node.name!r}, after {move.text!r},") from error
        slip = hint(error)
        if slip is not None:
            raise slip from error
        raise


def again(machine: Machine, game: Definition, frame: Frame, given: tuple[Given, ...]) -> None:
    """Run a suspended rule again from its start, with the answers it has been given."""
    machine._suspended = False
    machine.asking = True
    try:
        _run(machine, game, frame, given)
    finally:
        machine.asking = False


def _run(machine: Machine, game: Definition, frame: Frame, given: tuple[Given, ...]) -> None:
    log = machine.log.entries
    sent = log[frame.logged :]
    del log[frame.logged :]
    written = machine.journal.rewind(frame.mark)
    machine.journal.made = frame.made
    machine.frame = None
    machine.question = None
    machine.node = node = machine.rules.nodes[frame.state]
    machine.actor = frame.actor
    machine._given = list(given)
    machine._cursor = 0
    move = frame.move
    try:
        if move is None:
            name = "enter"
            target = node.state.enter(game)
        else:
            name = move.action
            action = node.by_action[name]
            if action.logged:
                # The entry that was sent, if one was: who may read it was settled when the rule first stopped.
                played = Played(move) if not move.lasting else None
                log.append(sent[0] if sent and sent[0][1] is move else (frame.mark, move, played))
            target = action.run(game, move.args)
    except Suspend as suspend:
        _settle(machine, frame)
        _check_same(machine, frame, sent, written)
        machine.suspend(suspend, Frame(frame.state, move, frame.actor, frame.mark, frame.made, frame.logged, ()))
        return
    if machine._suspended:
        machine.swallowed(name)
    if machine._cursor < len(machine._given):
        raise RulesError(f"rule {name!r} of state {node.name!r} asked less when it was run again: rules must be deterministic")
    _settle(machine, frame)
    _check_same(machine, frame, sent, written)
    if move is None and not node.automatic:
        if node.several:
            goal = several.begin(machine, game, target)
            if goal is not None:
                go(machine, game, None, "", goal)
            return
        if target is None:
            machine.check_player()
            return
    go(machine, game, target, name)


def _settle(machine: Machine, frame: Frame) -> None:
    """Settle who may read the entry of the move that began the rule, now that it has run."""
    entries = machine.log.entries
    if len(entries) > frame.logged:
        played = entries[frame.logged][2]
        if isinstance(played, Played):
            played.settle(machine.roles)


def _check_same(machine: Machine, frame: Frame, sent: list[LogEntry], written: list[Entry]) -> None:
    """What a rule has told and written before it was suspended, it must tell and write again."""
    name = machine.rules.nodes[frame.state].name
    check_told(name, sent, machine.log.entries[frame.logged : frame.logged + len(sent)])
    check_written(name, written, machine.journal.entries[frame.mark : frame.mark + len(written)])


def resume_from(machine: Machine, game: Definition, begun: Move | None, actor: str, given: Iterable[Answer]) -> None:
    """Run a rule that was suspended in another game up to its question, from the position it began with.

    The machine is in the state of the rule, and ``begun`` is the move that began it; None for an ``enter``.
    """
    mark = len(machine.journal.entries)
    machine.listed = None
    frame = Frame(machine.node.number, begun, actor, mark, machine.journal.made, len(machine.log.entries), ())
    again(machine, game, frame, tuple([Given(role, text, -1) for role, text in given]))
    if machine.frame is None:
        raise BadRecord("the suspended rule of this snapshot asks nothing more under these rules")
