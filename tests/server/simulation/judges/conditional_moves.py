"""A model of the conditional moves at a table: which of them the server may play, and which it must play.

The model knows what the players asked for and how the server replied. A request whose reply was lost may or may not have been
carried out, so a role can have several possible sets of conditional moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.log.entries import Answer

NO_ANSWERS: Final = ("start", "offer", "agree", "decline", "withdraw")
"""The kinds of rows that are not answers. Such a row changes the game only if it takes an answer back."""


class Request:
    """A player's request to store conditional moves, or to delete them (``moves`` is None)."""

    def __init__(self, number: int, moves: ConditionalMoves | None) -> None:
        self.number = number
        self.moves = moves
        self.done: int | None = None
        """The number of its confirmation, in the same count as the requests; None before it is confirmed."""
        self.at = 0.0
        """The time of the confirmation, in seconds."""
        self.lapsed = False
        """Whether the server has said since that no conditional moves are left."""


class ConditionalMovesModel:
    """The conditional moves at one table, by role."""

    def __init__(self) -> None:
        self._count = 0
        self._requests: dict[str, list[Request]] = {}
        self.asked = 0
        """The number of requests to store conditional moves."""
        self.given = 0
        """The number of answers that conditional moves gave."""

    def ask(self, role: str, moves: ConditionalMoves | None) -> Request:
        """Note a request."""
        self._count += 1
        self.asked += moves is not None
        request = Request(self._count, moves)
        self._requests.setdefault(role, []).append(request)
        return request

    def kept(self, role: str, request: Request, at: float, alone: bool) -> None:
        """Note that a request was confirmed. If there is one process (``alone``), requests that were confirmed before this one
        was made have no effect any more; another process may still hold their conditional moves in memory."""
        self._count += 1
        request.done, request.at = self._count, at
        if alone:
            self._requests[role] = [
                each for each in self._requests[role] if each is request or each.done is None or each.done > request.number
            ]

    def kept_at(self, role: str) -> float:
        """The time of the role's last confirmed request."""
        return max([request.at for request in self._requests.get(role, ())], default=0.0)

    def refused(self, role: str, request: Request) -> None:
        """Note that a request was refused."""
        self._requests[role].remove(request)

    def forget(self, role: str) -> None:
        """Note that the server has no conditional moves of that role, so that it need not play any."""
        for request in self._requests.get(role, ()):
            request.lapsed = True

    def allows(self, answer: Answer, before: Sequence[Answer]) -> bool:
        """Whether conditional moves may give that answer after these."""
        said = (answer.role, answer.move)
        stored = [each.moves for each in self._requests.get(answer.role, ()) if each.moves is not None]
        allowed = any(said in _next(moves, before) for moves in stored)
        self.given += allowed
        return allowed

    def owed(self, role: str, before: Sequence[Answer]) -> set[str]:
        """The moves of which the server must play one for that role after these answers; empty if that is not certain."""
        requests = self._requests.get(role, [])
        if len(requests) != 1 or requests[0].moves is None or requests[0].done is None or requests[0].lapsed:
            return set()
        return {move for who, move in _next(requests[0].moves, before) if who == role}


def _next(moves: ConditionalMoves, before: Sequence[Answer]) -> set[tuple[str, str]]:
    """The next answers of the lines that have been followed so far, as (role, move)."""
    path = []
    for row in before[moves.seq :]:
        if row.kind in NO_ANSWERS and not row.row_data().undone:
            continue
        if row.kind != "play":
            return set()
        path.append((row.role, row.move))
    lines = [[(each.role, each.move) for each in line] for line in moves.lines]
    return {line[len(path)] for line in lines if line[: len(path)] == path and len(line) > len(path)}
