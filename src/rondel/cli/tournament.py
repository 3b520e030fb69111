"""``rondel tournament``: bots against each other, everyone against everyone, in this process."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import rondel
from rondel.cli.named import named, settled
from rondel.errors import BadOption
from rondel.players.bots import bot
from rondel.players.match import play


class Standing:
    """How one player has fared."""

    def __init__(self, name: str, spec: str) -> None:
        self.name = name
        self.spec = spec
        self.results: list[float] = []
        """1 for each win, 0 for each loss, a draw shared by those who drew."""

    @property
    def points(self) -> float:
        """All results added up."""
        return sum(self.results)

    @property
    def mean(self) -> float:
        """Points a game."""
        return self.points / len(self.results) if self.results else 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of the mean."""
        games = len(self.results)
        if games < 2:
            return 1.0
        variance = sum((each - self.mean) ** 2 for each in self.results) / (games - 1)
        return 1.96 * math.sqrt(variance / games)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        wins = sum(each == 1 for each in self.results)
        losses = sum(each == 0 for each in self.results)
        return {
            "player": self.name,
            "games": len(self.results),
            "wins": wins,
            "draws": len(self.results) - wins - losses,
            "losses": losses,
            "points": round(self.points, 3),
            "mean": round(self.mean, 4),
            "margin": round(self.margin, 4),
        }


def tournament(
    name: str, *, players: str, games: int, seed: int, options: Sequence[str], seats: int | None, as_json: bool
) -> None:
    """Play it and print the standings, best first. Raises `UnknownGame`, `BadOption`, `UnknownBot`."""
    kind = named(name)
    standings = contest(kind, players.split(","), games=games, seed=seed, options=settled(kind, options), seats=seats)
    rows = [each.to_json() for each in sorted(standings, key=lambda each: -each.mean)]
    if as_json:
        print(json.dumps({"game": kind.name, "seed": seed, "standings": rows}))
        return
    width = max(len(row["player"]) for row in rows)
    print(f"{'player':<{width}}  games   wins  draws losses  points a game (95 %)")
    for row in rows:
        print(
            f"{row['player']:<{width}}  {row['games']:>5}  {row['wins']:>5}  {row['draws']:>5}  {row['losses']:>5}"
            f"  {row['mean']:.3f} ± {row['margin']:.3f}"
        )


def contest(
    kind: type[rondel.Game], specs: Sequence[str], *, games: int, seed: int, options: dict[str, Any], seats: int | None
) -> list[Standing]:
    """Every line-up of players plays ``games`` games, the seats rotating; where there are too few, players sit twice.

    The same seed gives the same tournament. Raises `BadOption` for fewer than two players of a game for several.

    >>> best, worst = contest(named("tic_tac_toe"), ["greedy", "random"], games=10, seed=1, options={}, seats=None)
    >>> best.points > worst.points
    True
    """
    names = [spec.strip() for spec in specs]
    standings = [Standing(_numbered(names, number), spec) for number, spec in enumerate(names)]
    count = len(rondel.new(kind, seats=seats, seed=seed, options=options).roles)
    if len(standings) < 2 and count > 1:
        raise BadOption(f"a tournament of {kind.name} needs two players or more: --players random,greedy")
    luck = Random(seed)  # noqa: S311 - the bots' luck is no secret
    for lineup in combinations(standings, min(count, len(standings))):
        for number in range(games):
            game = rondel.new(kind, seats=seats, seed=luck.getrandbits(63), options=options)
            seated = {role: lineup[(place + number) % len(lineup)] for place, role in enumerate(game.roles)}
            play(game, {role: bot(each.spec, seed=luck.getrandbits(63)) for role, each in seated.items()})
            winners = game.winners
            for role, each in seated.items():
                each.results.append(1 / len(winners) if role in winners else 0.0)
    return standings


def _numbered(names: Sequence[str], number: int) -> str:
    """A player's name; with a number where several have the same."""
    name = names[number]
    return name if names.count(name) == 1 else f"{name}#{names[: number + 1].count(name)}"
