"""The worker: a process that answers lines, whatever they hold."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import rondel

COMMAND = [sys.executable, "-m", "rondel.players.worker"]


class Worker:
    """A real worker process, asked line by line."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write((request if isinstance(request, str) else json.dumps(request)) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        code = self.process.wait(timeout=10)
        self.process.stdout.close()
        return code


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    started = Worker()
    yield started
    assert started.close() == 0


def request(**other: Any) -> dict[str, Any]:
    """A good request for the first move of Reversi, with some things otherwise."""
    game = rondel.new("reversi", seed=1).imagine("black", 2).snapshot()
    asked = {"id": 1, "game": game, "role": "black", "bot": "random", "seconds": 0.05, "simulations": None, "seed": 7, **other}
    return {name: value for name, value in asked.items() if value != "left out"}


def knowing(**other: Any) -> dict[str, Any]:
    """A good request that tells what a role of Kuhn poker knows, with some things otherwise."""
    knows = rondel.new("kuhn_poker", seed=1).information_state("first").to_json()
    return {"id": 2, "knows": knows, "role": "first", "bot": "mcts", "seconds": None, "simulations": 20, "seed": 7, **other}


LEGAL = {"play_disc(d3)", "play_disc(c4)", "play_disc(f5)", "play_disc(e6)"}


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts", "mcts:5"])
def test_it_answers_with_a_legal_move(worker: Worker, bot: str) -> None:
    answer = worker.ask(request(id=42, bot=bot))
    assert set(answer) == {"id", "move"}
    assert answer["id"] == 42
    assert answer["move"] in LEGAL


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts", "level:5"])
def test_an_information_state_is_all_it_needs(worker: Worker, bot: str) -> None:
    answer = worker.ask(knowing(bot=bot))
    assert answer["id"] == 2
    assert answer["move"] in ("check", "bet")


def test_what_it_plays_hangs_on_what_the_role_knows_alone(worker: Worker) -> None:
    """Two games in which the other holds another card."""
    first, *others = [rondel.new("kuhn_poker", seed=seed) for seed in range(20)]
    known = first.information_state("first")
    other = next(each for each in others if each.information_state("first") == known and each.key() != first.key())
    asked = [knowing(knows=each.information_state("first").to_json()) for each in (first, other)]
    assert asked[0] == asked[1]
    assert worker.ask(asked[0]) == worker.ask(asked[1])


def test_the_same_seed_answers_the_same(worker: Worker) -> None:
    asked = request(bot="mcts", seconds=None, simulations=20, seed=3)
    assert worker.ask(asked) == worker.ask(asked)


def test_seconds_simulations_and_seed_may_be_left_out(worker: Worker) -> None:
    asked = request(bot="greedy", seconds="left out", simulations="left out", seed="left out")
    assert worker.ask(asked)["move"] in LEGAL


@pytest.mark.parametrize(
    ("asked", "number", "code", "message"),
    [
        ("hello", None, "bad_request", "not JSON: Expecting value at column 1 of 'hello'"),
        ("[1]", None, "bad_request", "a request is an object, not '[1]'"),
        (request(id=5, role=3), 5, "bad_request", "'role' is 3; it is of type str"),
        (request(id=6, role="red"), 6, "unknown_role", "unknown role 'red': this game has 'black', 'white'"),
        (request(role="white"), 1, "bad_request", "white has nothing to answer: the game waits for black"),
        (request(bot="deep"), 1, "unknown_bot", "unknown bot 'deep'; known: random, greedy, mcts"),
        (request(seconds=True), 1, "bad_request", "'seconds' is True; it is of type int or float"),
        (request(seed=1.5), 1, "bad_request", "'seed' is 1.5; it is of type int"),
        (knowing(role="second"), 2, "bad_request", "the question is for 'second', but 'knows' is the information of 'first'"),
        (knowing(knows={"rondel": 1}), 2, "bad_record", "the information state cannot be read"),
        (knowing(knows=[]), 2, "bad_request", "'knows' is []; it is of type dict"),
        (request(game="left out"), 1, "bad_request", "'game' is None; it is of type dict"),
        (request(game={"game": "mahjong"}), 1, "unknown_game", "unknown game 'mahjong'"),
        (request(game={"game": "reversi"}), 1, "bad_record", "not a record or snapshot of this version"),
    ],
)
def test_what_it_cannot_answer_gets_an_error_with_a_code(
    worker: Worker, asked: Any, number: int | None, code: str, message: str
) -> None:
    answer = worker.ask(asked)
    assert answer["id"] == number
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].startswith(message)


def test_a_broken_snapshot_is_not_the_end(worker: Worker) -> None:
    broken = request()["game"]
    del broken["seats"]
    assert worker.ask(request(game=broken))["error"]["code"]
    assert worker.ask(request())["move"] in LEGAL


def test_empty_lines_are_nothing(worker: Worker) -> None:
    assert worker.ask("\n\n" + json.dumps(request()))["move"] in LEGAL


def test_an_interrupt_ends_it_without_a_word() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request()) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["move"] in LEGAL
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=10) == ("", "")
    assert process.returncode == -signal.SIGINT


def test_a_position_is_evaluated_for_every_role(worker: Worker) -> None:
    game = rondel.new("tic_tac_toe")
    for cell in ("a1", "b1", "a2", "b2"):
        game.push(f"mark({cell})")
    answer = worker.ask({"id": 5, "game": game.snapshot(), "role": "x", "evaluate": True, "seconds": 0.1, "seed": 1})
    assert answer == {"id": 5, "evaluation": {"move": "mark(a3)", "values": {"x": 1.0, "o": -1.0}, "exact": True}}
    assert worker.ask({"id": 6, "role": "x", "evaluate": True})["error"]["code"] == "bad_request"
