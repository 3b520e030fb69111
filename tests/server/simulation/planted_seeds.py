"""The seeds in which the planted bugs show.

A change of the server changes what happens in a seed. Where the tests of planted bugs have become slow,
``python -m tests.server.simulation --planted`` writes `SHOWS` anew.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

import pytest

from rondel.server import protocol
from tests.server.simulation.gathering import Gathering
from tests.server.simulation.loop import Stuck
from tests.server.simulation.planted import GATHERED, PLANTED
from tests.server.simulation.world import Fault, World

ENOUGH = 150
"""Seeds in which a planted bug must show."""
SHOWS = {
    "a_clock_of_each_machine": 100,
    "a_clock_that_goes_back": 1,
    "a_commit_that_waits_for_no_standby": 2,
    "a_table_kept_that_could_not_be_stored": 3,
    "a_wait_that_is_cancelled": 17,
    "absences_that_are_not_confirmed": 43,
    "answers_after_the_flag": 10,
    "bots_that_are_not_woken_when_a_table_is_opened": 12,
    "chat_that_is_not_followed": 16,
    "chat_that_is_numbered_by_each_node": 4,
    "conditional_moves_that_answer_after_they_are_deleted": 60,
    "consent_of_the_first": 3,
    "deadlines_of_older_answers": 66,
    "downtime_that_is_charged": 33,
    "every_node_asks_the_bot_at_once": 43,
    "flags_that_fall_early": 36,
    "flags_that_nobody_sees_fall": 21,
    "gaps_that_nobody_looks_for": 103,
    "groups_in_no_order": 2,
    "hints_before_the_commit": 31,
    "hints_that_are_obeyed": 1,
    "news_that_nobody_is_shown": 8,
    "nobody_looks_again": 4,
    "nodes_that_believe_they_know": 2,
    "nodes_that_count_on_every_hint": 5,
    "nodes_that_do_not_listen": 4,
    "numbers_without_a_unique_key": 2,
    "offers_that_outlive_the_position": 33,
    "offers_that_stay_open": 26,
    "one_event_lost_after_coming_back": 3,
    "one_event_twice_after_coming_back": 3,
    "outages_that_are_charged": 23,
    "plans_that_are_followed_whatever_was_answered": 6,
    "plans_that_nobody_wakes_up_for": 18,
    "retries_answered_with_the_present_number": 1,
    "retries_of_who_has_moved_on": 21,
    "roles_that_are_remembered": 34,
    "seats_that_anybody_gives_back": 2,
    "seats_that_are_no_fence": 15,
    "seats_that_are_taken_twice": 2,
    "seats_that_have_changed_and_nobody_is_told": 2,
    "sessions_that_nobody_follows": 1,
    "snapshots_without_what_came_after": 6,
    "snapshots_without_what_was_told": 13,
    "somebody_else_answers_whatever_the_terms": 66,
    "tables_that_are_taken_for_known": 10,
    "the_view_of_another": 7,
    "told_before_it_is_stored": 1,
}
"""A seed that showed the bug quickly when this was written. It is tried first."""
ON_TERMS = {
    "absences_that_are_not_confirmed": protocol.Terms(absence=protocol.Absence("skip", 10)),
    "deadlines_of_older_answers": protocol.Terms(protocol.Fischer(8, 1)),
    "outages_that_are_charged": protocol.Terms(protocol.Fischer(8, 1)),
    "somebody_else_answers_whatever_the_terms": protocol.Terms(absence=protocol.Absence("claim", 10)),
}
"""The terms of every seed, for bugs that break only those."""
COMPARED = 3
"""Of so many seeds that show a bug, the quickest is the best."""


def seeds(bug: str) -> Iterator[int]:
    """The seeds in which a bug must show, in the order in which they are tried."""
    if bug in SHOWS:
        yield SHOWS[bug]
    yield from range(ENOUGH)


def shows(bug: str, seed: int) -> bool:
    """Whether a seed with that bug planted fails, or does not do again what it did."""
    with pytest.MonkeyPatch.context() as patch:
        (GATHERED.get(bug) or PLANTED[bug])(patch)
        try:
            if bug in GATHERED:
                Gathering(seed).run()
                return False
            once = World(seed, ON_TERMS.get(bug)).run()
            return seed < 5 and World(seed, ON_TERMS.get(bug)).run() != once
        except (Fault, Stuck):
            return True


def best(bug: str) -> int:
    """The quickest of the first seeds that show a bug. Raises `LookupError` where none of `ENOUGH` does."""
    found = list(islice((seed for seed in range(ENOUGH) if shows(bug, seed)), COMPARED))
    if not found:
        raise LookupError(f"no seed shows {bug}")

    def took(seed: int) -> float:
        begun = time.process_time()
        shows(bug, seed)
        return time.process_time() - begun

    return min(found, key=took)
