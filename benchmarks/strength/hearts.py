"""Measure a Hearts bot in one seat against three greedy bots, in points a deal.

    python benchmarks/strength/hearts.py --deals 100                        level 5
    python benchmarks/strength/hearts.py rollout:8:deal --deals 100         another bot

Each deal is played five times with the same cards: once by four greedy bots, and once with the bot in each seat. The gain of a
deal is the mean over the seats of the penalty points that the greedy bot in the same seat took more. The script prints the mean
gain with its 95 % interval after each deal, and the processor time of a decision of both; forced moves are not counted. A game
ends after its first deal, long before anybody has the points that end it: so no bot plays for the end of the game.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from statistics import fmean, stdev

import rondel
import rondel.engine.game
from rondel.engine.belief.determinize import Imagination
from rondel.players import Player, Question, bot

Z = 1.959964
OTHERS = "greedy"


class Timed:
    """The processor time of the decisions of one kind of bot."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.longest = 0.0
        self.count = 0

    def answer(self, player: Player, question: Question) -> str:
        """The player's answer; its time counts where there is a choice."""
        began = time.process_time()
        text = player.answer(question)
        if len(question.moves) > 1:
            took = time.process_time() - began
            self.seconds += took
            self.longest = max(self.longest, took)
            self.count += 1
        return text

    def __str__(self) -> str:
        return f"{1000 * self.seconds / max(1, self.count):.0f} ms a decision, at most {1000 * self.longest:.0f} ms"


def points(seed: int, seat: int, spec: str, ours: Timed, theirs: Timed) -> list[float]:
    """The penalty points of each seat after one deal, with a bot in one seat and greedy bots in the others."""
    game = rondel.new("hearts", seed=seed, options={"target": 200})
    specs = [spec if number == seat else OTHERS for number in range(len(game.roles))]
    players = {
        role: bot(each, seed=4 * seed + number) for number, (role, each) in enumerate(zip(game.roles, specs, strict=True))
    }
    while game.view("north")["props"]["deal_num"] == 1:
        role = game.active[0]
        question = Question(role, game.view(role), imagination=Imagination(game, role))
        timed = ours if role == game.roles[seat] else theirs
        game.push(timed.answer(players[role], question), role)
    return [game.scores[role] for role in game.roles]


def gain(seed: int, spec: str, ours: Timed, theirs: Timed) -> float:
    """The mean over the seats of the points that a bot saves in one deal."""
    control = points(seed, 0, OTHERS, theirs, theirs)
    return fmean([control[seat] - points(seed, seat, spec, ours, theirs)[seat] for seat in range(4)])


def said(gains: Sequence[float]) -> str:
    """The mean with its 95 % interval."""
    margin = Z * stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
    return f"{fmean(gains):+.2f} ± {margin:.2f} points a deal"


def main(argv: Sequence[str]) -> int:
    """Play the deals and print the gains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bot", nargs="?", default="level:5")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    given = parser.parse_args(argv)
    ours, theirs = Timed(), Timed()
    gains: list[float] = []
    build = "interpreted" if rondel.engine.game.__file__.endswith(".py") else "compiled"
    for seed in range(given.first, given.first + given.deals):
        gains.append(gain(seed, given.bot, ours, theirs))
        print(
            f"{len(gains)} deals, {build}: {given.bot} against {OTHERS}: {said(gains)}; {ours}; {OTHERS}: {theirs}", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
