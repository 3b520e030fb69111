"""Answers: what a role says to a question, as a move or its text, and the legal move that it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rondel.engine.components.move import Move
from rondel.engine.play.legal_moves import active, moves
from rondel.errors import GameOver, IllegalMove, MalformedMove, NotYourTurn, quoted

if TYPE_CHECKING:
    from rondel.engine.game import Game
    from rondel.engine.play.machine import Machine

Answer: TypeAlias = tuple[str, str]
"""One entry of a record: who answered, and what."""


def find(machine: Machine, game: Game, answer: Move | str, role: str | None) -> Move:
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
