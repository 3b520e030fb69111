"""The listing: the moves that the actions of a state offer one role now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rondel.engine.checks.attribute_hints import clearer
from rondel.engine.checks.transitions import Node
from rondel.engine.components.move import Move, Span, forced, spans_last
from rondel.engine.declarations.action import Action
from rondel.engine.play.running.machine import Machine
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition


def offer(machine: Machine, game: Definition, node: Node, role: str, acts: bool) -> list[Move]:
    """The moves that a state offers to one of several active players, or to a role that is not active."""
    listed = machine.offered.get(role)
    if listed is None:
        if acts:
            listed = listed_by(machine, game, role, node.actions)
            if not listed:
                raise stuck(role, node)
            listed = forced(listed)
        elif node.out_of_turn and role in machine.order._value:
            listed = listed_by(machine, game, role, node.out_of_turn)
        else:
            listed = []
        if not machine.asking:
            machine.offered[role] = listed
    return listed


def listed_by(machine: Machine, game: Definition, player: str, actions: list[Action]) -> list[Move]:
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
        spans = False
        for action in actions:  # a comprehension would turn the captured variables into cells, which are slower to read
            listed.extend(action.moves(game, player))
            if listed and isinstance(listed[-1], Span):
                spans = True
        return spans_last(listed) if spans else listed
    except (RecursionError, AttributeError, TypeError) as error:
        slip = slip_of(machine, actions, error)
        if slip is None:
            raise
        raise slip from error
    finally:
        machine.actor = actor
        machine.asking = asking
        if len(entries) != before:
            machine.check_unchanged(before, made)


def drawn_by(machine: Machine, game: Definition, player: str, actions: list[Action], number: float) -> tuple[list[Move], bool]:
    """The move at ``int(number * count)`` of those that some actions offer a player now, and True; all of them, and False,
    where it would take as long to tell how many they are. The state of the actions is `Node.countable`."""
    journal = machine.journal
    before = len(journal.entries)
    made = journal.made
    actor = machine.actor
    machine.actor = player
    try:
        offered: list[Any] = []
        counts: list[int] = []
        total = 0
        known = True
        for action in actions:
            options: Any = None
            count = 0
            if action.guard is None or action.guard(game):
                if action.listing is None:
                    count = 1
                else:
                    options = action.listing(game)
                    count = action.count(player, options)
                    known = known and count >= 0
            offered.append(options)
            counts.append(count)
            total += count
        if known and total > 1:
            place = int(number * total)
            for index, action in enumerate(actions):
                count = counts[index]
                if place < count:
                    move = action.alone(player) if action.listing is None else action.nth(player, offered[index], place)
                    if move is not None:
                        return [move], True
                    break
                place -= count
        listed: list[Move] = []
        spans = False
        for index, action in enumerate(actions):
            if counts[index] == 0:
                continue
            if action.listing is None:
                listed.append(action.alone(player))
                continue
            options = offered[index]
            cached = action._cached(player, options)
            listed.extend(action.named(player, options) if cached is None else cached)
            if listed and isinstance(listed[-1], Span):
                spans = True
        return (spans_last(listed) if spans else listed), False
    except (RecursionError, AttributeError, TypeError) as error:
        slip = slip_of(machine, actions, error)
        if slip is None:
            raise
        raise slip from error
    finally:
        machine.actor = actor
        if len(journal.entries) != before:
            machine.check_unchanged(before, made)


def slip_of(machine: Machine, actions: list[Action], error: Exception) -> RulesError | None:
    """A clearer error for one raised while listing moves; None where there is nothing to add."""
    names = ", ".join([repr(action.name) for action in actions])
    return clearer(error, f"what may be chosen for {names} of state {machine.node.name!r}")


def stuck(player: str, node: Node) -> RulesError:
    """The error for an active player without a move."""
    return RulesError(
        f"{player} has no move in state {node.name!r}; an automatic state before it should have gone elsewhere "
        "(a pass is decided there)"
    )
