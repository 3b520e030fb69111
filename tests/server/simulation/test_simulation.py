"""The arena in a simulated world: seed by seed, what it promises holds; and with a bug planted, it is seen that it does not."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from rondel.server import protocol
from tests.conftest import SCALE
from tests.server.simulation.gathering import Gathering
from tests.server.simulation.loop import Stuck
from tests.server.simulation.planted import GATHERED, PLANTED
from tests.server.simulation.world import Fault, World

ENOUGH = 150
"""Seeds in which a planted bug must show."""
SEEDS = 6_000 if SCALE >= 1 else 72
GATHERINGS = 200  # 10 in `make test`
SHOWS = {
    "a_clock_of_each_machine": 88,
    "a_wait_that_is_cancelled": 4,
    "absences_that_are_not_confirmed": 43,
    "answers_after_the_flag": 10,
    "bots_that_are_not_woken_when_a_table_is_opened": 12,
    "chat_that_is_not_followed": 43,
    "conditional_moves_that_answer_after_they_are_deleted": 60,
    "consent_of_the_first": 7,
    "downtime_that_is_charged": 21,
    "every_node_asks_the_bot_at_once": 43,
    "flags_that_fall_early": 120,
    "flags_that_nobody_sees_fall": 21,
    "gaps_that_nobody_looks_for": 16,
    "hints_before_the_commit": 31,
    "news_that_nobody_is_shown": 2,
    "nobody_looks_again": 11,
    "nodes_that_count_on_every_hint": 2,
    "nodes_that_do_not_listen": 4,
    "offers_that_outlive_the_position": 8,
    "offers_that_stay_open": 132,
    "plans_that_nobody_wakes_up_for": 18,
    "retries_of_who_has_moved_on": 11,
    "roles_that_are_remembered": 11,
    "seats_that_have_changed_and_nobody_is_told": 24,
    "snapshots_without_what_came_after": 18,
    "snapshots_without_what_was_told": 18,
    "somebody_else_answers_whatever_the_terms": 21,
    "the_view_of_another": 7,
}
"""Where a bug was last found, for bugs that few seeds show: that seed is tried first."""
ON_TERMS = {
    "somebody_else_answers_whatever_the_terms": protocol.Terms(absence=protocol.Absence("claim", 10)),
}
"""The terms of every seed, for bugs that break only those."""
PARTS = 4 if SCALE >= 1 else 2
"""Tests among which the seeds are divided, so that each ends within the time limit on a busy machine."""


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """What the server logs in a thousand deaths is of no interest."""
    caplog.set_level(logging.CRITICAL, "rondel.server")


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_breaks_the_arena_keeps_its_promises(part: int) -> None:
    heard: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    deaths = freezes = cuts = ended = said = snapshots = several = rotated = by_conditional_moves = 0
    rows: Counter[str] = Counter()
    for seed in range(part, SEEDS, PARTS):
        world = World(seed)
        world.run()
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
    runs = [World(seed).run() for seed in range(5)]
    assert [World(seed).run() for seed in range(5)] == runs
    assert len(set(runs)) == 5


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


@pytest.mark.parametrize("bug", GATHERED)
def test_a_bug_about_who_sits_where_is_found(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    GATHERED[bug](monkeypatch)
    assert any(finds(seed) for seed in seeds(bug)), f"{bug}: {ENOUGH} seeds went by as if nothing were wrong"


def finds(seed: int) -> bool:
    """Whether the gathering of that seed fails."""
    try:
        Gathering(seed).run()
    except Fault:
        return True
    return False


@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_found(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[bug](monkeypatch)
    assert found(bug), f"{bug}: {ENOUGH} seeds went by as if nothing were wrong"


def seeds(bug: str) -> Iterator[int]:
    """The seeds in which a bug must show, in the order in which they are tried."""
    if bug in SHOWS:
        yield SHOWS[bug]
    yield from range(ENOUGH)


def found(bug: str) -> bool:
    """Whether a seed fails, or does not do again what it did."""
    terms = ON_TERMS.get(bug)
    for seed in seeds(bug):
        try:
            once = World(seed, terms).run()
            if seed < 5 and World(seed, terms).run() != once:
                return True
        except (Fault, Stuck):
            return True
    return False
