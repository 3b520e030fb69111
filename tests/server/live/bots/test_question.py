"""A question to a bot."""

import msgspec

import rondel
from rondel.players.worker import reply
from rondel.server.live.bots.question import Question
from rondel.server.table.bot_turn import knowledge


def test_a_worker_reads_a_question_as_it_is_written() -> None:
    game = rondel.new("tic_tac_toe", seed=1)
    known = knowledge(game, "x", "greedy")
    assert known is not None
    question = Question(7, "x", "greedy", 0.1, 3, known.knows, known.game)
    answered = reply(msgspec.json.encode(question).decode())
    assert answered["id"] == 7
    assert answered["move"] in [move.text for move in game.moves("x")]
