"""The flat bot: it plays by random games, in the open and where something is hidden."""

from __future__ import annotations

import rondel
from rondel.players import Budget
from rondel.players.bots.flat_bot import FlatBot
from rondel.tournament import contest
from tests.players.asking import asked


def test_the_same_seed_answers_the_same() -> None:
    game = rondel.new("reversi", seed=1)
    answers = [FlatBot(budget=Budget(simulations=30), seed=5).answer(asked(game)) for _each in range(2)]
    assert answers[0] == answers[1]


def test_it_beats_the_random_bot() -> None:
    """The chance that a bot no better than random scores 30 of 40 is about one in a thousand."""
    searching, _random = contest(rondel.find("tic_tac_toe"), ["flat:60", "random"], games=40, seed=2, options={}, seats=None)
    assert searching.points >= 30


def test_a_question_may_allow_less_than_its_own_budget() -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 0.1
        return now[0]

    FlatBot(seed=1, clock=clock).answer(asked(rondel.new("tic_tac_toe"), Budget(simulations=4)))
    assert now[0] < 1.1
    now[0] = 0.0
    FlatBot(seed=1, clock=clock).answer(asked(rondel.new("tic_tac_toe")))
    assert 0.9 < now[0] < 1.4


def test_it_plays_where_something_is_hidden() -> None:
    game = rondel.new("kuhn_poker", seed=3)
    game.push("bet")
    assert FlatBot(budget=Budget(simulations=200), seed=1).answer(asked(game)) == "fold", "second holds a jack"
