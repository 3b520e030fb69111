"""Conditional moves: answers that a seat gives as long as the others answer as in one of its lines.

What is left of them is computed from the log. So storing an answer and advancing the lines are one step, and no conditional
move is played twice, whatever fails in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from rondel.server.protocol import TriedAnswer
from rondel.server.protocol.refused import Refusal
from rondel.server.table.log.entries import Answer

MOST_LINES: Final = 16
"""Lines of one seat."""

LONGEST: Final = 40
"""Answers in one line."""

_ASIDE: Final = frozenset({"start", "offer", "agree", "decline", "withdraw", "vacation"})
"""Rows that leave the position as it is, unless they take answers back."""

Line = tuple[TriedAnswer, ...]


class ConditionalMoves(msgspec.Struct, frozen=True):
    """Lines of answers from the position after the answer ``seq``.

    >>> moves = ConditionalMoves(1, ((TriedAnswer("o", "mark(b2)"), TriedAnswer("x", "mark(c3)")),))
    >>> after = moves.after([Answer("t", 2, 1, "play", "o", "mark(b2)")])
    >>> after.answer("x"), moves.answer("x"), moves.after([Answer("t", 2, 1, "play", "o", "mark(a3)")])
    ('mark(c3)', None, None)
    """

    seq: int
    lines: tuple[Line, ...]

    def after(self, answers: Iterable[Answer]) -> ConditionalMoves | None:
        """What is left after those of these answers that are newer than ``seq``; None for nothing."""
        seq, lines = self.seq, self.lines
        for answer in answers:
            if answer.seq <= seq:
                continue
            seq = answer.seq
            if answer.kind in _ASIDE and not answer.row_data().undone:
                continue
            if answer.kind != "play":
                return None
            given = TriedAnswer(answer.role, answer.move)
            lines = tuple([line[1:] for line in lines if line[0] == given and len(line) > 1])
            if not lines:
                return None
        return self if seq == self.seq else ConditionalMoves(seq, lines)

    def answer(self, role: str) -> str | None:
        """The answer that the role is to give now; None while it waits for another role."""
        return next((line[0].move for line in self.lines if line[0].role == role), None)

    def to_text(self) -> str:
        """The stored form."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def of_text(text: str) -> ConditionalMoves:
        """The conditional moves of a stored form."""
        return msgspec.json.decode(text, type=ConditionalMoves)


def check(lines: tuple[Line, ...], role: str) -> None:
    """Refuse as ``too_large`` more lines or answers than a seat may have, and as ``bad_conditional_moves`` lines that are no
    conditional moves of that role: each line begins with another role's answer and ends with an own one, and equal beginnings
    have equal own answers."""
    if len(lines) > MOST_LINES or any(len(line) > LONGEST for line in lines):
        raise Refusal("too_large", f"conditional moves have at most {MOST_LINES} lines of at most {LONGEST} answers each")
    answers: dict[Line, str] = {}
    for line in lines:
        if not line or line[0].role == role or line[-1].role != role:
            raise Refusal(
                "bad_conditional_moves", f"a line begins with what another role may answer and ends with an answer of {role}"
            )
        for number, answer in enumerate(line):
            if answer.role == role and answers.setdefault(line[:number], answer.move) != answer.move:
                raise Refusal("bad_conditional_moves", "two lines answer the same in two ways; keep one of them")
