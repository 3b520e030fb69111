"""Runs: the answers of a running rule, and what is kept of a suspended one."""

from __future__ import annotations

from rondel.engine.play.running.run import Run
from tests.engine.rules.workshop import Workshop, trial, workshop


def test_a_run_begins_with_the_answers_it_is_given_and_nothing_asked() -> None:
    run = Run()
    run.begin((("left", "a"), ("right", "b")), (3,))
    run.cursor, run.suspended = 2, True
    run.begin((("left", "c"),))
    assert (run.answers, run.marks, run.cursor, run.suspended) == ([("left", "c")], [], 0, False)


def test_answers_are_replaced_up_to_the_last_one_asked_for() -> None:
    run = Run()
    run.begin((("left", "a"), ("left", "b"), ("right", "c"), ("left", "d")), (1, 4, 4, 4))
    run.cursor = 3
    run.replace(1, [("right", "c")], 4)
    assert (run.answers, run.marks, run.cursor) == ([("left", "a"), ("right", "c"), ("left", "d")], [1, 4, 4], 2)


@trial
def writes_and_asks(game: Workshop) -> None:
    game.counter.value = 1
    game.choose([1, 2], ask="?")
    game.counter.value = 2
    game.choose([3, 4], ask="?")


def test_a_suspended_rule_knows_where_it_began_and_where_it_was_answered() -> None:
    game = workshop(writes_and_asks)
    game.push("do(writes_and_asks)")
    game.push("choose(2)")
    rule = game._machine.suspended
    assert rule is not None
    assert (rule.begun, rule.actor, rule.answers) == ("do(writes_and_asks)", "left", (("left", "choose(2)"),))
    assert (rule.mark, rule.logged, rule.marks) == (0, 0, (1,))
    assert rule.question is not None
    assert [move.text for move in rule.question.moves["left"]] == ["choose(3)", "choose(4)"]
    again = rule.again(None, (), True)
    assert (again.begun, again.move, again.answers, again.question, again.changed) == (
        "do(writes_and_asks)",
        None,
        (),
        None,
        True,
    )
