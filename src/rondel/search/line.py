"""Lines: what a move comes to once the questions of its rule are answered.

Where a rule asks in the middle, the answer that began it says little: a card is played, and which sheep it takes is asked
next. A line is such a move with one answer to each question its role is asked, up to where the rule is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rondel.engine.game import Game

ENDS: Final = 1_000
"""How many ends of lines are judged before the rest is judged midway: more than a rule asks for that a person can answer."""


class Line:
    """A move, the answers to what its rule asks the same role, and what that is worth to it."""

    def __init__(self, moves: list[str], worth: float) -> None:
        self.moves = moves
        self.worth = worth

    def __repr__(self) -> str:
        return f"<Line: {' '.join(self.moves)}, worth {self.worth:g}>"


class _Count:
    """How many ends may still be looked for."""

    def __init__(self, left: int) -> None:
        self.left = left


def best_line(game: Game, move: str, role: str, judge: Callable[[Game], float], *, ends: int = ENDS) -> Line:
    """The best line of ``role`` that begins with ``move``; of equals the first. ``game`` is left as it was.

    ``judge`` says what a position is worth to the role. Chance inside the rule answers as it does in this game; a question
    to somebody else ends the line. When ``ends`` have been judged, what is left is judged as it stands, midway.

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
        if best is None:  # Active and not asked: whoever has answered in secret, and may still change it.
            return Line([move], judge(game))
        return Line([move, *best.moves], best.worth)
    finally:
        game.pop()
