"""Active roles: a state in which several players act, each at any time, until the last one is done.

There is one journal, so two players cannot both be in the middle of a rule. A rule that asks its player something is therefore
held (`rondel.engine.play.simultaneous.pending_rules`), and carried out whole when it asks nothing more. Whatever a player has
carried out, the held rules of the others are run again on the table as it is now; an answer that is no longer possible is
dropped and asked anew.

Where somebody else answers for chance, all wait for it in the middle of that, and go on afterwards as if it had answered at
once: so the answers of a record mean the same however chance is answered.

Private states are places within such a state, one for each player. Where a player is, and who is active, is kept in the
journal like all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.checks.transitions import Node, goal_of
from rondel.engine.components.move import Move
from rondel.engine.components.prop import Prop
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.question import NOT_ASKED, Given, Held
from rondel.engine.play.simultaneous.pending_rules import found, run, take_back, tell_changed
from rondel.engine.play.simultaneous.pending_rules import key as held_key
from rondel.engine.visibility import CHANCE
from rondel.errors import BadRecord, RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition

_LIMIT: Final = 1_000


# -- who is active -----------------------------------------------------------------------------------------------------


def activate(machine: Machine, roles: tuple[str, ...]) -> None:
    """Make roles active; in seat order, each once. Raises `RulesError` where nobody can be."""
    _check(machine, roles, "activate")
    now = machine.acting._value
    _set(machine.acting, tuple([role for role in machine.roles if role in now or role in roles]))


def deactivate(machine: Machine, roles: tuple[str, ...]) -> None:
    """Make roles inactive. Raises `RulesError` where nobody can be active."""
    _check(machine, roles, "deactivate")
    _retire(machine, roles)


def leave(machine: Machine, roles: tuple[str, ...]) -> None:
    """Let roles that are out of the game have nothing more to do, where several act."""
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
    machine.held = tuple([held for held in machine.held if held.role not in roles])


def _set(prop: Prop[tuple[str, ...]], value: tuple[str, ...]) -> None:
    """Write a prop of the machine where it changes."""
    if prop._value != value:
        prop._assign(value)


def _place(machine: Machine, role: str, name: str) -> None:
    """Put a role into a private state, or out of it."""
    seat = machine.roles.index(role)
    places = machine.private._value
    _set(machine.private, (*places[:seat], name, *places[seat + 1 :]))


# -- coming and going --------------------------------------------------------------------------------------------------


def begin(machine: Machine, game: Definition, target: Any) -> Node | None:
    """Start the current state after its ``enter``; returns where the game goes if nobody has anything to do."""
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
    """Carry out one answer of an active player; returns where the game goes, if nobody is active any more."""
    held = machine.held_of(move.role)
    if held is None:
        node = machine.node_of(move.role)
        done, goal = _carry_out(machine, game, Held(move.role, node.number, move.text, move, (), NOT_ASKED))
    else:
        given = (*held.given, Given(move.role, move.text, -1))
        again = Held(held.role, held.state, held.begun, held.move, given, NOT_ASKED, held.changed and move.role == CHANCE)
        done, goal = _carry_out_again(machine, game, again) if again.changed else _carry_out(machine, game, again)
    if not done and move.role != CHANCE:  # else others wait for it in the middle of coming to rest
        return None
    return settle(machine, game, goal)


def settle(machine: Machine, game: Definition, goal: Node | None) -> Node | None:
    """Bring everybody to rest after the table has changed: begin private states, run the held rules again.

    Returns where the game goes, if nobody is active any more.
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
    """Raise `RulesError` where the last one was stopped by a rule that does not say where the game goes."""
    if goal is None and not machine.acting._value:
        raise RulesError(
            f"nobody is active in state {machine.node.name!r} any more, and no rule says where the game goes; return the state "
            "that follows"
        )


def _first(machine: Machine, game: Definition, role: str) -> Node | None:
    """Send an active role to the private state where it begins."""
    main = machine.node
    state: Any = main.state
    return _arrive(machine, game, role, main, machine.look(lambda: state.first(game, role), role), None)


def _leave(machine: Machine) -> None:
    _set(machine.private, ("",) * len(machine.roles))
    machine.held = ()


def _arrive(machine: Machine, game: Definition, role: str, node: Node, target: Any, begun: Move | None) -> Node | None:
    """Bring a role to where its rule leads; returns the state of the game to which it leads if the role is done.

    The rule is that of a move, or else the state's own: the ``first`` of the master, the ``enter`` of a private state, which
    may return nothing and lead nowhere.
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
        done, target = run(machine, game, Held(role, goal.number, "", None, (), NOT_ASKED))
        if not done:
            return None
        node, rule = goal, "enter"
    raise RulesError(f"private states of {role} follow each other without end; the last one was {node.name!r}")


# -- held rules --------------------------------------------------------------------------------------------------------


def _carry_out(machine: Machine, game: Definition, rule: Held) -> tuple[bool, Node | None]:
    """Run a rule; if it has all its answers, bring its player to where it leads. Whether it has, and where the game goes."""
    done, target = run(machine, game, rule)
    if not done:
        return False, None
    return True, _arrive(machine, game, rule.role, machine.rules.nodes[rule.state], target, rule.move)


def _carry_out_again(machine: Machine, game: Definition, rule: Held) -> tuple[bool, Node | None]:
    """The same for a rule that another's answer makes run again, on a table that is no more the one it was begun on.

    If it fails there, that is nothing to whoever has answered: what its player has begun is dropped, and fails again where he
    begins it again. The ``enter`` of a private state cannot be dropped: it is asked from its start, and must not fail then.
    """
    journal = machine.journal
    mark, made, logged = len(journal.entries), journal.made, len(machine.log.entries)
    others = tuple([held for held in machine.held if held.role != rule.role])
    try:
        done, goal = _carry_out(machine, game, found(machine, game, rule))
        if done:
            _check_somebody(machine, goal)
    except BadRecord:
        raise
    except Exception:  # noqa: BLE001 - whatever the rules raise, it is not the fault of who has answered
        take_back(machine, mark, made, logged)
        machine.held = others
        tell_changed(machine, rule.role)
        if rule.begun:
            return False, None
        done, goal = _carry_out(machine, game, Held(rule.role, rule.state, "", None, (), NOT_ASKED, True))
    if done:
        machine.note_ended(rule.role)
    return done, goal


def _held_again(machine: Machine, game: Definition) -> tuple[bool, Node | None]:
    """Run the held rules again until one of them asks nothing more; whether one did, and where it leads.

    What a rule that is still held has looked at tells nobody anything but its own player, so it does not count as read by
    whoever has just answered: else he could tell by his undo that somebody is in the middle of a rule.
    """
    looks = machine.journal.looks()
    for held in machine.held:
        again = Held(held.role, held.state, held.begun, None, held.given, NOT_ASKED, True)
        done, goal = _carry_out_again(machine, game, again)
        if done:
            return True, goal
        machine.journal.forget_looks(looks)
        if machine.held_of(CHANCE) is not None:
            break
    return False, None


def key(machine: Machine) -> object:
    """What makes two positions different where several players act."""
    return machine.acting._value, machine.private._value, held_key(machine)
