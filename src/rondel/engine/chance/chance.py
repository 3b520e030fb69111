"""Chance: the seeded stream of draws, and how draws are answered: from the stream, a script, or outside.

All random outcomes come from the seed by a keyed counter stream: draw number k depends on the seed and on k alone. So a draw
that is popped and repeated has the same outcome, and nobody without the seed can predict the next draw. The engine itself makes
no seeds.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from rondel.engine.visibility import CHANCE
from rondel.errors import BadRecord, RulesError

SEEDED: Final = 0
"""The stream answers at once."""
EXPLICIT: Final = 1
"""The caller answers: a search, an adapter."""
SCRIPTED: Final = 2
"""The answers of a record are repeated."""

_BITS: Final = 512
_SMALL: Final = 1 << 62
"""Numbers under a limit below this are rejected only if all their highest 8 bits are set."""


class Stream:
    """The random stream of one game, from a seed of any form. The 32 secret bytes are derived at the first draw."""

    __slots__ = ("_given", "_keyed", "_seed")

    def __init__(self, seed: int | str | bytes) -> None:
        self._given = seed
        self._seed = b""
        self._keyed: Any = None
        """The hash with its key and no data. A copy takes half the time of a new hash with a key."""

    @property
    def seed(self) -> bytes:
        """The 32 bytes derived from the seed."""
        if not self._seed:
            self._seed = seed_bytes(self._given)
        return self._seed

    def below(self, number: int, bound: int) -> int:
        """Draw ``number``: a whole number from 0 to ``bound - 1``, each equally likely.

        Rejection sampling, so without bias; a rejected block is followed by the next block of the same draw.

        >>> [Stream(bytes(32)).below(number, 6) for number in range(8)]
        [5, 0, 5, 4, 4, 3, 1, 5]
        """
        keyed = self._keyed
        if keyed is None:
            keyed = self._keyed = blake2b(key=self.seed)
        block = 0
        while True:
            drawn = keyed.copy()
            drawn.update(number.to_bytes(8, "big") + block.to_bytes(8, "big"))
            digest: bytes = drawn.digest()
            value = int.from_bytes(digest, "big")
            if (digest[0] != 255 and bound < _SMALL) or value < (1 << _BITS) - (1 << _BITS) % bound:
                return value % bound
            block += 1


def seed_bytes(seed: int | str | bytes) -> bytes:
    """The 32 bytes derived from a seed of any form."""
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    return blake2b(repr(seed).encode(), digest_size=32, person=b"rondel seed").digest()


class Chance:
    """The source of chance's answers in one game, and their count."""

    __slots__ = ("_stream", "draws", "mode", "script", "seed")

    def __init__(self) -> None:
        self.mode: int = EXPLICIT
        self.seed: int | str | bytes | None = None
        """The seed of its stream; None for no stream, and for the stream of a copied game."""
        self._stream: Stream | None = None
        self.draws = 0
        """The number of the next draw: the count of chance's answers so far."""
        self.script: list[tuple[str, str]] = []
        """The remaining answers of a record, as (role, text)."""

    @property
    def stream(self) -> Stream | None:
        """The random stream; None without a seed. Made on demand: many games draw nothing."""
        if self._stream is None and self.seed is not None:
            self._stream = Stream(self.seed)
        return self._stream

    @stream.setter
    def stream(self, stream: Stream | None) -> None:
        self._stream = stream
        self.seed = None

    def ready(self) -> bool:
        """Whether it answers at once. The record of a game with explicit chance may end before an answer of chance."""
        return self.mode == SEEDED or (self.mode == SCRIPTED and len(self.script) > 0)

    def answer(self, texts: list[str], weights: list[int]) -> str:
        """One of the answers. Raises `BadRecord` if the script has another, `RulesError` without a seed."""
        text = self._scripted(texts) if self.mode == SCRIPTED else texts[self._drawn(weights)]
        self.draws += 1
        return text

    def _drawn(self, weights: list[int]) -> int:
        stream = self._stream
        if stream is None:
            stream = self.stream
        if stream is None:
            raise RulesError("this game draws by chance and has no seed: start it with rondel.new(...), or give it seed=...")
        value = stream.below(self.draws, sum(weights))
        for number, weight in enumerate(weights):
            value -= weight
            if value < 0:
                return number
        raise RulesError("weights of chance must be whole numbers of at least 0, not all 0")

    def _scripted(self, texts: list[str]) -> str:
        role, text = self.script.pop(0)
        if role != CHANCE or text not in texts:
            raise BadRecord(f"the record says {text!r} by {role} where chance must answer; possible: {', '.join(texts)}")
        return text
