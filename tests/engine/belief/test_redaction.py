"""The answers of a record that a role could have seen: what others took back before anybody saw it is not among them."""

from __future__ import annotations

import random

import pytest

from rondel.engine.belief.redaction import redacted_answers
from rondel.engine.records.record import replay
from rondel.errors import HiddenInformation
from tests.engine.play.simultaneous.test_pending_rules import Till, back_and_forth
from tests.engine.rules.duel import Duel
from tests.engine.rules.fair import FairDay


def test_what_another_is_in_the_middle_of_is_not_told() -> None:
    game = Till()
    game.push("change", "one")
    assert game.record("two")["answers"] == []
    assert game.record("one")["answers"] == [["one", "change"]]


def test_what_was_begun_and_taken_back_is_not_told() -> None:
    game = Till()
    for text in ("change", "size(small)"):
        game.push(text, "one")
    game.push("empty", "two")  # the rule fails on that, and is dropped
    game.push("change", "one")
    game.undo("one")
    game.push("go_on", "two")
    assert game.record("two")["answers"] == [["two", "empty"], ["two", "go_on"]]
    assert len(game.record("one")["answers"]) == 6


def test_what_was_carried_out_stands_where_it_was() -> None:
    game = Till()
    game.push("change", "one")
    game.push("go_on", "two")
    game.push("size(large)", "one")
    game.undo("one")
    game.push("size(small)", "one")
    game.push("want(bag)", "two")
    game.push("coin(b)", "one")
    ones = [("one", "change"), ("one", "size(small)"), ("one", "coin(b)")]
    assert redacted_answers(game, "two") == [("two", "go_on"), ("two", "want(bag)"), *ones]
    assert redacted_answers(game, "one") == [*game._machine.answers[:1], ("two", "go_on"), *game._machine.answers[2:5], ones[2]]


def test_a_secret_answer_that_was_changed_is_not_told() -> None:
    game = Duel(seed=1)
    for text, role in (("go", "left"), ("say(2)", "left"), ("say(1)", "left"), ("say(3)", "right")):
        game.push(text, role)
    assert game.record("right")["answers"] == [["left", "go"], ["left", "say(1)"], ["right", "say(3)"]]
    assert game.record("left")["answers"] == game.record()["answers"]
    game.push("go", "left")
    for text, role in (("say(1)", "right"), ("say(2)", "right"), ("say(2)", "left")):
        game.push(text, role)
    assert [text for _role, text in game.record("left")["answers"][4:]] == ["go", "say(2)", "say(2)"]


@pytest.mark.no_cover
def test_where_it_would_not_the_record_is_not_kept() -> None:
    """Chance has answered what was taken back; or what others have done has made it answer."""
    refused = 0
    for seed in range(12):
        game = FairDay(seed=seed)
        back_and_forth(game, random.Random(seed), 50)
        for role in game.roles:
            try:
                record = game.record(role)
            except HiddenInformation as error:
                refused += "others have taken back what it could not see" in str(error)
            else:
                assert replay(FairDay, record, None).view(role) == game.view(role)
    assert refused >= 3, refused
