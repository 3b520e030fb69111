"""Pending rules: the rule of one of several active players that waits for an answer while the others go on.

Such a rule is run up to its question, what it did is taken back, and its answers are kept; with the last answer it is
carried out whole. In between it is run again on every table that the others make of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.components.move import Move
from rondel.engine.play.listing import offer
from rondel.engine.play.log import Told
from rondel.engine.play.running.determinism import Misfit
from rondel.engine.play.running.inquiry import answered, asked_so_far, check_finished
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import NOT_ASKED, Given, Held, Question, Suspend
from rondel.engine.text import _
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

CHANGED: Final = "changed"
"""The name of the event that tells a player that an answer of his has been dropped."""
ASKED_ANEW: Final = _("{you} must decide again: the table has changed")

_OPEN: Final = Question("", {}, ())
"""Stands for the question of a held rule in a snapshot, which does not say what is asked."""


# -- running -----------------------------------------------------------------------------------------------------------


def run(machine: Machine, game: Definition, rule: Held) -> tuple[bool, Any]:
    """Run a rule with the answers it has: carried out, and where it leads; or held, where it asks for more.

    Where the table is another than when the answers were given, those that do not fit are dropped.
    """
    role, move, given = rule.role, rule.move, rule.given
    node = machine.rules.nodes[rule.state]
    drop(machine, role)
    journal, log = machine.journal, machine.log
    mark, made, logged = len(journal.entries), journal.made, len(log.entries)
    others = machine.held  # of whom the rule may stop some, by making them inactive; but not before it is carried out
    while True:
        machine.prepare(role, given)
        try:
            target = machine.call(game, node, move, mark)
        except Suspend as suspend:
            machine._suspended = False
            suspend.question.check(node, machine.roles)
            strangers = [each for each in suspend.question.moves if each not in (role, CHANCE)]
            if strangers:
                raise RulesError(
                    f"a rule of {role} in state {node.name!r} asked {', '.join(strangers)}: while several players are active, "
                    "a rule asks its own player; ask the others in a state of their own"
                ) from None
            for listed in suspend.question.moves.values():
                for each in listed:
                    each.settle()
            take_back(machine, mark, made, logged)
            if CHANCE in suspend.question.moves:
                others = tuple([_unasked(held) for held in others])
            changed = rule.changed and CHANCE in suspend.question.moves
            held = Held(role, node.number, rule.begun, move, answered(machine), suspend.question, changed)
            machine.held = tuple(sorted([*others, held], key=lambda each: machine.roles.index(each.role)))
            return False, None
        except Misfit:
            if not rule.changed:
                raise
            take_back(machine, mark, made, logged)
            machine.held = others
            given = given[: asked_so_far(machine) - 1]
            tell_changed(machine, role)
            mark, logged = len(journal.entries), len(log.entries)
            continue
        check_finished(machine, node, move, rule.changed)
        return True, target


def found(machine: Machine, game: Definition, held: Held) -> Held:
    """A held rule with the move that began it as it is offered now, ready to run. Raises `Misfit` where it is not."""
    move: Move | None = None
    if held.begun:
        node = machine.rules.nodes[held.state]
        listed = offer(machine, game, node, held.role, held.role in machine.acting._value)
        move = next((each for each in listed if each.text == held.begun), None)
        if move is None:
            raise Misfit(f"{held.begun!r} by {held.role} is not possible in state {node.name!r}")
    return Held(held.role, held.state, held.begun, move, held.given, NOT_ASKED, held.changed)


def _unasked(held: Held) -> Held:
    """The same rule, to be run again before it asks anything."""
    return Held(held.role, held.state, held.begun, None, held.given, NOT_ASKED, held.changed)


def drop(machine: Machine, role: str) -> None:
    """Forget what a role is in the middle of, if it is."""
    machine.held = tuple([held for held in machine.held if held.role != role])


def take_back(machine: Machine, mark: int, made: int, logged: int) -> None:
    """Take back what a rule has written, made and told."""
    machine.journal.rollback(mark)
    machine.journal.made = made
    del machine.log.entries[logged:]


def tell_changed(machine: Machine, role: str) -> None:
    """Tell a role that it must decide again."""
    machine.log.tell(len(machine.journal.entries), Told(CHANGED, ASKED_ANEW, {"you": {"role": role}}, (role,)))


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def key(machine: Machine) -> object:
    """What makes two positions different where rules are held."""
    return tuple([(each.role, each.begun, _texts(each)) for each in machine.held])


def _texts(held: Held) -> tuple[tuple[str, str], ...]:
    return tuple([(given.role, given.text) for given in held.given])


def to_json(held: Held, machine: Machine) -> dict[str, Any]:
    """A held rule as plain data, for snapshots."""
    return {
        "role": held.role,
        "state": machine.rules.nodes[held.state].name,
        "move": held.begun or None,
        "given": [list(each) for each in _texts(held)],
        "asked": held.question is not NOT_ASKED,
        "changed": held.changed,
    }


def from_json(data: Mapping[str, Any], given: Iterable[tuple[str, str]], machine: Machine) -> Held:
    """A held rule of a snapshot, which `resume` holds again."""
    answers = tuple([Given(role, text, -1) for role, text in given])
    question = _OPEN if data.get("asked", True) else NOT_ASKED
    state = machine.rules.by_name[data["state"]].number
    return Held(data["role"], state, data["move"] or "", None, answers, question, bool(data.get("changed")))


def resume(machine: Machine, game: Definition, held: Held) -> None:
    """Hold a rule that was held in another game. Raises `Misfit` if its answers do not fit, `RulesError` if it asks nothing."""
    if held.question is NOT_ASKED:
        machine.held = (*machine.held, _unasked(held))
        return
    rule = found(machine, game, held)
    asking = machine.rule_runs(True)
    try:
        done, _target = run(machine, game, rule)
    finally:
        machine.rule_runs(asking)
    if done:
        raise RulesError(f"the rule that {held.role} is in the middle of asks nothing more")
