"""Shared histories: what was hidden in earlier deals is imagined once, and no law of imagining changes by that."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import rondel
from rondel.engine import CHANCE, Game
from rondel.engine.belief.determinize import imagine
from rondel.engine.belief.information_state import SAW, InformationState, from_json
from rondel.engine.belief.shared_history import STRIDE, SharedHistory
from rondel.engine.chance.seeded_random import SeededRandom
from rondel.engine.records.record import replay
from tests.engine.rules.passing import Passing


def poker(answers: int, hands: int = 40) -> Game:
    """Kuhn poker after so many answers: a hand takes two or three, and in between nothing is hidden."""
    game = rondel.new("kuhn_poker", seed=3, options={"hands": hands})
    for number in range(answers):
        answer(game, number)
    return game


def answer(game: Game, number: int) -> None:
    role = game.active[0]
    moves = game.moves(role)
    game.push(moves[number * number % 5 % len(moves)], role)


def unread(state: InformationState) -> InformationState:
    """The same state, of which nothing has been imagined."""
    return from_json(json.loads(json.dumps(state.to_json())))


@pytest.mark.played
def test_only_the_deal_that_is_played_is_imagined_anew() -> None:
    game = rondel.new("hearts", seed=3)
    while game.view("north")["props"]["deal_num"] < 3:
        push(game)
    for _each in range(20):
        push(game)
    state = game.information_state("north")
    imagined = game.imagine("north", 1)
    assert imagined.information_state("north") == state
    assert state.shared is not None
    sampler = state.shared.sampler(state, SeededRandom(2))
    assert sampler is not None
    assert len(sampler.steps) > 2 * (52 + 52)
    assert sampler.sample()
    assert sampler.tried <= 52 + 12 + 20 + 12  # the cards dealt, passed and played, and a few more


def push(game: Game) -> None:
    role = game.active[0]
    chosen = game.playout_move(role, game.moves(role))
    assert chosen is not None
    game.push(chosen.text, role)


@pytest.mark.played
def test_equal_states_and_seeds_give_equal_games_whatever_was_imagined_before() -> None:
    game = poker(0)
    reached = []
    for number in range(90):
        if number % 8 == 7:
            for role in game.roles:
                state = game.information_state(role)
                imagined = game.imagine(role, 7)
                assert imagined.consistent == "history"
                assert imagined.information_state(role) == state
                assert json.dumps(imagine(type(game), unread(state), 7).snapshot()) == json.dumps(imagined.snapshot())
                assert json.dumps(game.imagine(role, 7).snapshot()) == json.dumps(imagined.snapshot())
                assert replay(type(game), imagined.record(), 1).information_state(role) == state
                assert state.shared is not None
                reached.append(state.shared._points[-1].answers)
        answer(game, number)
    assert reached[-1] > 100


def test_an_earlier_state_that_shares_a_past_is_imagined_as_before() -> None:
    game = poker(50)
    role = game.roles[0]
    early = game.information_state(role)
    before = json.dumps(game.imagine(role, 5).snapshot())
    for number in range(40):
        answer(game, number)
    late = game.information_state(role)
    assert json.dumps(game.imagine(role, 5).snapshot()) == json.dumps(imagine(type(game), unread(late), 5).snapshot())
    assert late.shared is early.shared
    assert json.dumps(imagine(type(game), early, 5).snapshot()) == before


@pytest.mark.played
def test_the_cards_of_this_hand_differ_from_seed_to_seed() -> None:
    """Each of the two other cards as often, though all hands before are the same."""
    game = poker(49)
    mine, other = game.active[0], next(role for role in game.roles if role != game.active[0])
    held: Counter[str] = Counter()
    before = set()
    for seed in range(60):
        imagined = game.imagine(mine, seed)
        held[imagined.view(other)["containers"][f"hand_{other}"]["tokens"][0]["face"]] += 1
        before.add(json.dumps(imagined.record()["answers"][:40]))
    assert len(held) == 2
    assert min(held.values()) > 15
    assert len(before) == 1


def test_who_takes_back_what_lies_before_the_open_point_is_imagined_too() -> None:
    """The other agrees that the last answer of a hand is taken back when the next one has been dealt."""
    game = poker(50)
    tried = False
    for number in range(30):
        mover = game.active[0]
        deals = len(game.record()["answers"])
        answer(game, number)
        if len(game.record()["answers"]) > deals + 2 and not game.is_over:
            role = next(each for each in game.roles if each != mover)
            game.imagine(role, 1)
            game.undo(mover, agreed=True)
            tried = True
            state = game.information_state(role)
            imagined = game.imagine(role, 1)
            assert imagined.consistent == "history"
            assert replay(type(game), imagined.record(), 1).information_state(role) == state
            assert json.dumps(imagine(type(game), unread(state), 1).snapshot()) == json.dumps(imagined.snapshot())
            break
    assert tried


def test_without_an_open_point_the_past_is_read_ever_more_seldom() -> None:
    """So all readings together are no longer than twice the last one."""
    game = rondel.new("hearts", seed=3)
    while len(game.information_state("north").stream) < 3 * STRIDE:
        push(game)
    state = game.information_state("north")
    past = SharedHistory(type(game), state)
    past.sampler(state, SeededRandom(1))
    assert [point.read // STRIDE for point in past._points] == [0, 1, 2]


def test_what_is_hidden_all_the_time_leaves_no_open_point() -> None:
    game = Passing(seed=5)
    while not game.is_over:
        role = game.active[0]
        game.push(game.moves(role)[0], role)
    state = game.information_state("north")
    past = SharedHistory(Passing, state)
    sampler = past.sampler(state, SeededRandom(1))
    assert sampler is None or all(role == CHANCE for role, _text in sampler.game._machine.answers)


def test_after_a_story_that_broke_off_the_past_is_begun_anew() -> None:
    game = poker(50)
    role = game.roles[0]
    state = game.information_state(role)
    expected = json.dumps(imagine(type(game), unread(state), 3).snapshot())
    game.imagine(role, 1)
    past = state.shared
    assert past is not None
    broken = InformationState(
        state.game, state.version, state.seats, state.options, role, None, (*state.stream, *[(SAW, "no JSON")] * STRIDE * 2)
    )
    with pytest.raises(json.JSONDecodeError):
        past.sampler(broken, SeededRandom(3))
    assert [point.read for point in past._points] == [0]
    assert json.dumps(imagine(type(game), state, 3).snapshot()) == expected
