"""A table of these tests: the rows that it makes, the time, and what is said at it."""

from __future__ import annotations

from typing import Any

import pytest

import rondel
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.protocol import Fischer, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Message, Moment, Setting, Tick
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer, Log, Snapshot
from rondel.server.table.table import Table

BLITZ = Terms(Fischer(60, 2))
FRIENDS = Terms()


def entry(terms: Terms = FRIENDS, game: str = "tic_tac_toe", seats: int | None = None, **kinds: str) -> TableEntry:
    roles = rondel.new(game, seats=seats).roles
    made = tuple(SeatEntry(role, kinds.get(role, "person"), "random" if kinds.get(role) == "bot" else "") for role in roles)  # type: ignore[arg-type]
    return TableEntry("t", game, {}, b"s" * 32, b"", made, terms=terms, host=roles[0])


def begun() -> Sitting:
    """A table with a clock at which both have moved once, so that the clocks run."""
    sitting = Sitting(entry(BLITZ))
    sitting.say(Tick())
    sitting.play("x", "c1")
    sitting.play("o", "c2")
    return sitting


class Sitting:
    """A table, the rows it has made, and the time."""

    def __init__(self, given: TableEntry) -> None:
        self.entry = given
        self.table = open_table(given)
        self.at = 1_000_000
        self.rows: list[Answer] = []
        self.snapshots: list[Snapshot] = []

    def say(
        self, message: Message, *held: str, down: int = 0, away: tuple[str, ...] = (), present: tuple[str, ...] | None = None
    ) -> Answer:
        role = getattr(message, "role", "")
        setting = Setting(self.at, b"n" * 32, down, frozenset(away), None if present is None else frozenset(present))
        step = self.table.step(message, held or ((role,) if role else self.table.game.roles), setting)
        self.rows.append(step.answer)
        if step.snapshot is not None:
            self.snapshots.append(step.snapshot)
        return step.answer

    def play(self, role: str, cell: str, seq: int | None = None) -> Answer:
        at = self.table.seq if seq is None else seq
        return self.say(protocol.Play(f"m{len(self.rows)}", role, f"mark({cell})", at))

    def offer(self, role: str, what: protocol.What, *held: str, away: tuple[str, ...] = ()) -> Answer:
        return self.say(protocol.Offer(f"m{len(self.rows)}", role, what, self.table.seq), *held, away=away)

    def agree(self, role: str, number: int) -> Answer:
        return self.say(protocol.Agree(f"m{len(self.rows)}", role, number))

    def resign(self, role: str) -> Answer:
        return self.say(protocol.Resign(f"m{len(self.rows)}", role, self.table.seq))

    @property
    def standing(self) -> protocol.Standing:
        return self.table.standing(Moment(self.at))

    def again(self) -> Table:
        """The table as its log makes it."""
        return open_table(self.entry, Log((), tuple(row for row in self.rows if row.round == self.rows[-1].round)))

    def refused(self, message: Message, *held: str, **more: Any) -> str:
        before = (self.table.seq, self.table.state, self.table.game.key())
        with pytest.raises(Refusal) as refusal:
            self.say(message, *held, **more)
        assert (self.table.seq, self.table.state, self.table.game.key()) == before
        return refusal.value.code
