"""The strongest bot's evaluation of a position, for players who look back at a finished game.

The suggested move is that of level 5, from what its role knew. The values are those of the position itself, with nothing
hidden: of the search, if the bot is an alpha-beta search, else the author's estimates.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from rondel.engine.game import Game
from rondel.errors import Unsolvable
from rondel.players.bots.alphabeta_bot import AlphabetaBot
from rondel.players.bots.ladders import spec
from rondel.players.bots.level_bot import LEVELS
from rondel.players.bots.registry import bot
from rondel.players.player import Question
from rondel.search.playout import playout

PLAYOUTS: Final = 40
"""Playouts of a position in a game without an estimate."""


class Evaluation(NamedTuple):
    """The evaluation of a position."""

    move: str
    """The suggested move of the role that is asked."""
    values: dict[str, float]
    """The expected value of the game for each role, on the scale of `Game.estimate`."""
    exact: bool
    """Whether the values are certain."""


def evaluate(game: Game, question: Question, *, seed: int | None = None) -> Evaluation:
    """The evaluation of a position with that question. ``game`` is left unchanged.

    >>> import rondel
    >>> from rondel.engine.imagination import Imagination
    >>> game = rondel.new("tic_tac_toe")
    >>> for cell in ("a1", "b1", "a2", "b2"):
    ...     game.push(f"mark({cell})")
    >>> evaluate(game, Question("x", game.view("x"), imagination=Imagination(game, "x")))
    Evaluation(move='mark(a3)', values={'x': 1.0, 'o': -1.0}, exact=True)
    """
    player = bot(spec(question.view["game"], LEVELS[-1], len(question.moves)), seed=seed)
    if isinstance(player, AlphabetaBot):
        try:
            found = player.search(question)
        except Unsolvable:  # not a game for two
            player = bot("greedy", seed=seed)
        else:
            return Evaluation(found.best, found.value, found.exact)
    move = player.answer(question)
    facts = type(game).facts
    # Where something is drawn or revealed by the move, its result would be luck.
    is_certain = facts is not None and facts.chance is False and facts.hidden is False
    if not is_certain:
        return Evaluation(move, _values(game, seed), False)
    game.push(move, question.role)
    values = _values(game, seed)
    game.pop()
    return Evaluation(move, values, False)


def _values(game: Game, seed: int | None) -> dict[str, float]:
    if game.is_over:
        return game.returns
    estimates = {role: game.estimate(role) for role in game.roles}
    known = {role: value for role, value in estimates.items() if value is not None}
    if len(known) == len(estimates):
        return known
    rng = Random(seed)
    games = [playout(game, rng) for _each in range(PLAYOUTS)]
    return {role: sum(each[role] for each in games) / PLAYOUTS for role in game.roles}
