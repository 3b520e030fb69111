"""Programs: what they are told, what they may answer, and that they never get the game."""

from __future__ import annotations

import json

import pytest

import rondel
from rondel.errors import RondelError
from rondel.players import Budget, Leave, Question, TakeBack, bot, play
from rondel.players.programs.channel import Channel, NoAnswer
from rondel.players.programs.pipe import Pipe
from rondel.players.programs.program import BadReply, Program
from tests.players.programs import samples as programs


class Recorder(Channel):
    """Answers with the first legal move, and keeps every byte it was sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send(self, text: str) -> None:
        self.sent.append(text)

    def receive(self, seconds: float | None) -> str:
        asked = json.loads(self.sent[-1])
        return json.dumps({"ask": asked["ask"], "move": asked["moves"][0]})

    def close(self) -> None:
        pass


def ask(answer: str, **budget: float) -> str:
    """What a real program answers to the first question of a game."""
    program = Program(Pipe(programs.command(answer)), seconds=20)
    try:
        return program.answer(Question("x", rondel.new("tic_tac_toe", seed=1).view("x"), Budget(**budget)))  # type: ignore[arg-type]
    finally:
        program.close()


def test_a_program_plays_a_game() -> None:
    game = rondel.new("kuhn_poker", seed=1)
    first, second = (Program(Pipe(programs.command(programs.FIRST)), seconds=20) for _ in range(2))
    play(game, {"first": first, "second": second})
    first.close()
    second.close()
    assert game.is_over


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        (programs.NONSENSE, BadReply, "not JSON: 'hello'"),
        (programs.WRONG_NUMBER, BadReply, "an answer to question 1 is"),
        (programs.NO_MOVE, BadReply, "the move of an answer must be a text, not 7"),
        (programs.LEAVES, Leave, "^$"),
        (programs.TAKES_BACK, TakeBack, "^$"),
    ],
)
def test_what_is_no_move(answer: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        ask(answer)


def test_the_budget_is_told_and_held() -> None:
    assert ask(programs.FIRST, seconds=20) == "mark(a1)"
    with pytest.raises(NoAnswer):
        ask(programs.SILENT, seconds=0.01)


def test_a_program_that_is_gone_is_blamed_when_it_is_asked() -> None:
    program = Program(Pipe(programs.command(programs.CRASH)))
    game = rondel.new("tic_tac_toe", seed=1)
    question = Question("x", game.view("x"))
    with pytest.raises(RondelError, match="out of ideas"):
        program.answer(question)
    program.receive({"name": "mark", "seq": 1}, {})
    program.close()


def test_a_program_is_told_all_its_role_may_know_and_nothing_else() -> None:
    """The bytes that reach it are the same whatever cards the other holds, until they are shown; the game is not in them."""
    told: dict[str, set[str]] = {}
    for seed in range(60):
        game = rondel.new("kuhn_poker", seed=seed)
        recorder = Recorder()
        program = Program(recorder)
        own = game.view("first")["containers"]["hand_first"]["tokens"][0]["face"]
        play(game, {"first": program, "second": bot("random", seed=1)}, limit=1)
        assert recorder.sent, "it has been asked"
        told.setdefault(own, set()).add("\n".join(recorder.sent))
        assert "seed" not in recorder.sent[0]
    assert {face: len(each) for face, each in told.items()} == {"J": 1, "Q": 1, "K": 1}


def test_the_end_is_told_with_the_last_view() -> None:
    recorder = Recorder()
    play(rondel.new("tic_tac_toe", seed=1), {"x": Program(recorder), "o": bot("random", seed=1)})
    last = json.loads(recorder.sent[-1])
    assert last["over"]["over"] is True
    events = [json.loads(each)["event"]["number"] for each in recorder.sent if "event" in json.loads(each)]
    assert events == sorted(events)
