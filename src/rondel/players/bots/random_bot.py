"""The random bot: any legal move is as good as another; a long range of numbers counts as one move, and each of its numbers is
as good as another."""

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
        chosen = self._rng.choices(moves, weights)[0]
        if "numbers" not in chosen:
            return str(chosen["text"])
        numbers = chosen["numbers"]
        number = self._rng.randrange(numbers["least"], numbers["most"] + 1, numbers["step"])
        return f"{numbers['before']}{number}{numbers['after']}"
