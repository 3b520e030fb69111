"""The plans that players have made, as the judge knows them: what may be answered by one, and what is owed by one.

It keeps its own book: which plans the server may have, as what was asked of it may have been done or not; and looks for itself
whether all has gone as one of them foresaw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rondel.server.table.conditional_moves import ConditionalMoves
from rondel.server.table.log.entries import Answer

ASIDE: Final = ("start", "offer", "agree", "decline", "withdraw")
"""Rows that are no answers, and change nothing unless they take one back."""


class Wish:
    """What was asked: to answer by that plan, or by none any more."""

    def __init__(self, number: int, plan: ConditionalMoves | None) -> None:
        self.number = number
        self.plan = plan
        self.done: int | None = None
        """When it was known to be kept, by the count of all that is asked and done; None while it is not."""
        self.at = 0.0
        """When that was, in seconds."""
        self.lapsed = False
        """Whether the server has said that nothing is left of it."""


class Foresight:
    """The plans at one table, by role."""

    def __init__(self) -> None:
        self._count = 0
        self._wishes: dict[str, list[Wish]] = {}
        self.asked = 0
        """How many plans were made."""
        self.given = 0
        """How many answers were given by one."""

    def ask(self, role: str, plan: ConditionalMoves | None) -> Wish:
        """Somebody asks for that."""
        self._count += 1
        self.asked += plan is not None
        wish = Wish(self._count, plan)
        self._wishes.setdefault(role, []).append(wish)
        return wish

    def kept(self, role: str, wish: Wish, at: float, alone: bool) -> None:
        """It is done, at that time. Where one process is ``alone``, whatever came back before that was asked is over then;
        another may still have it in mind."""
        self._count += 1
        wish.done, wish.at = self._count, at
        if alone:
            self._wishes[role] = [
                each for each in self._wishes[role] if each is wish or each.done is None or each.done > wish.number
            ]

    def kept_at(self, role: str) -> float:
        """When the last of what is kept of that role was."""
        return max([wish.at for wish in self._wishes.get(role, ())], default=0.0)

    def refused(self, role: str, wish: Wish) -> None:
        """It is not done."""
        self._wishes[role].remove(wish)

    def forget(self, role: str) -> None:
        """The server says that it has no plan of that role any more: none is owed."""
        for wish in self._wishes.get(role, ()):
            wish.lapsed = True

    def allows(self, answer: Answer, before: Sequence[Answer]) -> bool:
        """Whether that answer may be given by a plan, after these."""
        said = (answer.role, answer.move)
        allowed = any(said in _next(wish.plan, before) for wish in self._wishes.get(answer.role, ()) if wish.plan is not None)
        self.given += allowed
        return allowed

    def owed(self, role: str, before: Sequence[Answer]) -> set[str]:
        """What the server is to answer for that role after these, as is known for certain; nothing where it is not."""
        wishes = self._wishes.get(role, [])
        if len(wishes) != 1 or wishes[0].plan is None or wishes[0].done is None or wishes[0].lapsed:
            return set()
        return {move for who, move in _next(wishes[0].plan, before) if who == role}


def _next(plan: ConditionalMoves, before: Sequence[Answer]) -> set[tuple[str, str]]:
    """What comes next in the lines of a plan that were followed so far."""
    path = []
    for row in before[plan.seq :]:
        if row.kind in ASIDE and not row.row_data().undone:
            continue
        if row.kind != "play":
            return set()
        path.append((row.role, row.move))
    lines = [[(each.role, each.move) for each in line] for line in plan.lines]
    return {line[len(path)] for line in lines if line[: len(path)] == path and len(line) > len(path)}
