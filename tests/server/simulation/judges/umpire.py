"""The umpire: watches the clocks, the offers and the departures at a table, by the rows as they become durable.

It knows what the server may not: for how long any process really lived. And it keeps its own book of every offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import rondel
from rondel.server import protocol
from rondel.server.table.agreements import LAG, TableState
from rondel.server.table.log.entries import Answer

FRIENDS: Final = protocol.Terms()

GRACE: Final = 1_200
"""That of a world with one process, which may be frozen for half a second."""

SLOWER: Final = 5_000
"""That of a world whose database may be away for as long as is no outage yet."""


KEPT = ("end", "pause", "resume")
"""The offers that an undo leaves open."""


class Umpire:
    """The umpire of one table. ``persons`` are the roles that people hold, and ``grace`` are the milliseconds between when
    something was said, or charged, and when it was durable."""

    def __init__(self, terms: protocol.Terms = FRIENDS, persons: Sequence[str] = (), grace: int = GRACE) -> None:
        self._terms = terms
        self._grace = grace
        self._persons = persons
        self.state = TableState.first(terms)
        """As the last row has it."""
        self.was_over = False
        """Whether the round was over before the last row, by what people settled."""
        self._up = 0.0
        self.outvoted: set[str] = set()
        """Who had not agreed when the last row ended the round."""
        self.foreseen = False
        """Whether the next row may be a conditional move."""
        self._open: dict[int, tuple[str, str, set[str]]] = {}
        """The offers that are not settled: what, by whom, and who has agreed."""

    def seen(self, view: dict[str, Any], role: str) -> dict[str, Any]:
        """The view of a role, as it is to be shown."""
        state = self.state
        if state.outcome is not None:
            ranks = state.outcome.ranks
            view = {**view, "over": True, "active": [], "moves": [], "question": None, "ranks": ranks or None}
            view["winners"] = [each for each, rank in ranks.items() if rank == 1]
        elif not state.begun or role in state.departed:
            view = {**view, "moves": []}
        return view

    def committed(self, answer: Answer, game: rondel.Game, up: float) -> str:
        """What is wrong with a row that becomes durable when processes have lived for so many seconds; empty for nothing."""
        before, since, self.outvoted = self.state, self._up, set()
        besides = answer.row_data()
        self.state, self._up, self.was_over = besides.state, up, before.outcome is not None
        return (
            self._wrong_time(answer, before, 1_000 * (up - since) + self._grace)
            or self._wrong_offer(answer, before)
            or self._wrong_answer(answer, before)
        )

    def overdue(self, up: float) -> float:
        """The seconds for which a flag should have fallen, when processes have lived for so many; negative before it falls."""
        clocks = self.state.clocks
        if clocks is None or self.state.outcome is not None:
            return -1.0
        ends = [clocks.first.get(role, clocks.left[role]) + clocks.paused for role in clocks.running]
        return up - self._up - (min(ends) + LAG) / 1_000 if ends else -1.0

    def _wrong_answer(self, answer: Answer, before: TableState) -> str:
        if answer.kind == "play" and not before.begun:
            return "played before it has begun"
        if answer.kind == "play" and before.outcome is not None:
            return "played after it was over"
        by_nobody = answer.kind == "play" and answer.client_id is None and answer.role in self._persons
        may_be_answered_for = self.foreseen or answer.role in before.departed or self._terms.absence.policy in ("skip", "bot")
        if by_nobody and not may_be_answered_for:
            return "answered for somebody whom nobody may answer for"
        return ""

    def _wrong_time(self, answer: Answer, before: TableState, lived: float) -> str:
        """Whether somebody was charged more than the server was there, or a flag fell too early or too late."""
        if before.clocks is None:
            return ""
        left = {**before.clocks.left, **before.clocks.first}  # the first answer has a time of its own
        if answer.kind == "flag":
            if left[answer.role] + before.clocks.paused + LAG > lived:
                return f"a flag fell with {left[answer.role]} ms left, after {lived:.0f} ms"
            return ""
        if self.state.clocks is None or answer.kind == "again" or self.was_over:  # a rematch is offered after a flag, too
            return ""
        back = 1_000 * getattr(self._terms.clock, "increment", 0) if answer.kind in ("undo", "agree", "offer") else 0
        for role, now in {**self.state.clocks.left, **self.state.clocks.first}.items():
            charged = left[role] - now - back
            if role in before.clocks.running and charged > lived:
                return f"{role} was charged {charged} ms of {lived:.0f} ms"
            if now < -LAG and role not in self.state.departed:  # the clock of who has lost by time stays
                return f"{role} plays on with {now} ms"
        return ""

    def _wrong_offer(self, answer: Answer, before: TableState) -> str:
        """Whether an offer is settled that is not open, or takes effect without the consent of all."""
        undone, ended = answer.row_data().undone, self.state.outcome if before.outcome is None else None
        paused = _pause(self.state) > _pause(before)
        effect = undone or paused or (ended is not None and ended.reason in ("agreed", "ended"))
        number = answer.seq if answer.kind == "offer" else int(answer.move) if answer.move.isdecimal() else 0
        match answer.kind:
            case "offer":
                self._open[number] = (answer.move, answer.role, {answer.role})
            case "agree" | "decline" | "withdraw":
                if number not in self._open:
                    return f"offer {number} is settled already, or was never made"
                self._open[number][2].add(answer.role)
            case "play":
                for each, (what, _, agreed) in list(self._open.items()):
                    if what in ("undo", "resume") or (what in ("draw", "pause") and answer.role not in agreed):
                        del self._open[each]
            case "undo":
                self._open = {each: offer for each, offer in self._open.items() if offer[0] in KEPT}
        if effect:
            what, _, agreed = self._open.pop(number)
            missing = set(self._persons) - agreed - set(before.departed)
            self.outvoted = set() if what != "end" or self._holds(missing, agreed) else missing
            if missing and not self._holds(missing, agreed) and not (what == "end" and self._terms.absence.policy == "vote"):
                return f"{what} was settled without {missing}"
            if undone:
                self._open = {each: offer for each, offer in self._open.items() if offer[0] in KEPT}
        elif answer.kind in ("decline", "withdraw"):
            del self._open[number]
        if answer.kind == "again":
            rematch = before.offers.rematch()
            waiting = self._persons if rematch is None else rematch.asked
            if len(waiting) > 1 and not any(set(waiting) <= set(held) for held in self.together):
                return f"a game begins that {waiting} have not all agreed to"
            self._open.clear()
        elif answer.active == "":
            self._open = {each: offer for each, offer in self._open.items() if offer[0] == "rematch"}
        return ""

    def _holds(self, missing: set[str], agreed: set[str]) -> bool:
        """Whether one client holds the seats of those who were not asked and of one who agreed."""
        return any(missing <= set(held) and agreed & set(held) for held in self.together)

    together: Sequence[Sequence[str]] = ()
    """The roles that each player holds."""

    roles: Sequence[str] = ()
    """All there are, in seat order."""


def _pause(state: TableState) -> int:
    """The milliseconds of a pause, from the last row on."""
    return 0 if state.clocks is None else state.clocks.paused
