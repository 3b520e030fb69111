"""The Dutch system, compared with an independent program, and its laws."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rondel.pairings.dutch import Unpairable, dutch
from rondel.pairings.scorecard import Card, Pair, Result, cards
from rondel.pairings.tie_breaks import TieBreak, standings
from rondel.pairings.trf import report
from tests.pairings import oracle


class Played:
    """A Swiss tournament of random results, with absences and forfeits, as it goes on."""

    def __init__(self, seed: int, entrants: int | None = None, rounds: int | None = None) -> None:
        self.dice = random.Random(seed)
        self.entrants = entrants or self.dice.randint(4, 22)
        self.total = rounds or self.dice.randint(3, min(self.entrants - 1, 9))
        self.draws, self.forfeits = self.dice.choice((0.1, 0.3, 0.6)), self.dice.choice((0.0, 0.05, 0.15))
        self.absences = self.dice.choice((0.0, 0.03, 0.1))
        self.initial = self.dice.random() < 0.5
        self.rounds: list[list[Result]] = []

    def cards(self) -> list[Card]:
        """The cards before the next round, in which some are absent."""
        everybody = range(1, self.entrants + 1)
        here = frozenset(each for each in everybody if self.dice.random() >= self.absences)
        return cards(everybody, self.rounds, here)

    def play(self, pairs: Sequence[Pair]) -> None:
        self.rounds.append([self._result(pair) for pair in pairs])

    def _result(self, pair: Pair) -> Result:
        if pair.second is None:
            return Result(pair, (1.0, 0.0), False)
        if self.dice.random() < self.forfeits:
            return Result(pair, self.dice.choice(((1.0, 0.0), (0.0, 1.0), (0.0, 0.0))), False)
        if self.dice.random() < self.draws:
            return Result(pair, (0.5, 0.5))
        return Result(pair, (1.0, 0.0) if self.dice.random() < 0.5 + (pair.second - pair.first) * 0.02 else (0.0, 1.0))


def independent(folder: Path, now: Sequence[Card], tournament: Played) -> list[tuple[int, int]] | None:
    """The pairs that an independent program makes."""
    text = report("Test", now, {}, rounds=tournament.total, initial=tournament.initial)
    return oracle.pairs(text, {card.number for card in now if not card.is_present}, folder)


def paired(now: Sequence[Card], tournament: Played) -> list[Pair] | None:
    try:
        return dutch(now, rounds=tournament.total, initial=tournament.initial)
    except Unpairable:
        return None


def compared(seeds: Sequence[int], folder: Path) -> int:
    """Plays these tournaments, each round of which must have the pairs of an independent program; returns the number of
    rounds."""
    count = 0
    for seed in seeds:
        tournament = Played(seed)
        for _ in range(tournament.total):
            now = tournament.cards()
            ours, theirs = paired(now, tournament), independent(folder, now, tournament)
            assert (None if ours is None else [(pair.first, pair.second or 0) for pair in ours]) == theirs, f"seed {seed}"
            count += 1
            if ours is None:
                break
            tournament.play(ours)
        played = cards(range(1, tournament.entrants + 1), tournament.rounds)
        order: tuple[TieBreak, ...] = ("buchholz_cut_1", "buchholz", "sonneborn_berger")
        values = {each.number: each.values for each in standings(played, order, rounds=len(tournament.rounds))}
        assert values == oracle.buchholz(report("Test", played, {}, rounds=tournament.total)), f"seed {seed}"
    return count


def test_pairings_and_tie_breaks_are_those_of_independent_programs(tmp_path: Path) -> None:
    assert compared(range(12), tmp_path) > 40


@given(st.integers(0, 1 << 32))
@settings(max_examples=12, deadline=None)
def test_nobody_meets_twice_and_everybody_is_in_one_pair(seed: int) -> None:
    tournament = Played(seed, entrants=random.Random(seed).randint(4, 14))
    met: set[frozenset[int]] = set()
    byes: set[int] = set()
    for _ in range(tournament.total):
        now = tournament.cards()
        pairs = paired(now, tournament)
        if pairs is None:
            return
        seated = [each for pair in pairs for each in (pair.first, pair.second) if each is not None]
        assert sorted(seated) == sorted(card.number for card in now if card.is_present)
        assert sum(pair.second is None for pair in pairs) == len(seated) % 2
        for pair in pairs:
            if pair.second is None:
                assert pair.first not in byes
                byes.add(pair.first)
            else:
                assert frozenset((pair.first, pair.second)) not in met
        tournament.play(pairs)
        met |= {
            frozenset((result.pair.first, result.pair.second))
            for result in tournament.rounds[-1]
            if result.is_played and result.pair.second is not None
        }
    for card in cards(range(1, tournament.entrants + 1), tournament.rounds[:-1]):
        colours = [line.first for line in card.played]
        assert abs(2 * sum(map(bool, colours)) - len(colours)) <= 2
        assert all(len(set(colours[place : place + 3])) > 1 for place in range(len(colours) - 2))


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    assert dutch([Card(number) for number in range(1, 7)], rounds=5) == [Pair(1, 4), Pair(5, 2), Pair(3, 6)]


def test_two_that_have_met_cannot_meet_again() -> None:
    now = cards([1, 2], [[Result(Pair(1, 2), (1.0, 0.0))]])
    with pytest.raises(Unpairable, match="no further round is possible for 2 players"):
        dutch(now, rounds=3)


def test_one_alone_has_a_bye_once() -> None:
    assert dutch([Card(1)], rounds=2) == [Pair(1, None)]
    with pytest.raises(Unpairable):
        dutch(cards([1], [[Result(Pair(1, None), (1.0, 0.0), False)]]), rounds=2)
