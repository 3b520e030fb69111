"""The arena in a simulated world: seed by seed, what it promises holds; and with a bug planted, it is seen that it does not."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

import pytest

from tests.server.simulation.loop import Stuck
from tests.server.simulation.planted import PLANTED
from tests.server.simulation.world import Fault, World

SEEDS = 6_000  # 300 in `make test`
ENOUGH = 150
"""Seeds in which a planted bug must show."""


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """What the server logs in a thousand deaths is of no interest."""
    caplog.set_level(logging.CRITICAL, "rondel.server")


def test_whatever_breaks_the_arena_keeps_its_promises(scaled: Callable[[int], int]) -> None:
    heard: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    deaths = snapshots = several = 0
    rows: Counter[str] = Counter()
    for seed in range(scaled(SEEDS)):
        world = World(seed)
        world.run()
        heard += world.heard
        refused += world.refused
        deaths += world.deaths
        several += world.several
        rows.update(row.kind for table in world.disk.answers.values() for row in table)
        snapshots += sum(len(taken) for taken in world.disk.snapshots.values())
    # It would show nothing if nothing had happened.
    assert min(heard[kind] for kind in ("welcome", "resumed", "update", "accepted", "refused", "seats")) > 100
    assert min(refused[code] for code in ("stale", "not_saved", "unavailable", "undo_barrier")) > 10
    assert min(rows[kind] for kind in ("start", "resign", "flag", "offer", "agree", "decline", "withdraw")) > 5, rows
    assert deaths > 50
    assert several > 50
    assert snapshots > 100


def test_a_seed_is_all_that_happens() -> None:
    for seed in range(5):
        assert World(seed).run() == World(seed).run()
    assert len({World(seed).run() for seed in range(5)}) == 5


@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_found(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[bug](monkeypatch)
    assert found(), f"{bug}: {ENOUGH} seeds went by as if nothing were wrong"


def found() -> bool:
    """Whether a seed fails, or does not do again what it did."""
    for seed in range(ENOUGH):
        try:
            once = World(seed).run()
            if seed < 5 and World(seed).run() != once:
                return True
        except (Fault, Stuck):
            return True
    return False
