"""Pending rules: the rule of one of several active players, which waits for an answer while the others go on.

Such a rule runs up to its question; then its effects are rolled back, and its answers are kept. With the last answer it is
carried out as a whole. In between it runs again whenever another player has changed the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.components.move import Move, of_text
from rondel.engine.play.listing import offer
from rondel.engine.play.log import Told
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Answer, Misfit, Suspend
from rondel.engine.play.running.run import Suspended
from rondel.engine.text import _
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

CHANGED: Final = "changed"
"""The name of the event that tells a player that one of its answers was dropped."""
ASKED_ANEW: Final = _("{you} must decide again: the table has changed")


# -- running -----------------------------------------------------------------------------------------------------------


def run(machine: Machine, game: Definition, rule: Suspended) -> tuple[bool, Any]:
    """Run a rule with its answers. Returns ``(True, target)`` if it was carried out, ``(False, None)`` if it is held.

    Answers that do not fit are dropped where the table has ``changed`` since they were given.
    """
    role, move, answers = rule.actor, rule.move, rule.answers
    node = machine.rules.nodes[rule.state]
    machine.drop((role,))
    journal, log = machine.journal, machine.log
    mark, made, logged = len(journal.entries), journal.made, len(log.entries)
    others = machine.held  # the rule may make some of these roles inactive, but not before it is carried out
    while True:
        machine.actor = role
        machine.run.begin(answers)
        try:
            return True, machine.call(game, node, move, mark, None, rule.changed)
        except Suspend as suspend:
            question = suspend.question
        except Misfit:
            if not rule.changed:
                raise
            take_back(machine, mark, made, logged)
            machine.held = others
            answers = answers[: machine.run.cursor - 1]
            tell_changed(machine, role)
            mark, logged = len(journal.entries), len(log.entries)
            continue
        held = machine.stopped(question, node, move)
        strangers = [each for each in question.moves if each not in (role, CHANCE)]
        if strangers:
            raise RulesError(
                f"a rule of {role} in state {node.name!r} asked {', '.join(strangers)}: while several players are active, "
                "a rule asks its own player; ask the others in a state of their own"
            )
        for listed in question.moves.values():
            for each in listed:
                each.settle()
        take_back(machine, mark, made, logged)
        if CHANCE in question.moves:
            held.changed = rule.changed
            others = tuple([other.again(None, other.answers, other.changed) for other in others])
        machine.held = others
        machine.hold(held)
        return False, None


def found(machine: Machine, game: Definition, held: Suspended) -> Suspended:
    """A held rule with the move that began it as it is offered now, ready to run. Raises `Misfit` where it is not."""
    move: Move | None = None
    if held.begun:
        node = machine.rules.nodes[held.state]
        listed = offer(machine, game, node, held.actor, held.actor in machine.acting._value)
        move = of_text(listed, held.begun)
        if move is None:
            raise Misfit(f"{held.begun!r} by {held.actor} is not possible in state {node.name!r}")
    return held.again(move, held.answers, held.changed)


def take_back(machine: Machine, mark: int, made: int, logged: int) -> None:
    """Take back what a rule has written and told, and the tokens it has made."""
    machine.journal.rollback(mark)
    machine.journal.made = made
    machine.log.cut(logged)


def tell_changed(machine: Machine, role: str) -> None:
    """Tell a role that it must decide again."""
    machine.log.tell(len(machine.journal.entries), Told(CHANGED, ASKED_ANEW, {"you": {"role": role}}, (role,)))


# -- in other games ----------------------------------------------------------------------------------------------------


def to_json(held: Suspended, machine: Machine) -> dict[str, Any]:
    """A held rule as plain data, for snapshots."""
    return {
        "role": held.actor,
        "state": machine.rules.nodes[held.state].name,
        "move": held.begun or None,
        "given": [list(answer) for answer in held.answers],
        "asked": held.question is not None,
        "changed": held.changed,
    }


def from_json(data: Mapping[str, Any], answers: Iterable[Answer], machine: Machine) -> Suspended:
    """A held rule of a snapshot, for `resume`."""
    rule = Suspended(machine.rules.by_name[data["state"]].number, data["role"], data["move"] or "", None, tuple(answers))
    rule.changed = bool(data.get("changed"))
    return rule


def resume(machine: Machine, game: Definition, held: Suspended, asked: bool) -> None:
    """Hold a rule that was held in another game, after running it up to its question if it had ``asked`` one.

    Raises `Misfit` if its answers do not fit, `RulesError` if it asks nothing.
    """
    if not asked:
        machine.held = (*machine.held, held.again(None, held.answers, held.changed))
        return
    rule = found(machine, game, held)
    asking = machine.rule_runs(True)
    try:
        done, _target = run(machine, game, rule)
    finally:
        machine.rule_runs(asking)
    if done:
        raise RulesError(f"the rule that {held.actor} is in the middle of asks nothing more")
