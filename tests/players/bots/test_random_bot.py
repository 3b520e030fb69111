"""The random bot: legal, repeatable, and fair to chance."""

from __future__ import annotations

import rondel
from rondel.players import Question
from rondel.players.bots.random_bot import RandomBot


def test_it_answers_any_legal_move() -> None:
    game = rondel.new("reversi", seed=1)
    bot = RandomBot(seed=1)
    answers = {bot.answer(Question("black", game.view("black"))) for _each in range(100)}
    assert answers == {str(move) for move in game.moves()}


def test_the_same_seed_answers_the_same() -> None:
    question = Question("x", rondel.new("tic_tac_toe").view("x"))
    one, two = RandomBot(seed=4), RandomBot(seed=4)
    assert [one.answer(question) for _each in range(20)] == [two.answer(question) for _each in range(20)]


def test_as_chance_it_keeps_to_the_probabilities() -> None:
    moves = [{"text": "draw(a)", "probability": 0.9}, {"text": "draw(b)", "probability": 0.1}]
    bot = RandomBot(seed=1)
    answers = [bot.answer(Question(rondel.CHANCE, {"moves": moves})) for _each in range(1000)]
    assert 860 < answers.count("draw(a)") < 940
