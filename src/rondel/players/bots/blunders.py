"""Slips: a player that answers a share of its questions at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rondel.engine.game import Game
from rondel.players.player import Player, Question

MANY: Final = 400
"""With more moves than these a slip draws the action first: of a thousand bets and a fold it is as often the fold as a bet."""


class Slips(Player):
    """Plays as ``player`` does, except for a random ``share`` of its answers, from 0 to 1, which are any legal move."""

    def __init__(self, player: Player, share: float, *, seed: int | None = None) -> None:
        self._player = player
        self._share = share
        self._rng = Random(None if seed is None else f"{seed} slips")  # independent of the player's random numbers
        self.listens = player.listens
        self.imagines = player.imagines

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        self._player.receive(event, view)

    def answer(self, question: Question) -> str:
        if self._rng.random() < self._share:
            return slip(question.moves, self._rng)
        return self._player.answer(question)

    def suits(self, game: Game) -> None:
        self._player.suits(game)

    def agrees(self, role: str, view: dict[str, Any]) -> bool:
        return self._player.agrees(role, view)

    def close(self) -> None:
        self._player.close()


def slip(moves: Sequence[str], rng: Random) -> str:
    """A random move.

    >>> slip(["fold", *[f"raise_to({chips})" for chips in range(1_000)]], Random(1))
    'fold'
    """
    if len(moves) <= MANY:
        return rng.choice(moves)
    action = rng.choice(sorted({move.partition("(")[0] for move in moves}))
    return rng.choice([move for move in moves if move.partition("(")[0] == action])
