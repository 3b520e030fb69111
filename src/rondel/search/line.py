"""Lines: the result of a move after all questions of its rule are answered.

If a rule asks a question midway, the first answer alone says little: a card is played, and the next question asks which sheep
it takes. A line is a move with one answer to each further question that its rule asks the same role.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.engine.game import Game

ENDS: Final = 1_000
"""Line ends that are judged before the rest is judged midway: more than a rule with human answers needs."""


class Line:
    """A move, the answers to the further questions of its rule, and the value for its role.

    >>> line = Line(["play(QS)", "choose(2)"], 0.5)
    >>> line.moves[0], line.worth
    ('play(QS)', 0.5)
    """

    def __init__(self, moves: list[str], worth: float) -> None:
        self.moves = moves
        self.worth = worth

    def __repr__(self) -> str:
        return f"<Line: {' '.join(self.moves)}, worth {self.worth:g}>"


class _Count:
    """The number of line ends left to judge."""

    def __init__(self, left: int) -> None:
        self.left = left


def best_line(game: Game, move: str, role: str, judge: Callable[[Game], float], *, ends: int = ENDS) -> Line:
    """The best line of ``role`` that begins with ``move``; the first of equals. ``game`` is left unchanged.

    ``judge`` returns the value of a position for the role. Chance inside the rule answers as it does in this game; a question
    to another role ends the line. After ``ends`` judged line ends, the remaining lines are judged at their current position.

    >>> from rondel.shelf.shephy import Shephy
    >>> hand = [{"kind": "event", "face": "Fill the Earth"}]
    >>> game = Shephy(seed=1, position={"state": "PlayCard", "containers": {"deck": [], "hand_shepherd": hand}})
    >>> best_line(game, "play(Fill the Earth)", "shepherd", lambda game: game.scores["shepherd"])
    <Line: play(Fill the Earth) choose(6), worth 7>
    """
    return _best(game, move, role, judge, _Count(ends))


def _best(game: Game, move: str, role: str, judge: Callable[[Game], float], count: _Count) -> Line:
    game.push(move, role)
    try:
        if count.left <= 0 or role not in game.active or not game.is_midway(role):
            count.left -= 1
            return Line([move], judge(game))
        best: Line | None = None
        for each in game.moves(role):
            line = _best(game, each.text, role, judge, count)
            if best is None or line.worth > best.worth:
                best = line
        if best is None:  # Active without a question: the role answered in secret and may still change it.
            return Line([move], judge(game))
        return Line([move, *best.moves], best.worth)
    finally:
        game.pop()
