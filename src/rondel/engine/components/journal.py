"""The journal: every write to a position, in order.

Undo inverts it, search rolls it back, views and deltas are cut from it. An entry is ``(target, key, old, new)``: a
typed tuple, because that is the fastest thing to append and to undo in both builds
(docs/adr/0002-journal-and-suspension.md). Each target knows how to write one of its values back; nothing else may
change a position.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeAlias

UNTOUCHED: Final = 1 << 60
"""What ``Journal.low`` says when nothing has been rolled back."""


class Journaled:
    """Something whose values are only ever written together with a journal entry."""

    __slots__ = ()

    whole: ClassVar[bool] = False
    """Whether its values only mean something together, so that no player can take back his part of one of them where another
    has changed another."""

    def _write(self, key: int, value: object) -> None:
        """Set the value named by ``key`` without an entry; only the journal and the owner of the value call it."""
        raise NotImplementedError

    def shows(self, key: int, old: object, new: object) -> str:
        """What such a write lets somebody see who could not before, in words; empty for nothing.

        Only what the write itself shows: that a token comes to lie where it is seen is told by the containers it goes
        from and to.
        """
        return ""


Entry: TypeAlias = tuple[Journaled, int, object, object]
Owners: TypeAlias = dict[str | None, str | None]


def owners_of(roles: tuple[str, ...]) -> Owners:
    """See `Journal.owners`, which games of the same rules share."""
    owners: Owners = {None: None}
    for role in roles:
        owners[role] = role
    return owners


class Journal:
    """Writes to one position, oldest first.

    ``made`` counts the tokens made so far: their serial numbers come from it, so it is rolled back with the rest.
    ``looked`` lists the parts that were read and that not everybody may see, and the face-down tokens whose face or props were
    read, each once, until somebody clears it; it is no part of the position, and a rollback leaves it as it is. ``roles`` and
    ``kinds`` are the game's: what a token may belong to, and be.
    """

    __slots__ = ("entries", "kinds", "looked", "low", "made", "owners", "roles", "veiled")

    def __init__(self, roles: tuple[str, ...] = (), kinds: tuple[Any, ...] = (), owners: Owners | None = None) -> None:
        self.roles = roles
        self.kinds = kinds
        self.owners = owners_of(roles) if owners is None else owners
        """The game's very own string for each role a token may belong to, and None for nobody: owners are compared by
        identity, which is quicker."""
        self.entries: list[Entry] = []
        self.looked: list[Journaled] = []
        self.made = 0
        self.veiled = False
        """Whether any token lay face down when the game began."""
        self.low: int = UNTOUCHED
        """The shortest it has been since whoever reads it on and on (`rondel.engine.views.viewer_ids`) last looked."""

    def looks(self) -> int:
        """How much has been looked at, for `forget_looks`."""
        return len(self.looked)

    def forget_looks(self, since: int = 0) -> None:
        """Watch anew what is read; forget all looks, or those since then."""
        del self.looked[since:]

    def rollback(self, mark: int) -> None:
        """Take back every write after the first ``mark`` ones."""
        if mark < self.low:
            self.low = mark
        entries: list[Any] = self.entries  # as they are: compiled, an `Entry` would be taken apart and looked at whole
        while len(entries) > mark:
            entry: tuple[Any, ...] = entries.pop()
            target: Journaled = entry[0]
            target._write(entry[1], entry[2])

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
