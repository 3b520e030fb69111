"""Active roles: a state with several active players, who act at any time until the last one is done.

There is one journal, so only one player's rule can have its writes in it. A rule that asks its player something is therefore
held (`rondel.engine.play.simultaneous.pending_rules`), and carried out as a whole when it asks nothing more. After a player's
rule has been carried out, the held rules of the others run again on the new table; an answer that is no longer possible is
dropped, and its player is asked anew.

Where chance is answered from outside, all players wait for its answer, and go on as if it had been given at once. So the
answers of a record mean the same in both modes of chance.

Private states are states of single players within such a state. The private state of each player, and the active roles, are
in the journal like everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.checks.transitions import Node, goal_of
from rondel.engine.components.move import Move
from rondel.engine.components.prop import Prop
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.run import Suspended
from rondel.engine.play.simultaneous.pending_rules import found, run, take_back, tell_changed
from rondel.engine.visibility import CHANCE
from rondel.errors import BadRecord, RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_LIMIT: Final = 1_000


# -- the active roles --------------------------------------------------------------------------------------------------


def activate(machine: Machine, roles: tuple[str, ...]) -> None:
    """Make roles active. Raises `RulesError` outside a state with several active players, and for unknown roles."""
    _check(machine, roles, "activate")
    now = machine.acting._value
    _set(machine.acting, tuple([role for role in machine.roles if role in now or role in roles]))


def deactivate(machine: Machine, roles: tuple[str, ...]) -> None:
    """Make roles inactive. Raises `RulesError` as `activate` does."""
    _check(machine, roles, "deactivate")
    _retire(machine, roles)


def leave(machine: Machine, roles: tuple[str, ...]) -> None:
    """Make roles inactive that leave the game, in a state with several active players."""
    if machine.node.several:
        _retire(machine, roles)


def _check(machine: Machine, roles: tuple[str, ...], what: str) -> None:
    if not machine.node.several:
        where = "setup" if machine.node.end else f"state {machine.node.name!r}"
        raise RulesError(
            f"{where} cannot {what} players: only a MultipleActivePlayers state has several; call "
            f"game.{what}(...) in its 'enter' or in its actions"
        )
    machine.check_roles(roles, f"game.{what}(...) in state {machine.node.name!r} names")


def _retire(machine: Machine, roles: tuple[str, ...]) -> None:
    now = machine.acting._value
    _set(machine.acting, tuple([role for role in now if role not in roles]))
    for role in roles:
        _place(machine, role, "")
    machine.drop(roles)


def _set(prop: Prop[tuple[str, ...]], value: tuple[str, ...]) -> None:
    """Assign a prop of the machine if its value changes."""
    if prop._value != value:
        prop._assign(value)


def _place(machine: Machine, role: str, name: str) -> None:
    """Set the private state of a role; an empty name for none."""
    seat = machine.roles.index(role)
    places = machine.private._value
    _set(machine.private, (*places[:seat], name, *places[seat + 1 :]))


# -- transitions -------------------------------------------------------------------------------------------------------


def begin(machine: Machine, game: Definition, target: Any) -> Node | None:
    """Start the current state after its ``enter`` has returned ``target``. Returns the next state if nobody has to act."""
    node = machine.node
    acting = machine.acting._value
    if target is not None:
        if acting:
            raise RulesError(
                f"'enter' of state {node.name!r} activated {', '.join(acting)} and yet went to {target!r}; return where the "
                "game goes only when nobody is active"
            )
        return goal_of(machine.rules, node, target, "enter")
    if not acting:
        if node.enters:
            raise RulesError(
                f"'enter' of state {node.name!r} activated nobody; call game.activate(...) for those who act, or return where "
                "the game goes when nobody does"
            )
        everybody = machine.order._value
        if not everybody:
            raise RulesError(f"state {node.name!r} has no players: play_order is empty")
        activate(machine, everybody)
    return settle(machine, game, None)


def act(machine: Machine, game: Definition, move: Move) -> Node | None:
    """Carry out one answer of an active player. Returns the next state if no role is active any more."""
    held = machine.held_of(move.role)
    if held is None:
        node = machine.node_of(move.role)
        done, goal = _carry_out(machine, game, Suspended(node.number, move.role, move.text, move))
    else:
        again = held.again(held.move, (*held.answers, move.answer), held.changed and move.role == CHANCE)
        done, goal = _carry_out_again(machine, game, again) if again.changed else _carry_out(machine, game, again)
    if not done and move.role != CHANCE:  # an answer of chance is one for which `settle` has waited
        return None
    return settle(machine, game, goal)


def settle(machine: Machine, game: Definition, goal: Node | None) -> Node | None:
    """Begin private states and run the held rules again, until only answers can change the table.

    Returns the next state if no role is active any more: ``goal``, or the one to which the last rule leads.
    """
    for _round in range(_LIMIT):
        main = machine.node
        acting = machine.acting._value
        if machine.held_of(CHANCE) is not None:
            return None
        beginner = next((role for role in acting if main.master and machine.node_of(role) is main), None)
        if beginner is not None:
            goal = _first(machine, game, beginner)
        elif not acting:
            _check_somebody(machine, goal)
            _leave(machine)
            return goal
        else:
            finished, goal = _held_again(machine, game)
            if not finished:
                return None
    raise RulesError(f"players of state {machine.node.name!r} go from one state to the next without end")


def _check_somebody(machine: Machine, goal: Node | None) -> None:
    """Raise `RulesError` if a rule has made the last role inactive without returning the next state."""
    if goal is None and not machine.acting._value:
        raise RulesError(
            f"nobody is active in state {machine.node.name!r} any more, and no rule says where the game goes; return the state "
            "that follows"
        )


def _first(machine: Machine, game: Definition, role: str) -> Node | None:
    """Send an active role to its first private state."""
    main = machine.node
    state: Any = main.state
    return _arrive(machine, game, role, main, machine.look(lambda: state.first(game, role), role), None)


def _leave(machine: Machine) -> None:
    _set(machine.private, ("",) * len(machine.roles))
    machine.held = ()


def _arrive(machine: Machine, game: Definition, role: str, node: Node, target: Any, begun: Move | None) -> Node | None:
    """Bring a role to the state to which its rule leads. Returns the game's next state if the role is done.

    The rule is that of the move ``begun``; without one the ``first`` of the master, or the ``enter`` of a private state, which
    may return None and stay.
    """
    main = machine.node
    rule = begun.action if begun is not None else "enter" if node.private else "first"
    for _step in range(_LIMIT):
        if target is None and rule == "enter":
            return None
        goal = goal_of(machine.rules, node, target, rule)
        if machine.path is not None:
            machine.path.append((node.name, rule, goal.name))
        if goal is main:
            if node.private:
                raise RulesError(
                    f"{rule!r} of the private state {node.name!r} went to {main.name!r}, where its player is already; go to "
                    "the state that follows when everybody is done"
                )
            return None
        if not goal.private:
            _retire(machine, (role,))
            return goal
        activate(machine, (role,))
        _place(machine, role, goal.name)
        if not goal.enters:
            return None
        done, target = run(machine, game, Suspended(goal.number, role, "", None))
        if not done:
            return None
        node, rule = goal, "enter"
    raise RulesError(f"private states of {role} follow each other without end; the last one was {node.name!r}")


# -- held rules --------------------------------------------------------------------------------------------------------


def _carry_out(machine: Machine, game: Definition, rule: Suspended) -> tuple[bool, Node | None]:
    """Run a rule, and bring its player to where it leads. Returns whether it has ended, and the game's next state."""
    done, target = run(machine, game, rule)
    if not done:
        return False, None
    return True, _arrive(machine, game, rule.actor, machine.rules.nodes[rule.state], target, rule.move)


def _carry_out_again(machine: Machine, game: Definition, rule: Suspended) -> tuple[bool, Node | None]:
    """`_carry_out` for a held rule that runs again because another role's answer has changed the table.

    An error of the rule is not reported to the role that has answered. The rule is dropped, and fails again when its player
    begins it again. The ``enter`` of a private state cannot be dropped: it runs again without answers, and must not fail then.
    """
    journal = machine.journal
    mark, made, logged = len(journal.entries), journal.made, len(machine.log.entries)
    before = machine.held
    try:
        done, goal = _carry_out(machine, game, found(machine, game, rule))
        if done:
            _check_somebody(machine, goal)
    except BadRecord:
        raise
    except Exception:  # noqa: BLE001 - no error of this rule is the fault of the role that has answered
        take_back(machine, mark, made, logged)
        machine.held = before
        machine.drop((rule.actor,))
        tell_changed(machine, rule.actor)
        if rule.begun:
            return False, None
        done, goal = _carry_out(machine, game, rule.again(None, (), True))
    if done:
        machine.note_ended(rule.actor)
    return done, goal


def _held_again(machine: Machine, game: Definition) -> tuple[bool, Node | None]:
    """Run the held rules again until one of them ends. Returns whether one has ended, and the game's next state.

    What a rule that stays held has read does not count as read by the role that has just answered. Otherwise the barrier of
    that role's undo would reveal that another role's rule is held.
    """
    looks = machine.journal.looks()
    for held in machine.held:
        done, goal = _carry_out_again(machine, game, held.again(None, held.answers, True))
        if done:
            return True, goal
        machine.journal.forget_looks(looks)
        if machine.held_of(CHANCE) is not None:
            break
    return False, None


def key(machine: Machine) -> object:
    """The part of the position's key that several active players add."""
    held = tuple([(rule.actor, rule.begun, rule.answers) for rule in machine.held])
    return machine.acting._value, machine.private._value, held
