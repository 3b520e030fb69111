"""What single parts of a decision cost: a listed move, a write of a prop, a move of a token, a question, a view.

The game is written as an author writes one, and is not compiled on either build. Each cost is a difference of two medians, of
the same work with more and with less of the part, in calls of an empty Python function on the same build.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from statistics import median
from typing import Final

import rondel
from rondel.engine import EVERYONE, ActivePlayer, Facts, Game, GameEnd, Prop, Row, To, TokenKind, _, on

Stone: Final = TokenKind("stone")
FEW: Final = 100
MANY: Final = 1_100
REPEATS: Final = 41


class Ledger(Game):
    """A game of single parts."""

    name = "ledger"
    title = _("Ledger")
    seats = ("north", "south")
    kinds = (Stone,)
    facts = Facts(chance=False, hidden=False, simultaneous=False, scores=(0, 1), length=(1, 1_000))

    def setup(self) -> To[Turn]:
        self.width = self.add(Prop("width", 0, visible_to=EVERYONE))
        self.total = self.add(Prop("total", 0, visible_to=EVERYONE))
        self.left = self.add(Row("left", visible_to=EVERYONE))
        self.right = self.add(Row("right", visible_to=EVERYONE))
        self.left.add(Stone())
        return Turn


class Turn(ActivePlayer[Ledger]):
    """The current player does one thing some times."""

    description = _("{actplayer} must play")
    my_turn = _("{you} must play")


@on(Turn, _("{actplayer} takes {number}"))
def take(game: Ledger, number: int) -> To[Turn] | To[GameEnd]:
    """Hardly anything; the highest number ends the game."""
    return GameEnd if number == MANY else Turn


@take.options
def numbers(game: Ledger) -> Iterable[int]:
    """Those up to the prop's value, in a list made anew."""
    return [*range(game.width.value + 1)]


@on(Turn, _("{actplayer} lists {times}"))
def widen(game: Ledger, times: int) -> To[Turn]:
    """Set how many moves are listed."""
    game.width.value = times
    return Turn


@on(Turn, _("{actplayer} writes {times}"))
def write(game: Ledger, times: int) -> To[Turn]:
    """Write a prop."""
    for number in range(times):
        game.total.value = number
    return Turn


@on(Turn, _("{actplayer} moves {times}"))
def move(game: Ledger, times: int) -> To[Turn]:
    """Move a token from a row to another one and back."""
    token = game.left[0]
    for _number in range(times // 2):
        game.right.add(token)
        game.left.add(token)
    return Turn


@on(Turn, _("{actplayer} is asked {times}"))
def ask(game: Ledger, times: int) -> To[Turn]:
    """Ask, once or not."""
    for _number in range(times):
        game.choose(("yes", "no"), ask=_("Well?"))
    return Turn


@widen.options
@write.options
@move.options
@ask.options
def counts(game: Ledger) -> Iterable[int]:
    """How often."""
    return (0, 1, FEW, MANY)


def spent(work: Callable[[], object], times: int = 1) -> float:
    """The median processor time of ``work``, in nanoseconds, over several repeats of ``times`` calls."""
    taken = []
    for _repeat in range(REPEATS):
        begun = time.process_time_ns()
        for _time in range(times):
            work()
        taken.append((time.process_time_ns() - begun) / times)
    return median(taken)


def empty() -> None:
    """The unit of all costs."""


def costs() -> dict[str, float]:
    """The cost of each part, in calls of `empty`."""
    game = rondel.new(Ledger, seed=1)

    def pushed(*texts: str, after: Callable[[], object] = empty) -> float:
        def work() -> None:
            for text in texts:
                game.push(text)
                after()
            for _text in texts:
                game.pop()

        return spent(work, 20)

    def step(action: str) -> float:
        return (pushed(f"{action}({MANY})") - pushed(f"{action}({FEW})")) / (MANY - FEW)

    def listed(width: int) -> float:
        game.push(f"widen({width})")
        cost = pushed("take(0)", after=game.moves)
        game.pop()
        return cost

    plain = pushed("take(0)")
    found = {
        "a push of a move by its text, and its pop": plain,
        "a listed move": (listed(MANY) - listed(FEW)) / (MANY - FEW),
        "a write of a prop": step("write"),
        "a move of a token": step("move"),
        "a question and its answer": pushed("ask(1)", "choose(yes)") - pushed("ask(0)"),
        "a view after a move": pushed("take(0)", after=lambda: game.view("north")) - plain,
    }
    unit = spent(empty, 10_000)
    return {"unit": unit, **{part: cost / unit for part, cost in found.items()}}


if __name__ == "__main__":
    json.dump(costs(), sys.stdout)
