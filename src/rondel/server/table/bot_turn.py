"""A bot's turn at a table: what the bot is told, and which move is pushed when it gives none or an illegal one."""

from __future__ import annotations

from typing import Any

import msgspec

from rondel.engine import Game
from rondel.engine.belief.information_state import InformationState
from rondel.engine.imagination import Imagination
from rondel.errors import AnswerError


class Knowledge(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a bot is told of a game: no more than its role knows."""

    knows: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """The information state of the role."""
    game: dict[str, Any] | None = None
    """Instead of it, where nothing is hidden from the role: a game with a chance of its own, as its snapshot. It is shorter."""


def zombie(game: Game, role: str, bot: str, chance: bytes) -> str:
    """What a seat answers when nobody else does: for a random bot the legal move that ``chance`` picks, else what the rules say
    of an absent player."""
    if bot != "random":
        return str(game.zombie_move(role))
    moves = game.moves(role)
    return str(moves[int.from_bytes(chance, "big") % len(moves)])


def answer(game: Game, role: str, bot: str, move: str | None, chance: bytes) -> str:
    """Push a bot's move, or its zombie's where it has none or no legal one; returns its text.

    >>> import rondel
    >>> answer(rondel.new("tic_tac_toe"), "x", "random", "mark(z9)", b"")
    'mark(a1)'
    """
    if move is not None:
        try:
            game.push(move, role)
        except AnswerError:
            pass  # whoever asked the bot sees by the answer that it is another
        else:
            return move
    move = zombie(game, role, bot, chance)
    game.push(move, role)
    return move


def knowledge(game: Game, role: str, bot: str) -> Knowledge | None:
    """What to tell a bot of this role, or None where any answer is as good: one legal move, or a random bot.

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
