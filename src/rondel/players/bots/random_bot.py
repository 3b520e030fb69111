"""The random bot: any legal move is as good as another."""

from __future__ import annotations

from random import Random

from rondel.players.player import Player, Question


class RandomBot(Player):
    """Answers with a random legal move; the same ones for the same ``seed``. Plays chance by its probabilities."""

    listens: bool = False

    def __init__(self, *, seed: int | None = None) -> None:
        self._rng = Random(seed)

    def answer(self, question: Question) -> str:
        moves = question.view["moves"]
        weights = [move.get("probability", 1.0) for move in moves]
        chosen: str = self._rng.choices(moves, weights)[0]["text"]
        return chosen
