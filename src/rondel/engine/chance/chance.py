"""Chance: the seeded stream of draws, and how draws are answered: from the stream, a script, or outside.

All random outcomes come from the seed by a keyed counter stream: draw number k depends on the seed and on k alone. So a draw
that is popped and repeated has the same outcome, and nobody without the seed can predict the next draw. The engine itself makes
no seeds.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from rondel.engine.compiling import mypyc_attr
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
_FIRST: Final = [bytes((low, *bytes(8))) for low in range(256)]
"""The last byte of a draw's number, and the number of its first block."""
_SEEDED: Final[Any] = blake2b(digest_size=32, person=b"rondel seed")


class Stream:
    """The random stream of one game, from a seed of any form. The 32 secret bytes are derived at the first draw."""

    __slots__ = ("_begun", "_given", "_high", "_seed")

    def __init__(self, seed: int | str | bytes) -> None:
        self._given = seed
        self._seed = b""
        self._begun: Any = None
        """The hash of the key and of all bytes but the last of a draw's number. The hash works a full block off at the next
        byte, so a copy need not work off the block of the key again."""
        self._high = -1
        """The draw's number without its last byte there."""

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
        if number >> 8 != self._high:
            self._high = number >> 8
            self._begun = blake2b(self._high.to_bytes(7, "big"), key=self.seed)
        block = 0
        while True:
            drawn = self._begun.copy()
            drawn.update(_FIRST[number & 255] if block == 0 else bytes((number & 255,)) + block.to_bytes(8, "big"))
            digest: bytes = drawn.digest()
            value = int.from_bytes(digest, "big")
            if (digest[0] != 255 and bound < _SMALL) or value < (1 << _BITS) - (1 << _BITS) % bound:
                return value % bound
            block += 1


def seed_bytes(seed: int | str | bytes) -> bytes:
    """The 32 bytes derived from a seed of any form."""
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    derived = _SEEDED.copy()
    derived.update(repr(seed).encode())
    found: bytes = derived.digest()
    return found


@mypyc_attr(free_list_len=1)
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

    def answer(self, texts: list[str], weights: list[int]) -> int:
        """The number of one of the answers. Raises `BadRecord` if the script has another, `RulesError` without a seed."""
        number = self._scripted(texts) if self.mode == SCRIPTED else self._drawn(weights)
        self.draws += 1
        return number

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

    def _scripted(self, texts: list[str]) -> int:
        role, text = self.script.pop(0)
        if role != CHANCE or text not in texts:
            raise BadRecord(f"the record says {text!r} by {role} where chance must answer; possible: {', '.join(texts)}")
        return texts.index(text)
