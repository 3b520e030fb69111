"""The journal: every write to a position, in order.

Undo inverts it, search rolls it back, views and deltas are cut from it. An entry is ``(target, key, old, new)``: a
typed tuple, because that is the fastest thing to append and to undo in both builds
(docs/adr/0002-journal-and-suspension.md). Each target knows how to write one of its values back; nothing else may
change a position.
"""

from __future__ import annotations

from typing import TypeAlias


class Journaled:
    """Something whose values are only ever written together with a journal entry."""

    def _write(self, key: int, value: object) -> None:
        """Set the value named by ``key`` without an entry; only the journal and the owner of the value call it."""
        raise NotImplementedError


Entry: TypeAlias = tuple[Journaled, int, object, object]


class Journal:
    """Writes to one position, oldest first.

    ``made`` counts the tokens made so far: their serial numbers come from it, so it is rolled back with the rest.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.made = 0

    def rollback(self, mark: int) -> None:
        """Take back every write after the first ``mark`` ones."""
        entries = self.entries
        while len(entries) > mark:
            entry = entries.pop()
            entry[0]._write(entry[1], entry[2])

    def rewind(self, mark: int) -> list[Entry]:
        """Roll back to ``mark`` for a look at the past; give what is returned to `forward` to come back."""
        tail = self.entries[mark:]
        self.rollback(mark)
        return tail

    def forward(self, tail: list[Entry]) -> None:
        """Carry out the writes that `rewind` took back."""
        for entry in tail:
            entry[0]._write(entry[1], entry[3])
        self.entries.extend(tail)
