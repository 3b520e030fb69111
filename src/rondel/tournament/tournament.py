"""The tournament: its entrants, its schedule and its run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import rondel
from rondel.engine.game import Game
from rondel.errors import BadOption, RulesError
from rondel.pairings.pods import round_robin, swiss
from rondel.players.programs.memory_limit import MEMORY
from rondel.tournament.entrant import call_up, entrants
from rondel.tournament.execution.executor import Executor, Serial
from rondel.tournament.execution.job import Setting
from rondel.tournament.fixture import Fixture, fixtures
from rondel.tournament.ledger import Ledger
from rondel.tournament.outcome import Outcome
from rondel.tournament.standing import Standing, standings


class Tournament:
    """A tournament of one game: a round robin or, with ``rounds``, that number of Swiss rounds.

    Every line-up plays ``games`` games, the seats rotating. The outcomes depend only on the ``seed``, unless bots think by
    the clock.

    Raises `BadOption` for fewer than two players of a game for several, `UnknownGame`,
    `rondel.players.bots.registry.UnknownBot`.

    >>> tournament = Tournament("tic_tac_toe", ["greedy", "random"], games=10, seed=1)
    >>> outcomes = tournament.run()
    >>> len(outcomes), tournament.total
    (10, 10)
    """

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        *,
        games: int,
        seed: int = 0,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        rounds: int | None = None,
        seconds: float | None = None,
        limit: int | None = None,
        memory: int = MEMORY,
    ) -> None:
        self.entrants = entrants(players)
        self.setting = Setting(game, tuple(each.spec for each in self.entrants), seats, options or {}, seconds, limit, memory)
        self.games = games
        self.seed = seed
        self.rounds = rounds
        kind = self.setting.kind()
        self._shown = rondel.new(kind, seats=seats, seed=seed, options=self.setting.options)
        self.roles = self._shown.roles
        if len(self.entrants) < 2 and len(self.roles) > 1:
            raise BadOption(f"a tournament of {kind.name} needs two players or more, as in --players random,greedy")
        if games < 1 or (rounds is not None and rounds < 1):
            raise BadOption("games and rounds of a tournament must be 1 or more")
        if rounds is not None:
            swiss([0.0] * len(self.entrants), {}, len(self.roles), byes={})

    @property
    def total(self) -> int:
        """Number of games."""
        if self.rounds is None:
            return len(round_robin(len(self.entrants), len(self.roles))) * self.games
        return self.rounds * (len(self.entrants) // len(self.roles)) * self.games

    def describe(self) -> dict[str, Any]:
        """The tournament as plain data: equal descriptions have the same games."""
        return {
            **self.setting.to_json(),
            "players": [each.name for each in self.entrants],
            "games": self.games,
            "seed": self.seed,
            "rounds": self.rounds,
        }

    def run(
        self,
        executor: Executor | None = None,
        *,
        ledger: Ledger | None = None,
        told: Callable[[Outcome], None] | None = None,
    ) -> list[Outcome]:
        """Plays the tournament, and returns the outcomes in the order of the fixtures. Those in the ledger are not replayed.

        ``told`` is called with each outcome as it comes in, those in the ledger first. Raises `BadOption`, before any game,
        for a program that cannot be started or reached, and a bot that cannot play this game; a program that fails later
        loses its games.
        """
        known = dict(ledger.outcomes) if ledger is not None else {}
        hears = told or (lambda outcome: None)
        outcomes: list[Outcome] = []
        called_up = False
        for stage in self._stages(outcomes):
            found: dict[str, Outcome] = {}
            for fixture in stage:
                if fixture.id in known:
                    found[fixture.id] = known[fixture.id]
                    hears(known[fixture.id])
            missing = [fixture for fixture in stage if fixture.id not in found]
            if missing:
                if not called_up:
                    call_up(self.entrants, self._shown, memory=self.setting.memory)
                    called_up = True
                for outcome in (executor or Serial()).run(self.setting, missing):
                    if ledger is not None:
                        ledger.add(outcome)
                    found[outcome.id] = outcome
                    hears(outcome)
            outcomes += [found[fixture.id] for fixture in stage]
        return outcomes

    def _stages(self, outcomes: list[Outcome]) -> Iterator[list[Fixture]]:
        """Yields the fixtures of each stage; ``outcomes`` must hold those of the earlier stages when the next one is read."""
        count, seats = len(self.entrants), len(self.roles)
        if self.rounds is None:
            yield [each for lineup in round_robin(count, seats) for each in self._fixtures(lineup)]
            return
        byes: Counter[int] = Counter()
        met: Counter[tuple[int, int]] = Counter()
        for number in range(self.rounds):
            points = [float(byes[each] * self.games) for each in range(count)]  # a bye counts as wins
            for outcome in outcomes:
                for entrant, made in zip(outcome.seated, outcome.points, strict=False):
                    points[entrant] += made
            lineups = swiss(points, met, seats, byes=byes)
            playing = {each for lineup in lineups for each in lineup}
            byes.update(each for each in range(count) if each not in playing)
            for lineup in lineups:
                met.update(combinations(lineup, 2))
            yield [each for lineup in lineups for each in self._fixtures(lineup, f"round {number + 1}: ")]

    def _fixtures(self, lineup: Sequence[int], stage: str = "") -> Iterator[Fixture]:
        return fixtures(lineup, seats=len(self.roles), games=self.games, seed=self.seed, stage=stage)


def contest(
    game: str | type[Game],
    players: Sequence[str],
    *,
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    seats: int | None = None,
) -> list[Standing]:
    """The standings of players in a round robin in this process, in the players' order.

    Raises what `Tournament` raises, and `RulesError` for a game that is void because its rules failed.

    >>> best, worst = contest("tic_tac_toe", ["greedy", "random"], games=10, seed=1)
    >>> best.points > worst.points
    True
    """
    name = game if isinstance(game, str) else game.name
    tournament = Tournament(name, players, games=games, seed=seed, seats=seats, options=options)
    outcomes = tournament.run()
    for outcome in outcomes:
        if outcome.fault is not None and outcome.fault.seat < 0:
            raise RulesError(f"{outcome.id}: {outcome.fault.message}")
    return standings(tournament.entrants, outcomes)
