"""The arena in a simulated world: seed by seed, what it promises holds; and with a bug planted, it is seen that it does not."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

import pytest

from tests.conftest import SCALE
from tests.server.simulation.gathering import Gathering
from tests.server.simulation.planted import GATHERED, PLANTED
from tests.server.simulation.planted_seeds import ENOUGH, seeds, shows
from tests.server.simulation.world import World

SEEDS = 6_000 if SCALE >= 1 else 40
GATHERINGS = 200  # 10 in `make test`
PARTS = 4 if SCALE >= 1 else 1
"""Tests among which the seeds are divided, so that each ends within the time limit on a busy machine."""
REMEMBERED = 5
"""The last worlds are kept, and made once more to be compared."""


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """What the server logs in a thousand deaths is of no interest."""
    caplog.set_level(logging.CRITICAL, "rondel.server")


@lru_cache(REMEMBERED)
def ran(seed: int) -> tuple[World, str]:
    """The world of a seed, and all that happened in it; of the last seeds it need not happen again for another test."""
    world = World(seed)
    return world, world.run()


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_breaks_the_arena_keeps_its_promises(part: int) -> None:
    heard: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    deaths = freezes = cuts = ended = said = snapshots = several = rotated = by_conditional_moves = 0
    rows: Counter[str] = Counter()
    for seed in range(part, SEEDS, PARTS):
        world, _happened = ran(seed)
        heard += world.judge.heard
        refused += world.refused
        deaths += world.failures.deaths
        freezes += world.failures.freezes
        cuts += world.failures.cuts
        ended += world.sessions_ended
        said += world.judge.chat.number
        several += world.several
        by_conditional_moves += world.judge.conditional_moves.given
        rotated += bool(world.terms.rotate)
        rows.update(row.kind for table in world.disk.answers.values() for row in table)
        snapshots += sum(len(taken) for taken in world.disk.snapshots.values())
    # It would show nothing if nothing had happened.
    assert min(heard[kind] for kind in ("welcome", "resumed", "update", "accepted", "refused", "seats")) > 25
    assert min(refused[code] for code in ("stale", "not_saved", "unavailable", "undo_barrier")) > 2
    assert min(rows[kind] for kind in ("start", "flag", "offer")) > 2, rows
    assert sum(rows[kind] for kind in ("resign", "agree", "decline", "withdraw")) > 5, rows
    assert min(deaths, freezes, cuts, several, ended) > 10
    assert (rotated > 1, by_conditional_moves > 5, snapshots > 25, said > 25) == (True, True, True, True)


def test_a_seed_is_all_that_happens() -> None:
    last = range(SEEDS - REMEMBERED, SEEDS)
    runs = [ran(seed)[1] for seed in last]
    assert [World(seed).run() for seed in last] == runs
    assert len(set(runs)) == REMEMBERED


def test_people_gather_leave_and_are_put_off_until_somebody_plays(scaled: Callable[[int], int]) -> None:
    refused: Counter[str] = Counter()
    changes = deaths = begun = 0
    for seed in range(scaled(GATHERINGS)):
        world = Gathering(seed)
        world.run()
        refused += world.refused
        changes += world.changes
        deaths += world.failures.deaths
        begun += bool(world.disk.answers)
    assert min(refused[code] for code in ("no_open_seat", "unknown_seat", "not_host", "begun", "seats")) > 0, refused
    assert (changes > 50, deaths > 5, begun > 5) == (True, True, True)


@pytest.mark.parametrize("bug", [*GATHERED, *PLANTED])
def test_a_planted_bug_is_found(bug: str) -> None:
    assert any(shows(bug, seed) for seed in seeds(bug)), f"{bug}: {ENOUGH} seeds went by as if nothing were wrong"
