"""The runner: takes transitions, and runs the automatic states that follow until somebody must answer.

Everything that carries out a rule of one player goes through `go`; the moves of several active players come in by `act`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.checks.attribute_hints import hint
from rondel.engine.checks.transitions import Node, goal_of
from rondel.engine.components.move import Move
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import Frame, Suspend
from rondel.engine.play.simultaneous import active_roles as several
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError, endless

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_AUTOMATIC_LIMIT: Final = 10_000


def act(machine: Machine, game: Definition, move: Move) -> None:
    """Carry out a move of one of several active players."""
    if move.role == CHANCE:
        machine.chance.draws += 1
    goal = several.act(machine, game, move)
    if goal is not None:
        go(machine, game, None, "", goal)


def go(machine: Machine, game: Definition, target: Any, rule: str, known: Node | None = None) -> None:
    """Take a transition, and run the automatic states that follow, until somebody must answer."""
    machine.frame = None
    machine.question = None
    passed: list[str] | None = None
    for _step in range(_AUTOMATIC_LIMIT):
        node = known
        if node is None:
            node = machine.node.ways[rule].get(target) if isinstance(target, type) else None
            if node is None:
                node = goal_of(machine.rules, machine.node, target, rule)
        if machine.path is not None:
            machine.path.append((machine.node.name, rule, node.name))
        machine.node = node
        if node.updates_progress:
            machine.progress_mark = len(machine.journal.entries)
        if node.enters:
            target = _enter(machine, game, node)
            if _waits(machine):
                return
            if target is None and not node.automatic and not node.several:
                machine.check_player()
                return
        elif not node.several:
            if not node.end:
                machine.check_player()
            return
        else:
            target = None
        known = several.begin(machine, game, target) if node.several else None
        if node.several and known is None:
            return
        rule = "enter"
        if passed is None:
            passed = []  # only now: most rules go straight to a player's state
        passed.append(node.name)
    passed = passed or []
    loop = passed[-(passed[-2::-1].index(passed[-1]) + 2) :] if passed[-1] in passed[:-1] else passed[-10:]
    raise RulesError(f"automatic states follow each other without end: {' → '.join(loop)}")


def _enter(machine: Machine, game: Definition, node: Node) -> Any:
    """Run a state's ``enter``; returns where it goes, or ``node`` itself when it asked something."""
    mark = len(machine.journal.entries)
    made = machine.journal.made
    logged = len(machine.log.entries)
    if machine._given:
        machine._given = []
        machine._cursor = 0
    player = machine.actor = machine.order._value[0] if machine.order._value else ""
    try:
        target = node.state.enter(game)
    except Suspend as suspend:
        machine.suspend(suspend, Frame(node.number, None, player, mark, made, logged, ()))
        return node
    if machine._suspended:
        machine.swallowed(f"enter of {node.name}")
    if node.one and _player_changed(machine, player):
        raise _changed_player(machine, node, player)
    return target


def _player_changed(machine: Machine, player: str) -> bool:
    order = machine.order._value
    return len(order) > 0 and player != "" and order[0] != player


def _changed_player(machine: Machine, node: Node, player: str) -> RulesError:
    return RulesError(
        f"the active player changed from {player!r} to {machine.order._value[:1]} during state {node.name!r}; change it "
        "before: in the rule that goes there, or in an automatic state between"
    )


def _waits(machine: Machine) -> bool:
    """Whether a rule is suspended. A method, because the compiler would trust what the frame was before a rule ran."""
    return machine.frame is not None


def start(machine: Machine, game: Definition, target: Any, known: Node | None = None) -> None:
    """Enter the first state: what setup returned, or the one that a position names."""
    goal = machine.rules.starts.get(target) if isinstance(target, type) else None
    if goal is not None and machine.order._value and machine.path is None:  # as in `go`, for the most of games
        machine.node = goal
        if goal.updates_progress:
            machine.progress_mark = len(machine.journal.entries)
        return
    machine.asking = True
    try:
        go(machine, game, target, "setup", known)
    except RecursionError as error:
        raise endless(f"'enter' of state {machine.node.name!r}") from error
    except (AttributeError, TypeError) as error:
        slip = hint(error)
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
            go(machine, game, None, "", goal)
    finally:
        machine.rule_runs(asking)
