"""Stories: answers are given, compared and taken back, and what differs is counted."""

from __future__ import annotations

import pytest

import rondel
from rondel.engine.belief.history_sampler import difference, leaves
from rondel.engine.belief.repair import RepairingSampler
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.records.record import start
from tests.engine.rules.duel import Duel
from tests.engine.rules.passing import Passing
from tests.engine.rules.robots import Robots


def test_differences_are_counted() -> None:
    assert difference({"a": [1, 1]}, {"a": [1, 1]}) == 0
    assert difference({"a": [1, 1]}, {"a": [1, 2]}) == 2
    assert difference([{"kind": "card", "face": "QS", "id": 1}], [{"kind": "card", "face": "QS", "id": 2}]) == 1
    assert difference(None, 3) == 2


def test_a_token_is_one_value_and_its_owner_tells_whose() -> None:
    assert leaves(
        {"tokens": [{"kind": "die", "owner": "red", "face": "3", "id": 7}, {"kind": "die", "owner": "blue", "face": "3"}]}
    ) == {
        ".tokens.die.red=3": 1,
        ".tokens.die.blue=3": 1,
    }


def test_own_answers_are_known_and_the_others_are_made_up() -> None:
    game = Duel(seed=1)
    for text, role in (("go", "left"), ("say(3)", "right"), ("say(1)", "left")):
        game.push(text, role)
    sampler = RepairingSampler(Duel, game.information_state("left"), SeededRandom(1))
    assert sampler.sample()
    assert [(step.role, step.text, step.sampled) for step in sampler.steps] == [
        ("left", "go", False),
        ("right", "say(3)", True),
        ("left", "say(1)", False),
    ]
    assert [list(each) for each in sampler.game._machine.answers] == game.record()["answers"]


def test_a_story_keeps_what_the_role_could_see() -> None:
    game = Passing(seed=1, options={"held": 3})
    sampler = RepairingSampler(Passing, game.information_state("north"), SeededRandom(1))
    assert sampler.sample()
    hand = {card.face for card in game.hands["north"]}
    lived = sampler.game
    assert isinstance(lived, Passing)
    assert {card.face for card in lived.hands["north"]} == hand
    assert sampler.at == len(sampler.state.stream)


@pytest.mark.parametrize("announced", [True, False])
def test_a_secret_answer_is_tried_first_at_the_place_where_it_is_announced(announced: bool) -> None:
    """Each robot was given two orders, and later both are told: either might have been the first."""
    game = Robots(seed=1, options={"rounds": 1, "announced": announced})
    for orders in (("charge", "shield"), ("shield", "charge")):
        for number, role in enumerate(game.roles):
            game.push(f"order({orders[number % 2]})", role)
    state = game.information_state("red")
    places = first = 0
    for seed in range(20):
        sampler = RepairingSampler(Robots, state, SeededRandom(seed))
        start(sampler.game, sampler.start)
        assert sampler._check()
        for number, (role, text) in enumerate(game.record()["answers"]):
            due = [each for each in sampler.game.active if each != "red"]
            options = sampler._options()[: len(due)]
            assert sorted([who for who, _said in options]) == sorted(due), "one option of each role that is due comes first"
            if role != "red":
                places += 1
                first += (role, text) in options
            assert sampler._push(role, text, role != "red"), number
    assert places == 20 * 6
    assert first > 0.9 * places  # of fifteen orders


def test_who_went_back_before_chance_had_to_answer_is_found_at_once() -> None:
    """Cedar sows, goes back and sows elsewhere; only then birch sows, by which all is told and new hands are dealt. That birch
    may not sow before cedar has gone back, ash sees in what is told, not only when all are dealt."""
    game = rondel.new("seed_swap", seats=3, seed=1, options={"seasons": 2, "hand_size": 3})
    for _turn in range(2):
        for role in ("ash", "cedar", "birch"):
            game.push(game.moves(role)[0], role)
        game.push("compost", "ash")
        game.push("sow(1)", "cedar")
        game.undo("cedar")
        game.push("sow(2)", "cedar")
        game.push("sow(3)", "birch")
    assert game.view("ash")["props"]["season"] == 2
    for seed in range(5):
        sampler = RepairingSampler(type(game), game.information_state("ash"), SeededRandom(seed))
        assert sampler.sample()
        assert sampler.tried < 3 * len(sampler.steps)


def test_who_is_shown_as_done_among_several_active_players_is_tried_first() -> None:
    """At night all players name one; the next view tells who has, and so most answers are the first that is tried."""
    game = rondel.new("wolves_in_town", seats=10, seed=4)
    for role in ("pink", "red", "brown", "green", "cyan", "blue", "white", "orange"):
        game.push(game.moves(role)[0], role)
    for seed in range(5):
        sampler = RepairingSampler(type(game), game.information_state("purple"), SeededRandom(seed))
        assert sampler.sample()
        assert sampler.tried <= len(sampler.steps) + 2
