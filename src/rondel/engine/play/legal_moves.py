"""Legal moves: the roles that may answer, their moves, the move that an answer means, and the move of an absent player.

In most states the current player may answer, in others several active players. While a rule is suspended the roles that it asks
may answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.engine.chance.chance import Stream
from rondel.engine.checks.transitions import Node
from rondel.engine.components.move import Move, Span, count, expanded, forced, nth, of_text
from rondel.engine.declarations.action import SHORT
from rondel.engine.play.in_progress import InProgress
from rondel.engine.play.listing import drawn_by, listed_by, offer, slip_of, stuck
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.suspension import open_question
from rondel.engine.visibility import CHANCE
from rondel.errors import AmbiguousMove, GameOver, IllegalMove, MalformedMove, NotYourTurn, RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition


# -- who ---------------------------------------------------------------------------------------------------------------


def active(machine: Machine, game: Definition) -> tuple[str, ...]:
    """The roles the game waits for. Among several active players an open question to chance comes first."""
    if machine.suspended is not None:
        return open_question(machine, game).waiting
    if machine.node.end:
        return ()
    return _acting(machine) if machine.node.several else _turn(machine)


def _turn(machine: Machine) -> tuple[str, ...]:
    """The current player alone; empty if play_order is empty."""
    order = machine.order._value
    if order:
        first = order[0]
        for alone in machine.rules.alone:  # these tuples are made once, because a search asks at every step
            if alone[0] is first:
                return alone
    return order[:1]


def asked(machine: Machine, game: Definition) -> tuple[str, ...]:
    """The roles that may answer now, including those that may only change an answer."""
    return tuple(open_question(machine, game).moves) if machine.suspended is not None else active(machine, game)


def is_shared(game: InProgress) -> bool:
    """Whether more than one role may answer now, including roles that may only change an answer."""
    machine = game._machine
    return len(open_question(machine, game).moves) > 1 if machine.suspended is not None else machine.node.several


def _acting(machine: Machine) -> tuple[str, ...]:
    return (CHANCE,) if machine.held_of(CHANCE) is not None else machine.acting._value


# -- what --------------------------------------------------------------------------------------------------------------


def moves(machine: Machine, game: Definition, role: str | None) -> list[Move]:
    """The legal moves of a role, by default the only active one; the numbers of a range one by one.

    The list may be the machine's own and must not be changed.
    """
    listed = entries(machine, game, role)
    return expanded(listed) if listed and isinstance(listed[-1], Span) else listed


def entries(machine: Machine, game: Definition, role: str | None) -> list[Move]:
    """As `moves`, with one `Span` for each long range of numbers."""
    if machine.suspended is not None:
        question = open_question(machine, game)
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


def anew(machine: Machine, game: Definition, node: Node, number: float = -1.0) -> list[Move]:
    """The moves of the current player, who acts alone; cached until the next push.

    Given a number from 0 to less than 1, the list may have the move at ``int(number * count)`` alone, and is not cached then.
    """
    player = machine.order._value[0]
    sole = node.sole
    if number >= 0 and sole is None and node.countable and not machine.asking:
        listed, alone = drawn_by(machine, game, player, node.actions, number)
        if alone:
            return listed
    elif sole is None or machine.asking:
        listed = listed_by(machine, game, player, node.actions)
    else:  # `listed_by` and `Action.moves` inlined for states with one action: their calls are measurable
        entries = machine.journal.entries
        before = len(entries)
        made = machine.journal.made
        machine.actor = player  # it may stay so, because no rule runs
        try:
            options = sole.listing(game)  # type: ignore[misc]  # a sole action has one
            try:
                known = sole.kept[player].get(options) if type(options) is tuple and len(options) <= SHORT else None
            except TypeError:  # not hashable
                known = None
            if known is None and number >= 0:
                picked = sole.pick(player, options, number)
                if picked is not None:
                    return picked
            listed = sole.named(player, options) if known is None else known
        except (RecursionError, AttributeError, TypeError) as error:
            slip = slip_of(machine, node.actions, error)
            if slip is None:
                raise
            raise slip from error
        finally:
            if len(entries) != before:
                machine.check_unchanged(before, made)
        if known is not None:  # cached lists have at least two moves
            machine.listed = known
            return known
    if len(listed) < 2:
        if not listed:
            raise stuck(player, node)
        listed = forced(listed)
    if not machine.asking:  # while a rule runs, the moves may change before it ends
        machine.listed = listed
    return listed


def _of_several(machine: Machine, game: Definition, role: str | None) -> list[Move]:
    """The moves of one of several active players: answers to the question of its held rule, else its actions."""
    if role is None:
        role = _only(_acting(machine))
    machine.check_role(role)
    held = machine.held_of(CHANCE)
    if held is None and role != CHANCE:
        held = machine.held_of(role)
        if held is None:
            return offer(machine, game, machine.node_of(role), role, role in machine.acting._value)
    elif role != CHANCE:
        return []  # only chance may answer
    return held.question.moves.get(role, []) if held is not None and held.question is not None else []


def _only(waiting: tuple[str, ...]) -> str:
    if len(waiting) != 1:
        raise AmbiguousMove(f"several roles are active ({', '.join(waiting)}): say which one, as in game.moves({waiting[0]!r})")
    return waiting[0]


# -- the move that an answer means -------------------------------------------------------------------------------------


def find(machine: Machine, game: Definition, answer: Move | str, role: str | None) -> Move:
    """The legal move that an answer means. Raises an `AnswerError` if there is none."""
    if machine.node.end and machine.suspended is None:
        raise GameOver(f"{quoted(str(answer))} cannot be played: the game is over")
    if isinstance(answer, Move):
        if role is None:
            role = answer.role
        known = machine.listed
        listed = known if known is not None and known[0].role == role else entries(machine, game, role)
        for move in listed:
            if move is answer:
                return move
        answer = answer.text
    elif isinstance(answer, str):
        listed = entries(machine, game, role)
    else:
        raise MalformedMove(f"{quoted(answer)} is not a move: push a Move from game.moves() or its text")
    found = of_text(listed, answer)
    if found is not None:
        return found
    if not listed:
        raise NotYourTurn(f"it is not {role}'s turn: the game waits for {', '.join(active(machine, game))}")
    raise _refusal(machine, answer, listed)


def _refusal(machine: Machine, answer: str, listed: list[Move]) -> Exception:
    """The error for a text that is no legal move; its message lists legal ones."""
    action = answer.partition("(")[0]
    alike = [_spoken(move) for move in listed if move.action == action]
    shown = alike or [_spoken(move) for move in listed]
    legal = ", ".join(shown[:12]) + (f", ... ({len(shown)} in all)" if len(shown) > 12 else "")
    where = f"{listed[0].role} in state {machine.node.name!r}"
    known = {move.action for move in listed} | {each.name for node in machine.rules.nodes for each in node.actions}
    if action not in known or answer.count("(") > 1 or ("(" in answer and not answer.endswith(")")):
        return MalformedMove(f"{quoted(answer)} is not a move; legal for {where}: {legal}")
    return IllegalMove(f"illegal move {quoted(answer)}; legal for {where}: {legal}")


def _spoken(move: Move) -> str:
    """A move's text; for a range the first and the last."""
    return f"{move.text} to {move.move(move.numbers[-1]).text}" if isinstance(move, Span) else move.text


# -- absent players ----------------------------------------------------------------------------------------------------


def zombie_move(machine: Machine, game: Definition, role: str) -> Move:
    """See `Game.zombie_move`."""
    legal = entries(machine, game, role)
    if not legal or role not in asked(machine, game):
        raise NotYourTurn(f"{role} has nothing to answer: the game waits for {', '.join(active(machine, game)) or 'nobody'}")
    node = machine.node_of(role)
    said: object = machine.look(lambda: node.state.zombie(game, role), role)
    if said is None:
        declining = [action.name for action in node.actions if action.declines]
        for each in legal:
            if each.action in declining:
                return each
        stream = machine.chance.stream
        # A stream of its own: the next draws of the game must not depend on absent players.
        seed = stream.seed if stream is not None else b""
        return nth(legal, Stream(b"zombie" + seed).below(len(machine.answers), count(legal)))
    found = of_text(legal, said) if isinstance(said, str) else None
    if found is not None:
        return found
    listed = ", ".join([_spoken(each) for each in legal[:12]])
    raise RulesError(f"'zombie' of state {node.name!r} returned {quoted(said)} for {role}, which is not legal; legal: {listed}")
