"""Programs of another language play Stones over their standard input and output: here the shell, which has no JSON even."""

from __future__ import annotations

import json
import runpy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rondel.shelf.stones import InvalidMove, Match, Move, PlayerFailed
from tests.shelf.stones.drawn import board

EXAMPLE = runpy.run_path(str(Path(__file__).resolve().parents[3] / "examples" / "stones_pipe.py"))
PipePlayer, BadReply = EXAMPLE["PipePlayer"], EXAMPLE["BadReply"]

HIT = '{"move": {"player": 0, "p0": [0, 0], "p1": [1, 1]}}'


def shell(answer: str, otherwise: str = "echo '{}'") -> list[str]:
    """A program in the shell that does this when it is asked for a move, and that for every other line."""
    return ["sh", "-c", f"while read -r line; do case $line in *get_next_move*) {answer};; *) {otherwise};; esac; done"]


class Waiting:
    """Is told everything, and never has a turn."""

    def initialize(self, chat: Any) -> None: ...

    def update(self, message: Any, situation: Any) -> None: ...

    def get_next_move(self) -> Move:
        raise AssertionError("it has no turn")


def played(command: Sequence[str], seconds: float | None = None) -> Match:
    """A match of two stones next to each other, in which the program moves first."""
    with PipePlayer(command, seconds=seconds) as player:
        return Match([player, Waiting()], board=board("0. .1")).play()


def test_a_program_in_the_shell_wins() -> None:
    match = played(shell(f"echo '{HIT}'"))
    assert (match.status, match.winner) == ("won", 0)


def test_it_is_sent_every_message_with_its_situation_as_a_line_of_json(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    keep = f'printf "%s\\n" "$line" >> {heard}'
    played(shell(f"{keep}; echo '{HIT}'", f"{keep}; echo '{{}}'"))
    lines = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert lines[0] == {"initialize": {}}
    updates = [line["update"] for line in lines if "update" in line]
    assert [update["message"] for update in updates] == [
        {"type": "GameStart", "board": [[0, -1], [-1, 1]]},
        {"type": "TurnTo", "player": 0},
        {"type": "Hit", "player": 1, "p0": [1, 1]},
        {"type": "PlayerLost", "player": 1},
        {"type": "Move", "player": 0, "p0": [0, 0], "p1": [1, 1]},
        {"type": "PlayerWon", "player": 0},
    ]
    assert [list(line) for line in lines].index(["get_next_move"]) == 3  # after the TurnTo that says so
    assert updates[2]["situation"] == {
        "board": [[0, -1], [-1, -1]],
        "living": [0, 1],
        "turn": 0,
        "winner": None,
        "drawn": False,
    }
    assert updates[-1]["situation"] == {"board": [[-1, -1], [-1, 0]], "living": [0], "turn": None, "winner": 0, "drawn": False}


def test_what_it_says_goes_into_the_log() -> None:
    talk = '{"chat": "I hit", ' + HIT[1:]
    assert played(shell(f"echo '{talk}'")).chat == [(0, "I hit")]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (shell("exit"), "'sh' ended without answering get_next_move"),
        (shell("echo I do not know"), "'sh' answered get_next_move with 'I do not know\\n'; an answer is a JSON object"),
        (shell("echo '[0, 0, 1, 1]'"), "'sh' answered get_next_move with '[0, 0, 1, 1]\\n'; an answer is a JSON object"),
        (shell("echo '{}'"), "'sh' answered get_next_move with '{}'; an answer is {\"move\": {\"player\": 0"),
        (shell("echo '{}'", "exit"), "'sh' ended without answering initialize"),
    ],
    ids=["ends", "no JSON", "no object", "no move", "ends at once"],
)
def test_an_answer_that_is_none_ends_the_match(command: list[str], said: str) -> None:
    with pytest.raises(PlayerFailed) as failed:
        played(command)
    assert isinstance(failed.value.__cause__, BadReply)
    assert said in str(failed.value)
    assert failed.value.player == 0


def test_who_takes_too_long_ends_the_match_like_any_player_that_fails() -> None:
    with pytest.raises(PlayerFailed, match=r"'sleep' did not answer initialize within 0\.2 seconds") as failed:
        played(["sleep", "600"], seconds=0.2)  # it is ended with the match
    assert isinstance(failed.value.__cause__, BadReply)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ('{"player": 1, "p0": [0, 0], "p1": [1, 1]}', "it is player 0's turn"),
        ('{"player": 0, "p0": [0, 0], "p1": [2, 2]}', "(2, 2) is no tile"),
        ('{"player": 0, "p0": "a1", "p1": [1, 1]}', "'a1' is no tile"),
    ],
)
def test_a_move_that_is_not_legal_is_named(move: str, reason: str) -> None:
    answer = json.dumps({"move": json.loads(move)})
    with pytest.raises(InvalidMove) as refused:
        played(shell(f"echo '{answer}'"))
    assert reason in str(refused.value)


def test_a_program_that_is_not_there_cannot_be_started() -> None:
    with pytest.raises(FileNotFoundError):
        PipePlayer(["no-such-program-of-stones"])
