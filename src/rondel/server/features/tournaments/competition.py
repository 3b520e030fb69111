"""A tournament as its stored rows say: who is ahead, and what happens next. Pure: the same rows give the same pairs on every
node."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil, log2
from typing import Annotated, Final

import msgspec

from rondel.pairings import arena, berger, knock_out, placings, tie_breaks
from rondel.pairings.dutch import Unpairable, dutch
from rondel.pairings.placings import Event, Sitting
from rondel.pairings.scorecard import Card, Line, Pair, Result, cards
from rondel.pairings.tie_breaks import Standing, TieBreak
from rondel.pairings.trf import report
from rondel.server.protocol import EntrantState, TournamentEnd, TournamentState, TournamentTerms

BREAK: Final = 20_000
"""Milliseconds between two rounds."""

WAVE: Final = 5_000
"""Milliseconds between two pairings of an arena."""

TIE_BREAKS: Final[dict[str, tuple[TieBreak, ...]]] = {
    "swiss": tie_breaks.SWISS,
    "round_robin": tie_breaks.ROUND_ROBIN,
    "knock_out": (),
    "arena": (),
}


Count = Annotated[int, msgspec.Meta(ge=0, le=20_000)]
"""A number of rounds; an arena of a day has the most."""


class Member(msgspec.Struct, frozen=True):
    """An entrant, as it is stored."""

    number: int
    principal: str
    name: str
    state: EntrantState
    seed: int
    rating: float
    joined_at: int


class Played(msgspec.Struct, frozen=True):
    """A game, as it is stored."""

    round: Count
    board: int
    game: int
    table: str
    players: tuple[int, ...]
    points: tuple[float, ...] | None
    played: bool
    opened_at: int
    ended_at: int | None = None


class Lineup(msgspec.Struct, frozen=True):
    """A game to come. With ``points`` it is decided already: a bye, or a forfeit of who is not there."""

    round: int
    board: int
    game: int
    players: tuple[int, ...]
    points: tuple[float, ...] | None = None


class Step(msgspec.Struct, frozen=True):
    """What happens next: the state, the games that begin, and when to look again."""

    state: TournamentState
    reason: TournamentEnd = ""
    round: int = 0
    rounds: int = 0
    due_at: int = 0
    games: tuple[Lineup, ...] = ()
    seeds: dict[int, int] = {}
    """The seeds of the entrants, by number, where they change."""


class Competition(msgspec.Struct, frozen=True, dict=True):
    """A tournament and all of its rows."""

    id: str
    title: str
    game: str
    host: str
    state: TournamentState
    reason: TournamentEnd
    terms: TournamentTerms
    created_at: int
    starts_at: int
    due_at: int
    ended_at: int | None
    round: Count
    rounds: Count
    revision: int
    members: tuple[Member, ...] = ()
    games: tuple[Played, ...] = ()

    @property
    def ends_at(self) -> int | None:
        """When an arena stops pairing."""
        return self.starts_at + self.terms.minutes * 60_000 if self.terms.format == "arena" else None

    @property
    def is_of_many(self) -> bool:
        """Whether more than two play at a table, or teams."""
        return self.terms.seats > 2 or bool(self.terms.teams)

    @property
    def fewest(self) -> int:
        """The fewest players of a table."""
        return min(self.terms.fewest or self.terms.seats, self.terms.seats)

    @property
    def tie_breaks(self) -> tuple[placings.AnyTieBreak, ...]:
        """What orders equal points."""
        if self.is_of_many:
            return placings.ORDER if self.terms.format == "swiss" else ()
        return TIE_BREAKS[self.terms.format]

    @property
    def is_round_over(self) -> bool:
        """Whether no game goes on."""
        return all(game.points is not None for game in self.games)

    @cached_property
    def by_seed(self) -> dict[int, Member]:
        """The entrants by pairing number."""
        return {member.seed: member for member in self.members if member.seed}

    @cached_property
    def cards(self) -> list[Card]:
        """The scorecards of all entrants, with the games that are decided."""
        present = frozenset(seed for seed, member in self.by_seed.items() if member.state == "in")
        if self.terms.format == "arena":
            lines: dict[int, list[Line]] = {seed: [] for seed in self.by_seed}
            for game in sorted(self.games, key=lambda each: (each.ended_at or 0, each.round, each.board)):
                if game.points is not None:
                    for card in cards(game.players, [[_result(game)]]):
                        lines[card.number] += card.lines
            return [Card(seed, tuple(each), seed in present) for seed, each in lines.items()]
        rounds: list[list[Result]] = [[] for _ in range(self.round)]
        for game in self.games:
            if game.points is not None and 1 <= game.round <= self.round:
                rounds[game.round - 1].append(_result(game))
        return cards(sorted(self.by_seed), rounds, present)

    @cached_property
    def event(self) -> Event:
        """The decided games of a tournament with more than two players at a table, or of teams."""
        decided = sorted(self.games, key=lambda each: (each.ended_at or 0, each.round, each.board))
        sittings = [Sitting(each.players, each.points, each.played) for each in decided if each.points is not None]
        return Event(tuple(sittings), self.terms.teams)

    @property
    def on_streak(self) -> frozenset[int]:
        """The seeds of those whose next game in an arena counts double."""
        if self.terms.format != "arena":
            return frozenset()
        if self.is_of_many:
            return frozenset(seed for seed in self.by_seed if self.event.is_on_streak(seed))
        return frozenset(card.number for card in self.cards if arena.is_on_streak(card))

    @property
    def report(self) -> str | None:
        """A Swiss tournament of pairs as FIDE's report file, with the rounds that are over; None for others, and before the
        first pairing."""
        if self.terms.format != "swiss" or self.is_of_many or not self.by_seed:
            return None
        over = self.round if self.is_round_over else self.round - 1
        counted = [Card(card.number, card.lines[:over], card.is_present) for card in self.cards]
        names = {seed: member.name for seed, member in self.by_seed.items()}
        return report(self.title, counted, names, rounds=self.rounds)

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings, best first."""
        if self.is_of_many:
            is_arena, seeds = self.terms.format == "arena", sorted(self.by_seed)
            return self.event.arena_standings(seeds) if is_arena else self.event.standings(seeds)
        match self.terms.format:
            case "arena":
                worth = {card.number: float(sum(arena.scores(card))) for card in self.cards}
            case "knock_out":
                worth = {seed: float(self._reached(seed)) for seed in self.by_seed}
            case _:
                order, is_fixed = TIE_BREAKS[self.terms.format], self.terms.format == "round_robin"
                return tie_breaks.standings(self.cards, order, rounds=self.rounds, is_fixed=is_fixed)
        ordered = sorted(worth, key=lambda seed: (-worth[seed], seed))
        return [Standing(1 + sum(other > worth[seed] for other in worth.values()), seed, worth[seed], ()) for seed in ordered]

    @property
    def winner(self) -> str:
        """The name of the best, at the end."""
        return self.by_seed[self.standings[0].number].name if self.state == "ended" and self.by_seed else ""

    def next_step(self, at: int) -> Step | None:
        """What happens at that time; None for nothing yet."""
        if self.state == "open":
            return self._start() if at >= self.starts_at else None
        if self.state != "running" or at < self.due_at:
            return None
        match self.terms.format:
            case "arena":
                return self._wave(at)
            case "knock_out":
                return self._knock_out_round()
            case _:
                return self._next_round()

    def _start(self) -> Step:
        there = [member for member in self.members if member.state == "in"]
        if len(there) < self.fewest:
            return Step("cancelled", "too_few")
        ranked = sorted(there, key=lambda member: (-member.rating, member.number))
        seeds = {member.number: seed for seed, member in enumerate(ranked, 1)}
        return Step("running", rounds=self._rounds(len(there)), due_at=self.starts_at, seeds=seeds)

    def _rounds(self, count: int) -> int:
        """The number of rounds of so many entrants."""
        match self.terms.format:
            case "swiss":
                possible = self.terms.rounds if self.is_of_many and self.terms.rounds else count - 1 + count % 2
                return min(self.terms.rounds or max(3, ceil(log2(count))), possible)
            case "round_robin":
                return count - 1 + count % 2
            case "knock_out":
                return ceil(log2(count))
            case _:
                return 0

    def _next_round(self) -> Step | None:
        if not self.is_round_over:
            return None
        if self.round >= self.rounds:
            return self._end()
        number = self.round + 1
        if self.is_of_many:
            return self._tables(number)
        if self.terms.format == "round_robin":
            return self._round(number, berger.berger(len(self.by_seed))[number - 1])
        if sum(card.is_present for card in self.cards) < 2:
            return self._end()
        try:
            return self._round(number, dutch(self.cards, rounds=self.rounds))
        except Unpairable:
            return self._end()

    def _knock_out_round(self) -> Step | None:
        if not self.is_round_over:
            return None
        if not self.round:
            return self._round(1, knock_out.first_round(len(self.by_seed)))
        matches = self._matches(self.round)
        again = []
        winners = []
        for board, games in sorted(matches.items()):
            pair = _pair(games[0].players)
            decided = knock_out.winner(pair, [_points_of(pair, game) for game in games])
            winners.append(decided or 0)
            if decided is None:
                again.append(self._lineup(self.round, board, len(games) + 1, _pair(tuple(reversed(games[-1].players)))))
        if again:
            return Step("running", round=self.round, rounds=self.rounds, due_at=self.due_at, games=tuple(again))
        pairs = knock_out.next_round(winners)
        return self._round(self.round + 1, pairs) if pairs else self._end()

    def _tables(self, number: int) -> Step:
        """A round at tables of more than two players, or of teams. Who has no table has a bye."""
        ranked = [each.number for each in self.standings if self.by_seed[each.number].state == "in"]
        sizes = placings.sizes(len(ranked), self.terms.seats, self.fewest)
        if not sizes:
            return self._end()
        tables = self.event.spread(ranked, sizes) if number == 1 else self.event.tables(ranked, sizes)
        resting = sorted(set(ranked) - {seed for table in tables for seed in table})
        lineups = [Lineup(number, board, 1, table) for board, table in enumerate(tables, 1)]
        lineups += [Lineup(number, board, 1, (seed,), (placings.BYE,)) for board, seed in enumerate(resting, len(tables) + 1)]
        return Step("running", round=number, rounds=self.rounds, due_at=self.due_at, games=tuple(lineups))

    def _wave_of_many(self, busy: set[int], at: int) -> Step | None:
        """Tables of those who have waited longest in an arena; smaller ones only where nobody plays, so that a game begins."""
        there = [each.number for each in self.standings if self.by_seed[each.number].state == "in"]
        waiting = [seed for seed in there if seed not in busy]
        full = len(waiting) - len(waiting) % self.terms.seats
        sizes = placings.sizes(full if full or busy else len(waiting), self.terms.seats, self.fewest)
        if not sizes:
            return None
        last = {seed: index for index, each in enumerate(self.event.sittings) for seed in each.players}
        longest = sorted(waiting, key=lambda seed: last.get(seed, -1))[: sum(sizes)]
        tables = self.event.tables([seed for seed in waiting if seed in longest], sizes)
        games = tuple(Lineup(self.round + 1, board, 1, table) for board, table in enumerate(tables, 1))
        return Step("running", round=self.round + 1, due_at=at + WAVE, games=games)

    def _wave(self, at: int) -> Step | None:
        busy = {seed for game in self.games if game.points is None for seed in game.players}
        if self.ends_at is not None and at >= self.ends_at:
            return None if busy else self._end()
        if self.is_of_many:
            return self._wave_of_many(busy, at)
        waiting = [card for card in self.cards if card.is_present and card.number not in busy]
        last = {card.number: card.lines[-1].opponent or 0 for card in waiting if card.lines}
        pairs = arena.pairs(waiting, last)
        if not pairs:
            return None
        games = tuple(self._lineup(self.round + 1, board, 1, pair) for board, pair in enumerate(pairs, 1))
        return Step("running", round=self.round + 1, due_at=at + WAVE, games=games)

    def _round(self, number: int, pairs: Sequence[Pair]) -> Step:
        games = [self._lineup(number, board, 1, pair) for board, pair in enumerate(pairs, 1)]
        return Step("running", round=number, rounds=self.rounds, due_at=self.due_at, games=tuple(games))

    def _lineup(self, number: int, board: int, game: int, pair: Pair) -> Lineup:
        """The game of a pair; who is not there loses by forfeit."""
        if pair.second is None:
            return Lineup(number, board, game, (pair.first,), (1.0,))
        here = [self.by_seed[seed].state == "in" for seed in (pair.first, pair.second)]
        points = None if all(here) else (float(here[0]), float(here[1]))
        return Lineup(number, board, game, (pair.first, pair.second), points)

    def _end(self) -> Step:
        return Step("ended", round=self.round, rounds=self.rounds)

    def _matches(self, number: int) -> dict[int, list[Played]]:
        """The games of a round, by board."""
        found: dict[int, list[Played]] = {}
        for game in sorted(self.games, key=lambda each: (each.board, each.game)):
            if game.round == number:
                found.setdefault(game.board, []).append(game)
        return found

    def _reached(self, seed: int) -> int:
        """How many matches of a knock-out an entrant has won."""
        won = 0
        for number in range(1, self.round + 1):
            for games in self._matches(number).values():
                if seed in games[0].players and all(game.points is not None for game in games):
                    pair = _pair(games[0].players)
                    won += knock_out.winner(pair, [_points_of(pair, game) for game in games]) == seed
        return won


def _pair(players: Sequence[int]) -> Pair:
    return Pair(players[0], players[1] if len(players) > 1 else None)


def _result(game: Played) -> Result:
    points = game.points or (0.0, 0.0)
    return Result(_pair(game.players), (points[0], points[1] if len(points) > 1 else 0.0), game.played)


def _points_of(pair: Pair, game: Played) -> tuple[float, float]:
    """The points of a game in the order of the pair."""
    points = dict(zip(game.players, game.points or (), strict=False))
    return points.get(pair.first, 0.0), points.get(pair.second or 0, 0.0)
