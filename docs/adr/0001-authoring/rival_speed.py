"""How fast the three pieces run in both styles, by CPU time: the median of five rounds, the two styles in turns.

    PYTHONPATH=.:docs/adr/0001-authoring python docs/adr/0001-authoring/rival_speed.py

With build/compiled first on PYTHONPATH the engine is compiled; both games are interpreted all the same, so that like is
compared with like.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rival_flock import RivalFlock
from rival_passing import RivalPassing
from rival_reversi import RivalReversi

import rondel
import rondel.engine.components.journal
from rondel.engine import Game
from tests.engine.rules.flock import Flock
from tests.engine.rules.passing import Passing

ROUNDS = 5
SECONDS = 1.0
REVERSI = Path(__file__).resolve().parents[3] / "src" / "rondel" / "shelf" / "reversi.py"


def playouts(kind: type[Game]) -> Callable[[], int]:
    """A random game from start to end; as many answers as it had."""
    rng = random.Random(1)  # noqa: S311 - any game will do

    def play() -> int:
        game = rondel.new(kind, seed=1)
        count = 0
        while not game.is_over:
            game.push(rng.choice(game.moves()))
            count += 1
        return count

    return play


def there_and_back(game: Game, answers: list[tuple[str, str]]) -> Callable[[], int]:
    """The same answers, each looked up by its part as a page would, and all of them taken back."""

    def play() -> int:
        for role, part in answers:
            game.push(next(move for move in game.moves(role) if move.words[0] == part), role)
        for _each in answers:
            game.pop()
        return len(answers)

    return play


def meteor(kind: type[Game]) -> Callable[[], int]:
    """Meteor copied by All-purpose Sheep, with three sheep to release."""
    cards = [{"kind": "card", "face": face} for face in ("All-purpose Sheep", "Meteor")]
    sheep = [{"kind": "sheep", "face": face} for face in ("1", "3", "10", "30")]
    position = {"state": "PlayCard", "containers": {"deck": [], "hand": cards, "field": sheep, "stock": []}}
    parts = ("All-purpose Sheep", "Meteor", "1", "3", "10")
    return there_and_back(rondel.new(kind, seed=1, position=position), [("shepherd", part) for part in parts])


def passing(kind: type[Game]) -> Callable[[], int]:
    """Everybody passes the first three cards of the hand."""
    game = rondel.new(kind, seed=1)
    answers = []
    for role in game.roles:
        for _each in range(3):
            move = game.moves(role)[0]
            answers.append((role, move.words[0]))
            game.push(move, role)
    for _answer in answers:
        game.pop()
    return there_and_back(game, answers)


def rate(play: Callable[[], int]) -> float:
    """Answers per second of CPU time."""
    begun = time.process_time()
    count = 0
    while time.process_time() - begun < SECONDS:
        count += play()
    return count / (time.process_time() - begun)


if __name__ == "__main__":
    engine = "interpreted" if (rondel.engine.components.journal.__file__ or "").endswith(".py") else "compiled"
    sys.stdout.write(f"engine {engine}, games interpreted; answers per CPU second\n")
    for name, make, chosen, rival in (
        ("Reversi, random games", playouts, rondel.load(REVERSI), RivalReversi),
        ("All-purpose copies Meteor, there and back", meteor, Flock, RivalFlock),
        ("passing, there and back", passing, Passing, RivalPassing),
    ):
        plays = make(chosen), make(rival)
        rates = [(rate(plays[0]), rate(plays[1])) for _round in range(ROUNDS)]
        one, other = median(each[0] for each in rates), median(each[1] for each in rates)
        ratio = median(each[1] / each[0] for each in rates)
        sys.stdout.write(f"{name}: chosen {one:,.0f}, rival {other:,.0f}, rival / chosen {ratio:.2f}\n")
