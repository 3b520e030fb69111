"""Programs: players in any language, over JSON lines, one object a line.

They receive what their role may know, and questions:

    {"event": {"number": 3, "name": "mark", "role": "x", "text": {...}, "changes": [...]}}
    {"ask": 1, "role": "o", "moves": ["mark(a1)", "mark(a2)"], "view": {...}, "seconds": 2.0, "simulations": null}
    {"over": {...the last view...}}

Only ``ask`` is answered, with its number, and with a move or one of the two alternatives:

    {"ask": 1, "move": "mark(a1)"}
    {"ask": 1, "take_back": true}
    {"ask": 1, "leave": true}

A view holds all that its role may see and do, so a program that only answers needs nothing else. It ends with its input.
"""

from __future__ import annotations

import json
from typing import Any, Final

from rondel.errors import RondelError, quoted
from rondel.players.player import Leave, Player, Question, TakeBack
from rondel.players.programs.channel import Channel

GRACE: Final = 1.0
"""Seconds for the transport of an answer, added to the thinking time of a program."""


class BadReply(RondelError):
    """A program's answer does not follow the protocol."""

    code = "bad_reply"


class Program(Player):
    """A program at the other end of a channel. Its time for an answer is that of the budget, or else ``seconds``.

    `answer` raises `rondel.players.programs.channel.NoAnswer`, `rondel.players.programs.channel.BrokenChannel`, and `BadReply`.

    >>> import rondel
    >>> from rondel.players.programs.pipe import Pipe
    >>> first = "import sys,json\\nfor l in sys.stdin:\\n d=json.loads(l)\\n if 'ask' in d: print(json.dumps("
    >>> first += "{'ask': d['ask'], 'move': d['moves'][0]}), flush=True)"
    >>> program = Program(Pipe(["python3", "-c", first]))
    >>> game = rondel.new("tic_tac_toe")
    >>> program.answer(Question("x", game.view("x")))
    'mark(a1)'
    >>> program.close()
    """

    listens: bool = True

    def __init__(self, channel: Channel, *, seconds: float | None = None) -> None:
        self._channel = channel
        self._seconds = seconds
        self._asked = 0
        self._broken: RondelError | None = None

    def receive(self, event: dict[str, Any], view: dict[str, Any]) -> None:
        if self._broken is not None:
            return
        try:
            self._channel.send(json.dumps({"over": view} if event["name"] == "@over" else {"event": event}))
        except RondelError as error:
            # An event must not fail the game: the error is raised at the next question.
            self._broken = error

    def answer(self, question: Question) -> str:
        if self._broken is not None:
            raise self._broken
        self._asked += 1
        budget = question.budget
        seconds = budget.seconds if budget.seconds is not None else self._seconds
        asked = {
            "ask": self._asked,
            "role": question.role,
            "moves": [move["text"] for move in question.view["moves"]],
            "view": question.view,
            "seconds": seconds,
            "simulations": budget.simulations,
        }
        self._channel.send(json.dumps(asked))
        return self._move(self._channel.receive(None if seconds is None else seconds + GRACE))

    def close(self) -> None:
        self._channel.close()

    def _move(self, said: str) -> str:
        try:
            reply = json.loads(said)
        except (ValueError, RecursionError):
            raise BadReply(f"not JSON: {quoted(said)}") from None
        if not isinstance(reply, dict) or reply.get("ask") != self._asked:
            raise BadReply(f'an answer to question {self._asked} is {{"ask": {self._asked}, "move": ...}}, not {quoted(said)}')
        if reply.get("take_back") is True:
            raise TakeBack
        if reply.get("leave") is True:
            raise Leave
        move = reply.get("move")
        if not isinstance(move, str):
            raise BadReply(f"the move of an answer must be a text, not {quoted(move)}")
        return move
