"""The journal: every write to a position, in order.

Undo and search roll it back, and views compute deltas from it. An entry is ``(target, key, old, new)``: a tuple, because that
is the fastest to append and to undo in both builds (docs/adr/0002-journal-and-suspension.md). Each target can write one of its
values back; nothing else may change a position.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeAlias

from rondel.engine.compiling import mypyc_attr

UNTOUCHED: Final = 1 << 60
"""The value of ``Journal.low`` before any rollback."""


class Journaled:
    """Base of everything whose writes are journaled."""

    __slots__ = ()

    whole: ClassVar[bool] = False
    """Whether its values belong together, so that a player cannot undo a write of one after another player has written
    another."""

    def _write(self, key: int, value: object) -> None:
        """Set the value of ``key`` without an entry; called by the journal and by the owner of the value only."""
        raise NotImplementedError

    def shows(self, key: int, old: object, new: object) -> str:
        """The information that such a write reveals to some viewer, in words; empty for none.

        A token that moves to a visible container is reported by the containers, not by the token.
        """
        return ""


Entry: TypeAlias = tuple[Journaled, int, object, object]
Owners: TypeAlias = dict[str | None, str | None]


def owners_of(roles: tuple[str, ...]) -> Owners:
    """The mapping of `Journal.owners`, which games of the same rules share."""
    owners: Owners = {None: None}
    for role in roles:
        owners[role] = role
    return owners


@mypyc_attr(free_list_len=1)
class Journal:
    """Writes to one position, oldest first.

    ``made`` counts the tokens made so far and gives their serial numbers; the machine restores it after a rollback. ``looked``
    lists the guarded parts and the face-down tokens that were read, each once, until it is cleared; it does not belong to the
    position, and a rollback does not change it. ``roles`` and ``kinds`` are the possible owners and kinds of tokens.
    """

    __slots__ = ("entries", "kept", "kinds", "looked", "low", "made", "owners", "roles", "veiled")

    def __init__(self, roles: tuple[str, ...] = (), kinds: tuple[Any, ...] = (), owners: Owners | None = None) -> None:
        self.roles = roles
        self.kinds = kinds
        self.owners = owners_of(roles) if owners is None else owners
        """The game's own string object for each possible owner, and None for nobody: owners are compared by identity, which is
        faster."""
        self.entries: list[Entry] = []
        self.looked: list[Journaled] = []
        self.kept: dict[object, Any] = {}
        """Caches that belong to the game, such as moves with its tokens, by what they belong to; no part of the position."""
        self.made = 0
        self.veiled = False
        """Whether any token lay face down at the beginning of the game."""
        self.low: int = UNTOUCHED
        """The minimum length since the last reading by `rondel.engine.views.viewer_ids`."""

    def looks(self) -> int:
        """The length of ``looked``, for `forget_looks`."""
        return len(self.looked)

    def forget_looks(self, since: int = 0) -> None:
        """Forget all noted reads, or those since then."""
        looked = self.looked
        while len(looked) > since:  # mostly a few; a slice would be an object of its own
            looked.pop()

    def rollback(self, mark: int) -> None:
        """Undo every write after the first ``mark`` ones."""
        if mark < self.low:
            self.low = mark
        entries: list[Any] = self.entries  # Any: compiled code would unbox and check each `Entry`
        while len(entries) > mark:
            entry: tuple[Any, ...] = entries.pop()
            target: Journaled = entry[0]
            target._write(entry[1], entry[2])

    def rewind(self, mark: int) -> list[Entry]:
        """Roll back to ``mark`` for a while; returns the writes, for `forward`."""
        tail = self.entries[mark:]
        self.rollback(mark)
        return tail

    def forward(self, tail: list[Entry]) -> None:
        """Repeat the writes that `rewind` has undone."""
        for entry in tail:
            entry[0]._write(entry[1], entry[3])
        self.entries.extend(tail)
