"""Slips: a player that answers a share of its questions at random."""

from __future__ import annotations

from random import Random
from typing import Any

from rondel.engine.game import Game
from rondel.players.player import Player, Question


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
            return self._rng.choice(question.moves)
        return self._player.answer(question)

    def suits(self, game: Game) -> None:
        self._player.suits(game)

    def agrees(self, role: str, view: dict[str, Any]) -> bool:
        return self._player.agrees(role, view)

    def close(self) -> None:
        self._player.close()
