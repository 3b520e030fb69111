"""Snapshots, from which a table is opened without replaying a whole round; and digests, which check a replay.

Each snapshot of a round holds the answers and events since the snapshot before it, so that all of them together are as long as
the game. Only the position is whole in each of them.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rondel.engine import Game
from rondel.engine.records.record import restore
from rondel.server.table.agreements import TableState
from rondel.server.table.commands import Faulted
from rondel.server.table.log.entries import Snapshot
from rondel.server.table.log.events import EventLog

_ordered: Final = msgspec.json.Encoder(order="deterministic")


class SnapshotData(msgspec.Struct, frozen=True):
    """The content of one snapshot."""

    game: dict[str, Any]
    """The engine's snapshot, without the answers."""
    began: int
    """The number of the answer that began the round; 0 in the first."""
    since: int
    """How many answers of the round are in the snapshots before."""
    answers: list[Any]
    """The answers since those, in the engine's form."""
    told: Mapping[str, list[Any]]
    """Each role's events since the snapshot before; see `EventLog.part`."""
    heard: dict[str, int] = {}
    """How many events each role had been told when its player answered last."""
    at: int = 0
    """The time of the last answer, in milliseconds since 1970."""
    stands: int | None = None
    """The number of the answer that led to the position; None in old snapshots, where it is the last answer."""
    state: TableState = TableState()
    moves: int = 0
    """How many moves of the round have been made."""

    @property
    def kept(self) -> int:
        """How many answers of the round are in this snapshot and those before."""
        return self.since + len(self.answers)

    def pack(self) -> bytes:
        """The stored form: compressed JSON."""
        return zlib.compress(msgspec.json.encode(self), 1)

    @classmethod
    def unpack(cls, packed: bytes) -> SnapshotData:
        """Read the stored form. Raises `zlib.error` or `msgspec.DecodeError` where it is damaged."""
        return msgspec.json.decode(zlib.decompress(packed), type=cls)


def opened(rules: type[Game], snapshots: Sequence[Snapshot]) -> tuple[Game, EventLog, SnapshotData]:
    """The game at the last of a round's snapshots, its events, and the data of that snapshot. Raises `Faulted` when the
    snapshots do not fit the rules."""
    last = snapshots[-1]
    try:
        parts = [SnapshotData.unpack(each.packed) for each in snapshots]
        answers: list[Any] = []
        for part in parts:
            if part.since > len(answers):
                raise Faulted(f"the answers from {len(answers)} to {part.since} are in no snapshot")
            answers[part.since :] = part.answers
        game = restore(rules, {**parts[-1].game, "answers": answers})
        return game, EventLog(game, [part.told for part in parts], parts[-1].moves), parts[-1]
    except Exception as error:
        raise Faulted(f"the snapshot of table {last.table} at {last.seq} does not fit the rules: {error}") from error


def digest(game: Game) -> bytes:
    """Eight bytes that stand for a position and the place of its chance stream. Equal positions have equal digests, on every
    machine and in every version of Python.

    >>> import rondel
    >>> digest(rondel.new("reversi")).hex() == digest(rondel.new("reversi")).hex()
    True
    """
    taken: Mapping[str, Any] = game.snapshot()
    told = {key: taken.get(key) for key in ("game", "version", "options", "position", "draws", "rule", "held")}
    return hashlib.blake2b(_ordered.encode(told), digest_size=8).digest()
