"""Measure a Hearts bot in one seat against three greedy bots, in points a deal.

    python benchmarks/strength/hearts.py --deals 100                        level 5
    python benchmarks/strength/hearts.py rollout:8:deal --deals 100         another bot
    python benchmarks/strength/hearts.py --processes 2                      with two processes

Each deal is played five times with the same cards: once by four greedy bots, and once with the bot in each seat. The gain of a
deal is the mean over the seats of the penalty points that the greedy bot in the same seat took more. After each deal the script
prints the mean gain with its 95 % interval by Student's t, and the processor time of a decision of both; forced moves are not
counted. A game ends after its first deal, long before anybody has the points that end it: so no bot plays for the end of the
game.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from multiprocessing import get_context
from statistics import NormalDist, fmean, stdev

import rondel
import rondel.engine.game
from rondel.engine.imagination import Imagination
from rondel.players import Player, Question, bot
from rondel.players.bots.ladders import ladder

OTHERS = "greedy"


class Timed:
    """The processor time of the decisions of one kind of bot."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.longest = 0.0
        self.count = 0

    def answer(self, player: Player, question: Question) -> str:
        """The player's answer; its time counts if there is a choice."""
        began = time.process_time()
        text = player.answer(question)
        if len(question.moves) > 1:
            took = time.process_time() - began
            self.seconds += took
            self.longest = max(self.longest, took)
            self.count += 1
        return text

    def add(self, other: Timed) -> None:
        """Count those of another deal, too."""
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.count += other.count

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


def gain(given: tuple[int, str]) -> tuple[int, float, Timed, Timed]:
    """A deal's seed, the mean over the seats of the points that a bot saves in it, and the times of both."""
    seed, spec = given
    ours, theirs = Timed(), Timed()
    control = points(seed, 0, OTHERS, theirs, theirs)
    saved = fmean([control[seat] - points(seed, seat, spec, ours, theirs)[seat] for seat in range(4)])
    return seed, saved, ours, theirs


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by its expansion about the normal one (Abramowitz and Stegun, 26.7.5).

    >>> [round(student(freedom), 2) for freedom in (9, 29, 99)]
    [2.26, 2.05, 1.98]
    """
    z = NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def said(gains: Sequence[float]) -> str:
    """The mean with its 95 % interval."""
    if len(gains) < 3:
        return f"{fmean(gains):+.2f} points a deal"
    margin = student(len(gains) - 1) * stdev(gains) / math.sqrt(len(gains))
    mean = fmean(gains)
    return f"{mean:+.2f} ({mean - margin:+.2f} to {mean + margin:+.2f}) points a deal"


def main(argv: Sequence[str]) -> int:
    """Play the deals and print the gains."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bot", nargs="?", default="level:5")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(argv)
    named = f"{given.bot} ({ladder('hearts')[4]})" if given.bot == "level:5" else given.bot
    ours, theirs = Timed(), Timed()
    gains: list[float] = []
    build = "interpreted" if rondel.engine.game.__file__.endswith(".py") else "compiled"
    print(f"{named} against {OTHERS}, {build}", flush=True)
    jobs = [(seed, given.bot) for seed in range(given.first, given.first + given.deals)]
    with get_context("spawn").Pool(given.processes) as pool:
        for seed, saved, own, other in pool.imap_unordered(gain, jobs):
            gains.append(saved)
            ours.add(own)
            theirs.add(other)
            print(f"deal {seed}: {saved:+.2f}; {len(gains)} deals: {said(gains)}; {ours}; {OTHERS}: {theirs}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
