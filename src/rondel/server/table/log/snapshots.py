"""Snapshots, from which a table is opened without replaying a whole round; and digests, which check a replay.

A round's snapshots hold its answers piece by piece, each those since the one before, so that all together are as long as the
game, and not as its square. Only the position and what is on it is in each of them whole.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from rondel.engine import Game
from rondel.engine.records.record import restore
from rondel.server.table.agreements import Pact
from rondel.server.table.commands import Faulted
from rondel.server.table.log.entries import Snapshot
from rondel.server.table.log.events import EventLog

_ordered: Final = msgspec.json.Encoder(order="deterministic")


class Piece(msgspec.Struct, frozen=True):
    """What one snapshot holds."""

    game: dict[str, Any]
    """As the engine has it, without its answers."""
    began: int
    """The number of the answer that began the round; 0 in the first."""
    since: int
    """How many answers of the round are in the snapshots before."""
    answers: list[Any]
    """Those since then, as the engine has them."""
    told: Mapping[str, list[Any]]
    """What each role has been told since the snapshot before; see `EventLog.piece`."""
    heard: dict[str, int] = {}
    """How many events each role had been told when its player answered last."""
    at: int = 0
    """When the last answer was given, in milliseconds since 1970."""
    stands: int | None = None
    """The number from which on the position is as it is; None in old ones, where it is that of the last answer."""
    pact: Pact = Pact()

    @property
    def kept(self) -> int:
        """How many answers of the round are in this snapshot and those before."""
        return self.since + len(self.answers)

    def pack(self) -> bytes:
        """As it is stored: JSON, compressed."""
        return zlib.compress(msgspec.json.encode(self), 1)

    @classmethod
    def unpack(cls, packed: bytes) -> Piece:
        """The piece that is stored so. Raises `zlib.error` or `msgspec.DecodeError` where it is none."""
        return msgspec.json.decode(zlib.decompress(packed), type=cls)


def opened(rules: type[Game], snapshots: Sequence[Snapshot]) -> tuple[Game, EventLog, Piece]:
    """The game as it was at the last of a round's snapshots, what had been told, and what else that one holds. Raises `Faulted`
    when they do not fit the rules."""
    last = snapshots[-1]
    try:
        pieces = [Piece.unpack(each.packed) for each in snapshots]
        answers: list[Any] = []
        for piece in pieces:
            if piece.since > len(answers):
                raise Faulted(f"the answers from {len(answers)} to {piece.since} are in no snapshot")
            answers[piece.since :] = piece.answers
        game = restore(rules, {**pieces[-1].game, "answers": answers})
        return game, EventLog(game, [piece.told for piece in pieces]), pieces[-1]
    except Exception as error:
        raise Faulted(f"the snapshot of table {last.table} at {last.seq} does not fit the rules: {error}") from error


def digest(game: Game) -> bytes:
    """Eight bytes that stand for a position, chance's place included: equal for equal positions, everywhere and always.

    >>> import rondel
    >>> digest(rondel.new("reversi")).hex() == digest(rondel.new("reversi")).hex()
    True
    """
    taken: Mapping[str, Any] = game.snapshot()
    told = {key: taken.get(key) for key in ("game", "version", "options", "position", "draws", "rule", "held")}
    return hashlib.blake2b(_ordered.encode(told), digest_size=8).digest()
