"""Legal moves: who may answer, and what; the legal move that an answer means; the move of an absent player.

In most states the current player may answer; in others several players, each at a place of his own; in the middle of a rule,
whom it asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rondel.engine.chance.chance import Stream
from rondel.engine.checks.transitions import Node
from rondel.engine.components.move import Move, forced
from rondel.engine.play.in_progress import InProgress
from rondel.engine.play.listing import listed_by, offer, slip_of, stuck
from rondel.engine.play.running.machine import Machine
from rondel.engine.play.running.suspension import open_question
from rondel.engine.visibility import CHANCE
from rondel.errors import AmbiguousMove, GameOver, IllegalMove, MalformedMove, NotYourTurn, RulesError, quoted

if TYPE_CHECKING:
    from rondel.engine.declarations.definition import Definition


# -- who ---------------------------------------------------------------------------------------------------------------


def active(machine: Machine, game: Definition) -> tuple[str, ...]:
    """The roles the game waits for. Where several act, chance comes first, if somebody else answers for it."""
    if machine.frame is not None:
        return open_question(machine, game).waiting
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


def asked(machine: Machine, game: Definition) -> tuple[str, ...]:
    """The roles that may answer now, those included that may only change their answers."""
    return tuple(open_question(machine, game).moves) if machine.frame is not None else active(machine, game)


def is_shared(game: InProgress) -> bool:
    """Whether several roles may answer at the same time now, those included that may only change their answers."""
    machine = game._machine
    return len(open_question(machine, game).moves) > 1 if machine.frame is not None else machine.node.several


def _acting(machine: Machine) -> tuple[str, ...]:
    return (CHANCE,) if machine.held_of(CHANCE) is not None else machine.acting._value


# -- what --------------------------------------------------------------------------------------------------------------


def moves(machine: Machine, game: Definition, role: str | None) -> list[Move]:
    """The legal moves of a role; of the one active role when none is named. The list is the machine's own."""
    if machine.frame is not None:
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


def anew(machine: Machine, game: Definition, node: Node) -> list[Move]:
    """List what the current player may do, who is the only one to act; kept until the next push."""
    player = machine.order._value[0]
    sole = node.sole
    if sole is None or machine.asking:
        listed = listed_by(machine, game, player, node.actions)
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
            slip = slip_of(machine, node.actions, error)
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
            raise stuck(player, node)
        listed = forced(listed)
    if not machine.asking:  # else the rule that looks goes on, and they may be others when it ends
        machine.listed = listed
    return listed


def _of_several(machine: Machine, game: Definition, role: str | None) -> list[Move]:
    """What one of several players may do: answer its question, or begin a rule."""
    if role is None:
        role = _only(_acting(machine))
    machine.check_role(role)
    chance = machine.held_of(CHANCE)
    if chance is not None or role == CHANCE:  # nobody else answers before chance has: it does so at once where it is not asked
        return chance.question.moves[CHANCE] if chance is not None and role == CHANCE else []
    held = machine.held_of(role)
    if held is not None:
        return held.question.moves.get(role, [])
    return offer(machine, game, machine.node_of(role), role, role in machine.acting._value)


def _only(waiting: tuple[str, ...]) -> str:
    if len(waiting) != 1:
        raise AmbiguousMove(f"several roles are active ({', '.join(waiting)}): say which one, as in game.moves({waiting[0]!r})")
    return waiting[0]


# -- the move that an answer means --------------------------------------------------------------------------------------


def find(machine: Machine, game: Definition, answer: Move | str, role: str | None) -> Move:
    """The legal move that is meant. Raises an `AnswerError` if there is none."""
    if machine.node.end and machine.frame is None:
        raise GameOver(f"{quoted(str(answer))} cannot be played: the game is over")
    if isinstance(answer, Move):
        if role is None:
            role = answer.role
        known = machine.listed
        listed = known if known is not None and known[0].role == role else moves(machine, game, role)
        for move in listed:
            if move is answer:
                return move
        answer = answer.text
    elif isinstance(answer, str):
        listed = moves(machine, game, role)
    else:
        raise MalformedMove(f"{quoted(answer)} is not a move: push a Move from game.moves() or its text")
    for move in listed:
        if move.text == answer:
            return move
    if not listed:
        raise NotYourTurn(f"it is not {role}'s turn: the game waits for {', '.join(active(machine, game))}")
    raise _refusal(machine, answer, listed)


def _refusal(machine: Machine, answer: str, listed: list[Move]) -> Exception:
    """The error for a text that is no legal move, saying what would be."""
    action = answer.partition("(")[0]
    alike = [move.text for move in listed if move.action == action]
    shown = alike or [move.text for move in listed]
    legal = ", ".join(shown[:12]) + (f", ... ({len(shown)} in all)" if len(shown) > 12 else "")
    where = f"{listed[0].role} in state {machine.node.name!r}"
    known = {move.action for move in listed} | {each.name for node in machine.rules.nodes for each in node.actions}
    if action not in known or answer.count("(") > 1 or ("(" in answer and not answer.endswith(")")):
        return MalformedMove(f"{quoted(answer)} is not a move; legal for {where}: {legal}")
    return IllegalMove(f"illegal move {quoted(answer)}; legal for {where}: {legal}")


# -- absent players -----------------------------------------------------------------------------------------------------


def zombie_move(machine: Machine, game: Definition, role: str) -> Move:
    """See `Game.zombie_move`."""
    legal = moves(machine, game, role)
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
        # Not the stream that chance draws from: its next draws must not depend on who is absent.
        seed = stream.seed if stream is not None else b""
        return legal[Stream(b"zombie" + seed).below(len(machine.answers), len(legal))]
    for each in legal:
        if each.text == said:
            return each
    listed = ", ".join([each.text for each in legal[:12]])
    raise RulesError(f"'zombie' of state {node.name!r} returned {quoted(said)} for {role}, which is not legal; legal: {listed}")
