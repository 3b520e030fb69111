"""A bot's turn at a table: what the bot is told, and which move is pushed when it gives none or an illegal one."""

from __future__ import annotations

from typing import Any

import msgspec

from rondel.engine import Game
from rondel.engine.belief.information_state import InformationState
from rondel.engine.imagination import Imagination
from rondel.errors import AnswerError


class Knowledge(msgspec.Struct, frozen=True, omit_defaults=True):
    """The knowledge of a bot about a game: no more than its role knows."""

    knows: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The information state of the role."""
    game: dict[str, Any] | None = None
    """Where nothing is hidden from the role, the snapshot of a game with a chance stream of its own instead: it is shorter."""


def zombie(game: Game, role: str, bot: str, chance: bytes) -> str:
    """The move of a seat that has no other: for a random bot the legal move that ``chance`` picks, else the rules' zombie
    move."""
    if bot != "random":
        return str(game.zombie_move(role))
    moves = game.moves(role)
    return str(moves[int.from_bytes(chance, "big") % len(moves)])


def answer(game: Game, role: str, bot: str, move: str | None, chance: bytes) -> str:
    """Push a bot's move, or the zombie move where it has none or no legal one; returns the text of the move.

    >>> import rondel
    >>> answer(rondel.new("tic_tac_toe"), "x", "random", "mark(z9)", b"")
    'mark(a1)'
    """
    if move is not None:
        try:
            game.push(move, role)
        except AnswerError:
            pass  # the caller sees by the result that another move was played
        else:
            return move
    move = zombie(game, role, bot, chance)
    game.push(move, role)
    return move


def knowledge(game: Game, role: str, bot: str) -> Knowledge | None:
    """The knowledge of this role's bot; None where it need not search: with one legal move, or for a random bot.

    >>> import rondel
    >>> knowledge(rondel.new("tic_tac_toe"), "x", "random") is None
    True
    """
    if bot == "random" or len(game.moves(role)) == 1:
        return None
    known = Imagination(game, role).known
    if isinstance(known, InformationState):
        return Knowledge(knows=msgspec.Raw(known.to_text().encode()))
    return Knowledge(game=known.snapshot())
