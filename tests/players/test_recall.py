"""Recall: what was worked out of an information state serves the later ones."""

from __future__ import annotations

import json
from typing import Any

import rondel
from rondel.engine.belief.determinize import imagine
from rondel.engine.belief.information_state import InformationState, from_json
from rondel.players.recall import MOST, Recall
from rondel.players.worker import reply


def sent(game: rondel.Game, role: str) -> InformationState:
    """The information state as it comes over a wire."""
    return from_json(json.loads(game.information_state(role).to_text()))


def poker(answers: int, seed: int = 3, hands: int = 40) -> rondel.Game:
    game = rondel.new("kuhn_poker", seed=seed, options={"hands": hands})
    for _each in range(answers):
        game.push(game.moves()[0])
    return game


def test_a_state_that_continues_another_takes_over_its_past() -> None:
    game = poker(40)
    recall = Recall()
    early = sent(game, "first")
    recall.follow(early)
    imagine(type(game), early, 1)
    for _each in range(10):
        game.push(game.moves()[0])
    for other in (sent(game, "second"), sent(poker(50, seed=4), "first")):
        recall.follow(other)
        assert other.shared is None
    late = sent(game, "first")
    recall.follow(late)
    assert late.shared is early.shared is not None
    assert imagine(type(game), late, 1).snapshot() == imagine(type(game), sent(game, "first"), 1).snapshot()


def test_only_the_last_states_are_kept() -> None:
    recall = Recall()
    first = sent(poker(40), "first")
    recall.follow(first)
    imagine(type(poker(0)), first, 1)
    for other in range(MOST):
        recall.follow(sent(poker(4, hands=41 + other), "first"))
    again = sent(poker(40), "first")
    recall.follow(again)
    assert again.shared is None


def test_a_worker_recalls_what_it_was_sent() -> None:
    """The second question is answered from the past of the first, and as one that stands alone is."""
    game = poker(40)
    recall = Recall()
    asked: dict[str, Any] = {"id": 1, "role": "first", "bot": "mcts:20", "seed": 7}
    while game.active != ("first",):
        game.push(game.moves()[0])
    reply(json.dumps({**asked, "knows": game.information_state("first").to_json()}), None, recall)
    (before,) = recall._kept
    game.push(game.moves()[0])
    while game.active != ("first",):
        game.push(game.moves()[0])
    line = json.dumps({**asked, "knows": game.information_state("first").to_json()})
    assert reply(line, None, recall) == reply(line)
    (after,) = recall._kept
    assert after.shared is before.shared is not None
