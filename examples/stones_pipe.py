"""A player of Stones that is a program of any language: JSON objects over its standard input and output, one a line.

The three methods of `StonesPlayer` become three kinds of line to the program. Each is answered before the next is sent:

    {"initialize": {}}                                                  ->  {}
    {"update": {"message": {"type": "Hit", "player": 1, "p0": [0, 1]},
                "situation": {"board": [[0, -1], [-1, 1]], "living": [0, 1], "turn": 0, "winner": null, "drawn": false}}}
                                                                        ->  {}
    {"get_next_move": {}}                                               ->  {"move": {"player": 0, "p0": [0, 0], "p1": [1, 1]}}

Any answer may have a ``chat`` as well, a text that goes into the match's log. When the match is over, the program's input ends.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from types import TracebackType
from typing import Any, ClassVar

from rondel.errors import RondelError, quoted
from rondel.shelf.stones import Chat, Message, Move, Situation, play


class BadReply(RondelError):
    """A program answered with something that is no answer of the protocol, not in time, or not at all."""

    code: ClassVar[str] = "bad_reply"


class PipePlayer:
    """A program that plays Stones. Use it in a ``with``, which ends the program when the match is over.

    ``seconds`` is how long it may take over each answer; with None it is waited for, however long that is. Raises `OSError` if
    the program cannot be started.
    """

    def __init__(self, command: Sequence[str], *, seconds: float | None = None) -> None:
        self._command = tuple(command)
        self._seconds = seconds
        self._program = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._chat: Chat | None = None
        self._answers: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> PipePlayer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the program: its input ends; if that is not enough within a second, it is ended."""
        program = self._program
        if program.stdin is not None:
            with suppress(BrokenPipeError):
                program.stdin.close()
        try:
            program.wait(timeout=1)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
        self._reader.join(timeout=1)
        if program.stdout is not None and not self._reader.is_alive():  # else something that it has started is still speaking
            program.stdout.close()

    def initialize(self, chat: Chat) -> None:
        self._chat = chat
        self._ask({"initialize": {}})

    def update(self, message: Message, situation: Situation) -> None:
        told = {"type": type(message).__name__, **asdict(message)}
        self._ask({"update": {"message": told, "situation": asdict(situation)}})

    def get_next_move(self) -> Move:
        """The program's move. Raises `BadReply` for an answer that has none; whether it is legal is for the match to say."""
        reply = self._ask({"get_next_move": {}})
        move = reply.get("move")
        if not isinstance(move, Mapping) or set(move) != {"player", "p0", "p1"}:
            raise BadReply(
                f"{self._command[0]!r} answered get_next_move with {quoted(json.dumps(reply))}; an answer is "
                '{"move": {"player": 0, "p0": [row, column], "p1": [row, column]}}'
            )
        return Move(move["player"], _position(move["p0"]), _position(move["p1"]))

    def _ask(self, line: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send one line and wait for the answer. Raises `BadReply` unless that is a JSON object, and comes in time."""
        stdin = self._program.stdin
        if stdin is None:
            raise BadReply(f"{self._command[0]!r} has no input")
        with suppress(BrokenPipeError):  # it has ended: what it has still said is read, and then that it has
            stdin.write(json.dumps(line) + "\n")
            stdin.flush()
        try:
            answer = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            raise BadReply(
                f"{self._command[0]!r} did not answer {next(iter(line))} within {self._seconds} seconds; give it more, or None"
            ) from None
        if not answer:
            raise BadReply(f"{self._command[0]!r} ended without answering {next(iter(line))}")
        try:
            reply = json.loads(answer)
        except ValueError:
            reply = None
        if not isinstance(reply, dict):
            raise BadReply(
                f"{self._command[0]!r} answered {next(iter(line))} with {quoted(answer)}; an answer is a JSON object"
            )
        if "chat" in reply and self._chat is not None:
            self._chat.say(str(reply["chat"]))
        return reply

    def _read(self) -> None:
        """Take what the program says as it comes, on a thread of its own, so that waiting for it can end; "" at the end."""
        if self._program.stdout is not None:
            for answer in self._program.stdout:
                self._answers.put(answer)
        self._answers.put("")


def _position(value: Any) -> Any:
    """A position out of JSON; what is none stays as it is, for the match to refuse."""
    return tuple(value) if isinstance(value, list) else value


CHARGE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    reply = {"chat": "here I come"} if "initialize" in asked else {}
    if "update" in asked and asked["update"]["message"]["type"] == "TurnTo":
        me, board = asked["update"]["message"]["player"], asked["update"]["situation"]["board"]
    if "get_next_move" in asked:
        row, column = next((r, c) for r, tiles in enumerate(board) for c, tile in enumerate(tiles) if tile == me)
        reply = {"move": {"player": me, "p0": [row, column], "p1": [row + (1 if me == 0 else -1), column]}}
    print(json.dumps(reply), flush=True)
"""
"""A program that walks straight ahead; it could be in any language."""


if __name__ == "__main__":
    with PipePlayer([sys.executable, "-c", CHARGE]) as one, PipePlayer([sys.executable, "-c", CHARGE]) as other:
        match = play([one, other], board=[[0, -1], [-1, -1], [1, -1]])
    print(f"{match.status} by player {match.winner}; {match.chat}")
