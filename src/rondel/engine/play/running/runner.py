"""The runner: takes a transition, and runs the automatic states that follow until a player or chance must answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.checks.attribute_hints import clearer
from rondel.engine.checks.transitions import Node, goal_of
from rondel.engine.components.move import Move
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Suspend
from rondel.engine.play.simultaneous import active_roles as several
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_AUTOMATIC_LIMIT: Final = 10_000
_TRACED: Final = 100
"""The number of states before the limit whose names the error may need."""


def act(machine: Machine, game: Definition, move: Move) -> None:
    """Carry out a move of one of several active players."""
    if move.role == CHANCE:
        machine.chance.draws += 1
    goal = several.act(machine, game, move)
    if goal is not None:
        enter(machine, game, goal, "")


def go(machine: Machine, game: Definition, target: Any, rule: str) -> None:
    """Take the transition that a rule of the current state has returned."""
    enter(machine, game, goal_of(machine.rules, machine.node, target, rule), rule)


def enter(machine: Machine, game: Definition, goal: Node, rule: str) -> None:
    """Enter a state to which a rule has led, and the states that follow, until somebody must answer."""
    passed: list[str] = []
    for step in range(_AUTOMATIC_LIMIT):
        if machine.path is not None:
            machine.path.append((machine.node.name, rule, goal.name))
        machine.node = goal
        if goal.updates_progress:
            machine.progress_mark = len(machine.journal.entries)
        if goal.rests:
            if not machine.order._value and goal.one:
                machine.check_player()
            return
        after = _run_enter(machine, game, goal) if goal.enters else several.begin(machine, game, None)
        if after is None:
            return
        if step >= _AUTOMATIC_LIMIT - _TRACED:
            passed.append(goal.name)
        goal = after
        rule = "enter"
    loop = passed[-(passed[-2::-1].index(passed[-1]) + 2) :] if passed[-1] in passed[:-1] else passed[-10:]
    raise RulesError(f"automatic states follow each other without end: {' → '.join(loop)}")


def _run_enter(machine: Machine, game: Definition, node: Node) -> Node | None:
    """Run a state's ``enter``. Returns the state that follows; None where somebody must answer."""
    journal = machine.journal
    mark, made, logged = len(journal.entries), journal.made, len(machine.log.entries)
    order = machine.order._value
    machine.actor = order[0] if order else ""
    run = machine.run
    if run.answers:
        run.begin()
    try:
        target = node.state.enter(game)
    except Suspend as suspend:
        machine.suspend(suspend.question, node, None, mark, made, logged)
        return None
    if run.suspended:
        machine.swallowed(f"enter of {node.name}")
    return after_enter(machine, game, node, target)


def after_enter(machine: Machine, game: Definition, node: Node, target: Any) -> Node | None:
    """The state that follows one whose ``enter`` has returned ``target``; None where somebody must answer in this one."""
    if node.one:
        player, order = machine.actor, machine.order._value
        if player and order and order[0] != player:
            raise RulesError(
                f"the active player changed from {player!r} to {order[:1]} during state {node.name!r}; change it "
                "before: in the rule that goes there, or in an automatic state between"
            )
    if node.several:
        return several.begin(machine, game, target)
    if target is None and not node.automatic:
        machine.check_player()
        return None
    return goal_of(machine.rules, node, target, "enter")


def start(machine: Machine, game: Definition, target: Any, known: Node | None = None) -> None:
    """Enter the first state: ``known``, or the one that setup has returned."""
    goal = machine.rules.starts.get(target) if isinstance(target, type) else None
    if goal is not None and machine.order._value and machine.path is None:  # as `enter` does; most games begin so
        machine.node = goal
        if goal.updates_progress:
            machine.progress_mark = len(machine.journal.entries)
        return
    machine.asking = True
    try:
        if known is None:
            go(machine, game, target, "setup")
        else:
            enter(machine, game, known, "setup")
    except (RecursionError, AttributeError, TypeError) as error:
        slip = clearer(error, f"'enter' of state {machine.node.name!r}")
        if slip is not None:
            raise slip from error
        raise
    finally:
        machine.asking = False


def settle(machine: Machine, game: Definition) -> None:
    """Bring several active players to rest on a table that has changed, or from which a game starts."""
    asking = machine.rule_runs(True)
    try:
        goal = several.settle(machine, game, None)
        if goal is not None:
            enter(machine, game, goal, "")
    finally:
        machine.rule_runs(asking)
