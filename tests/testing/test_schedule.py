"""Schedules: the same tasks with a budget as without, in another order."""

from __future__ import annotations

from rondel.testing import LAWS
from rondel.testing.schedule import SHORT, Schedule, Task


def tasks(schedule: Schedule, costs: dict[str, float] | None = None, skipped: str = "") -> list[Task]:
    found = []
    while schedule.left:
        task = schedule.next()
        schedule.spent(task, (costs or {}).get(task.law, 0.1), skipped=task.law == skipped)
        found.append(task)
    return found


def test_without_a_budget_game_by_game() -> None:
    found = tasks(Schedule(["json", "imagination"], 6, 200, budget=False))
    assert [(task.game, task.law) for task in found] == [
        (0, "json"),
        (0, "imagination"),
        (1, "json"),
        (2, "json"),
        (3, "json"),
        (4, "json"),
        (5, "json"),
        (5, "imagination"),
    ]


def test_a_budget_that_lasts_tries_all_that_is_tried_without() -> None:
    exact = {(task.law, task.game) for task in tasks(Schedule(list(LAWS), 10, 200, budget=False))}
    found = tasks(Schedule(list(LAWS), 10, 200, budget=True))
    whole = [(task.law, task.game) for task in found if task.whole]
    assert len(whole) == len(set(whole))
    assert exact - set(whole) == {("translations", number) for number in range(1, 10)}  # which is of the class alone
    assert set(whole) <= exact


def test_every_law_is_tried_on_a_beginning_first() -> None:
    found = tasks(Schedule(list(LAWS), 10, 200, budget=True))[: len(LAWS)]
    assert {task.law for task in found} == set(LAWS)
    assert found[0].law == "determinism"
    assert all(task.plies == SHORT for task in found if not task.whole)
    assert {task.law for task in found if task.whole} == {"end", "facts", "translations"}


def test_a_costly_law_leaves_the_others_their_share() -> None:
    found = tasks(Schedule(["pop", "json"], 10, 200, budget=True), {"pop": 1.0})
    pop, json = ([number for number, task in enumerate(found) if task.law == law] for law in ("pop", "json"))
    assert pop[2] > json[9]


def test_secrets_come_early_where_there_are_any_and_last_where_there_are_none() -> None:
    hidden = [task.law for task in tasks(Schedule(["secrets", "json"], 10, 200, budget=True))]
    assert hidden[:12].count("secrets") > hidden[:12].count("json")
    opened = [task.law for task in tasks(Schedule(["secrets", "json"], 10, 200, budget=True), skipped="secrets")]
    assert opened[:12].count("secrets") < opened[:12].count("json")


def test_a_law_that_exceeds_the_remaining_time_waits() -> None:
    schedule = Schedule(["pop", "json"], 2, 200, budget=True)
    for _each in range(2):
        schedule.next()
    schedule.spent(Task("pop", 0, 200), 5.0)
    schedule.spent(Task("json", 0, 200), 9.0)
    assert schedule.next(6.0).law == "pop"
    schedule.spent(Task("json", 0, 200), 1.0)
    assert schedule.next(2.0).law == "json"


def test_a_dropped_law_is_not_tried_again() -> None:
    schedule = Schedule(["pop", "json"], 3, 200, budget=True)
    schedule.drop("pop")
    assert {task.law for task in tasks(schedule)} == {"json"}
