"""Offers: who may answer now, and what.

In most states the current player may; in others several players, each at a place of his own; in the middle of a rule,
whom it asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.engine.checks.attribute_hints import told
from rondel.engine.checks.transitions import Node
from rondel.engine.components.move import Move, forced
from rondel.engine.declarations.action import Action
from rondel.engine.play.question import Held
from rondel.engine.visibility import CHANCE
from rondel.errors import AmbiguousMove, RulesError, endless

if TYPE_CHECKING:
    from rondel.engine.game import Game
    from rondel.engine.play.machine import Machine


# -- who ---------------------------------------------------------------------------------------------------------------


def active(machine: Machine, game: Game) -> tuple[str, ...]:
    """The roles the game waits for. Where several act, chance comes first, if somebody else answers for it."""
    if machine.frame is not None:
        return machine.open_question(game).waiting
    if machine.node.end:
        return ()
    return _acting(machine) if machine.node.several else _turn(machine)


def _turn(machine: Machine) -> tuple[str, ...]:
    """The current player alone; nobody where there is none."""
    order = machine.order._value
    if order:
        first = order[0]
        for alone in machine.rules.alone:  # made once: a search asks at every step
            if alone[0] is first:
                return alone
    return order[:1]


def asked(machine: Machine, game: Game) -> tuple[str, ...]:
    """The roles that may answer now, those included that may only change their answers."""
    return tuple(machine.open_question(game).moves) if machine.frame is not None else active(machine, game)


def is_shared(game: Game) -> bool:
    """Whether several roles may answer at the same time now, those included that may only change their answers."""
    machine = game._machine
    return len(machine.open_question(game).moves) > 1 if machine.frame is not None else machine.node.several


def _acting(machine: Machine) -> tuple[str, ...]:
    return (CHANCE,) if held_of(machine, CHANCE) is not None else machine.acting._value


def held_of(machine: Machine, role: str) -> Held | None:
    """The rule of one of several active players that waits for an answer of ``role``, or is its own."""
    for held in machine.held:
        if held.role == role or (role == CHANCE and CHANCE in held.question.moves):
            return held
    return None


def node_of(machine: Machine, role: str) -> Node:
    """The state a role is in: its private one, if it is in one."""
    if not machine.node.master:
        return machine.node
    name = machine.private._value[machine.roles.index(role)]
    return machine.rules.by_name[name] if name else machine.node


# -- what --------------------------------------------------------------------------------------------------------------


def moves(machine: Machine, game: Game, role: str | None) -> list[Move]:
    """The legal moves of a role; of the one active role when none is named. The list is the machine's own."""
    if machine.frame is not None:
        question = machine.open_question(game)
        if role is None:
            return question.moves[_only(question.waiting)]
        machine.check_role(role)
        return question.moves.get(role, [])
    node = machine.node
    if not node.one:
        if node.several:
            return _of_several(machine, game, role)
        if role is not None:
            machine.check_role(role)
        return []
    player = machine.order._value[0]
    if role is not None and role != player:
        machine.check_role(role)
        return offer(machine, game, node, role, False) if node.out_of_turn and role != CHANCE else []
    listed = machine.listed
    return anew(machine, game, node) if listed is None else listed


def anew(machine: Machine, game: Game, node: Node) -> list[Move]:
    """List what the current player may do, who is the only one to act; kept until the next push."""
    player = machine.order._value[0]
    sole = node.sole
    if sole is None or machine.asking:
        listed = _list(machine, game, player, node.actions)
    else:  # as in `_list` and in `Action.moves`, for the most of states: a call more is felt
        entries = machine.journal.entries
        before = len(entries)
        made = machine.journal.made
        machine.actor = player  # and stays it: no rule runs
        try:
            options = sole.listing(game)  # type: ignore[misc]  # which is there, or it were none
            try:
                known = sole.kept[player].get(options) if type(options) is tuple else None
            except TypeError:  # no dict can hold it
                known = None
            listed = sole.named(game, player, options) if known is None else known
        except (RecursionError, AttributeError, TypeError) as error:
            slip = _slip(machine, node.actions, error)
            if slip is None:
                raise
            raise slip from error
        finally:
            if len(entries) != before:
                machine.check_unchanged(before, made)
        if known is not None:  # which are never one alone
            machine.listed = known
            return known
    if len(listed) < 2:
        if not listed:
            raise _stuck(player, node)
        listed = forced(listed)
    if not machine.asking:  # else the rule that looks goes on, and they may be others when it ends
        machine.listed = listed
    return listed


def _of_several(machine: Machine, game: Game, role: str | None) -> list[Move]:
    """What one of several players may do: answer its question, or begin a rule."""
    if role is None:
        role = _only(_acting(machine))
    machine.check_role(role)
    chance = held_of(machine, CHANCE)
    if chance is not None or role == CHANCE:  # nobody else answers before chance has: it does so at once where it is not asked
        return chance.question.moves[CHANCE] if chance is not None and role == CHANCE else []
    held = held_of(machine, role)
    if held is not None:
        return held.question.moves.get(role, [])
    return offer(machine, game, node_of(machine, role), role, role in machine.acting._value)


def offer(machine: Machine, game: Game, node: Node, role: str, acts: bool) -> list[Move]:
    """The moves that a state offers one of several players, or one who is not active."""
    listed = machine.offered.get(role)
    if listed is None:
        if acts:
            listed = _list(machine, game, role, node.actions)
            if not listed:
                raise _stuck(role, node)
            listed = forced(listed)
        elif node.out_of_turn and role in machine.order._value:
            listed = _list(machine, game, role, node.out_of_turn)
        else:
            listed = []
        if not machine.asking:
            machine.offered[role] = listed
    return listed


def _stuck(player: str, node: Node) -> RulesError:
    return RulesError(
        f"{player} has no move in state {node.name!r}; an automatic state before it should have gone elsewhere "
        "(a pass is decided there)"
    )


def _only(waiting: tuple[str, ...]) -> str:
    if len(waiting) != 1:
        raise AmbiguousMove(f"several roles are active ({', '.join(waiting)}): say which one, as in game.moves({waiting[0]!r})")
    return waiting[0]


def _list(machine: Machine, game: Game, player: str, actions: list[Action]) -> list[Move]:
    """The moves that some actions offer a player now."""
    journal = machine.journal
    entries = journal.entries
    before = len(entries)
    made = journal.made
    actor = machine.actor
    asking = machine.asking
    machine.actor = player
    machine.asking = False
    try:
        listed: list[Move] = []
        for action in actions:  # no comprehension, which would make what it captures slower to read, also where it is not run
            listed.extend(action.moves(game, player))
        return listed
    except (RecursionError, AttributeError, TypeError) as error:
        slip = _slip(machine, actions, error)
        if slip is None:
            raise
        raise slip from error
    finally:
        machine.actor = actor
        machine.asking = asking
        if len(entries) != before:
            machine.check_unchanged(before, made)


def _slip(machine: Machine, actions: list[Action], error: Exception) -> RulesError | None:
    """What to say of an error in what lists moves; None where there is nothing to add."""
    if isinstance(error, RecursionError):
        names = ", ".join([repr(action.name) for action in actions])
        return endless(f"what may be chosen for {names} of state {machine.node.name!r}")
    return told(error)
