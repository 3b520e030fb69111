"""Several active players: each acts when he likes, and the last one who is done takes the game on.

There is one journal, so two players cannot both be in the middle of a rule. A rule that asks its player something is
therefore *held*: what it did is taken back, its answers are kept, and it is run again with one answer more until it asks
nothing; then it is carried out whole. Whatever another player has carried out meanwhile, the held rules are run again on
the table as it is now; an answer that is no longer possible is dropped and asked anew.

Private states are places within such a state, one for each player. Where a player is, and who is active, is kept in the
journal like all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rondel.engine.log import Told
from rondel.engine.move import Move
from rondel.engine.offer import held_of, node_of, offer
from rondel.engine.prop import Prop
from rondel.engine.question import Given, Held, Suspend
from rondel.engine.rerun import Misfit
from rondel.engine.rules import Node
from rondel.engine.text import _
from rondel.engine.transition import goal_of
from rondel.engine.visibility import CHANCE
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.game import Game
    from rondel.engine.machine import Machine

CHANGED: Final = "changed"
"""The name of the event that tells a player that an answer of his has been dropped."""
ASKED_ANEW: Final = _("{you} must decide again: the table has changed")

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
    """Let roles that are out of the game have nothing more to do, where they were active."""
    if machine.node.several and any(role in machine.acting._value for role in roles):
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


def begin(machine: Machine, game: Game, target: Any) -> Node | None:
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


def act(machine: Machine, game: Game, move: Move) -> Node | None:
    """Carry out one answer of an active player; returns where the game goes, if nobody is active any more."""
    held = held_of(machine, move.role)
    begun: Move | None
    given: tuple[Given, ...]
    if held is None:
        role, node, begun, given = move.role, node_of(machine, move.role), move, ()
    else:
        role, node, begun = held.role, machine.rules.nodes[held.state], held.move
        given = (*held.given, Given(move.role, move.text, -1))
    done, target = _run(machine, game, role, node, begun, given, False)
    if not done:
        return None
    return settle(machine, game, _arrive(machine, game, role, node, target, begun))


def settle(machine: Machine, game: Game, goal: Node | None) -> Node | None:
    """Bring everybody to rest after the table has changed: begin private states, run the held rules again.

    Returns where the game goes, if nobody is active any more.
    """
    for _round in range(_LIMIT):
        main = machine.node
        acting = machine.acting._value
        beginner = next((role for role in acting if main.master and node_of(machine, role) is main), None)
        if beginner is not None:
            found = _first(machine, game, beginner)
        elif not acting:
            if goal is None:
                raise RulesError(
                    f"nobody is active in state {main.name!r} any more, and no rule says where the game goes; return the state "
                    "that follows"
                )
            _leave(machine)
            return goal
        else:
            finished, found = _held_again(machine, game)
            if not finished:
                return None
        goal = found or goal
    raise RulesError(f"players of state {machine.node.name!r} go from one state to the next without end")


def _first(machine: Machine, game: Game, role: str) -> Node | None:
    """Send an active role to the private state where it begins."""
    main = machine.node
    state: Any = main.state
    return _arrive(machine, game, role, main, machine.look(lambda: state.first(game, role)), None)


def _leave(machine: Machine) -> None:
    _set(machine.private, ("",) * len(machine.roles))
    machine.held = ()


def _arrive(machine: Machine, game: Game, role: str, node: Node, target: Any, begun: Move | None) -> Node | None:
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
        done, target = _run(machine, game, role, goal, None, (), False)
        if not done:
            return None
        node, rule = goal, "enter"
    raise RulesError(f"private states of {role} follow each other without end; the last one was {node.name!r}")


# -- held rules --------------------------------------------------------------------------------------------------------


def _held_again(machine: Machine, game: Game) -> tuple[bool, Node | None]:
    """Run the held rules again until one of them asks nothing more; whether one did, and where it leads.

    What a rule that is still held has looked at tells nobody anything but its own player, so it does not count as read by
    whoever has just answered: else he could tell by his undo that somebody is in the middle of a rule.
    """
    looks = machine.journal.looks()
    for held in machine.held:
        node = machine.rules.nodes[held.state]
        begun = held.move
        if begun is not None:
            again = [move for move in _offered(machine, game, node, held.role) if move.text == begun.text]
            if not again:
                _drop(machine, held.role)
                _tell_changed(machine, held.role)
                machine.journal.forget_looks(looks)
                continue
            begun = again[0]
        done, target = _run(machine, game, held.role, node, begun, held.given, True)
        if done:
            return True, _arrive(machine, game, held.role, node, target, begun)
        machine.journal.forget_looks(looks)
    return False, None


def _offered(machine: Machine, game: Game, node: Node, role: str) -> list[Move]:
    return offer(machine, game, node, role, role in machine.acting._value)


def _drop(machine: Machine, role: str) -> None:
    machine.held = tuple([held for held in machine.held if held.role != role])


def _tell_changed(machine: Machine, role: str) -> None:
    machine.log.tell(len(machine.journal.entries), Told(CHANGED, ASKED_ANEW, {"you": {"role": role}}, (role,)))


def _run(
    machine: Machine, game: Game, role: str, node: Node, move: Move | None, given: tuple[Given, ...], changed: bool
) -> tuple[bool, Any]:
    """Run a rule with the answers it has: carried out, and where it leads; or held, where it asks for more.

    With ``changed`` the table is another than when the answers were given: those that do not fit are dropped.
    """
    _drop(machine, role)
    journal, log = machine.journal, machine.log
    mark, made, logged = len(journal.entries), journal.made, len(log.entries)
    others = machine.held  # of whom the rule may stop some, by making them inactive; but not before it is carried out
    while True:
        machine.prepare(role, given)
        try:
            target = machine.call(game, node, move, mark)
        except Suspend as suspend:
            machine.check_question(node, suspend.question)
            strangers = [each for each in suspend.question.moves if each not in (role, CHANCE)]
            if strangers:
                raise RulesError(
                    f"a rule of {role} in state {node.name!r} asked {', '.join(strangers)}: while several players are active, "
                    "a rule asks its own player; ask the others in a state of their own"
                ) from None
            for listed in suspend.question.moves.values():
                for each in listed:
                    each.settle()
            _take_back(machine, mark, made, logged)
            held = Held(role, node.number, move, machine.answered(), suspend.question)
            machine.held = tuple(sorted([*others, held], key=lambda each: machine.roles.index(each.role)))
            return False, None
        except Misfit:
            if not changed:
                raise
            _take_back(machine, mark, made, logged)
            machine.held = others
            given = given[: machine.asked_so_far() - 1]
            _tell_changed(machine, role)
            mark, logged = len(journal.entries), len(log.entries)
            continue
        machine.check_finished(node, move, changed)
        return True, target


def _take_back(machine: Machine, mark: int, made: int, logged: int) -> None:
    machine.journal.rollback(mark)
    machine.journal.made = made
    del machine.log.entries[logged:]


# -- elsewhere ---------------------------------------------------------------------------------------------------------


def key(machine: Machine) -> object:
    """What makes two positions different where several players act."""
    held = [(each.role, each.move.text if each.move is not None else "", _texts(each)) for each in machine.held]
    return machine.acting._value, machine.private._value, tuple(held)


def _texts(held: Held) -> tuple[tuple[str, str], ...]:
    return tuple([(given.role, given.text) for given in held.given])


def to_json(held: Held, machine: Machine) -> dict[str, Any]:
    """A held rule as plain data, for snapshots."""
    return {
        "role": held.role,
        "state": machine.rules.nodes[held.state].name,
        "move": held.move.text if held.move is not None else None,
        "given": [list(each) for each in _texts(held)],
    }


def resume(machine: Machine, game: Game, role: str, node: Node, move: str | None, given: list[tuple[str, str]]) -> None:
    """Hold a rule that was held in another game. Raises `Misfit` if its answers do not fit, `RulesError` if it asks nothing."""
    begun = None
    if move is not None:
        begun = next((each for each in _offered(machine, game, node, role) if each.text == move), None)
        if begun is None:
            raise Misfit(f"{move!r} by {role} is not possible in state {node.name!r}")
    asking = machine.rule_runs(True)
    try:
        done, _target = _run(machine, game, role, node, begun, tuple([Given(who, text, -1) for who, text in given]), False)
    finally:
        machine.rule_runs(asking)
    if done:
        raise RulesError(f"the rule that {role} is in the middle of asks nothing more")
