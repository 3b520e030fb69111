"""Chance: the seeded stream of draws, and how draws are answered: from the stream, a script, or outside.

Everything random comes from the seed by a keyed counter stream: draw number k depends on the seed and on k alone, so
taking a draw back and drawing again gives the same outcome, and nobody without the seed can tell the next one from
those before. The engine itself makes no seeds.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from rondel.engine.visibility import CHANCE
from rondel.errors import BadRecord, RulesError

SEEDED: Final = 0
"""The stream answers at once."""
EXPLICIT: Final = 1
"""Somebody else answers: a search, an adapter."""
SCRIPTED: Final = 2
"""The answers of a record are given again."""

_BITS: Final = 512


class Stream:
    """The random stream of one game, from a seed of any form: 32 secret bytes are made of it when the first is drawn."""

    __slots__ = ("_given", "_seed")

    def __init__(self, seed: int | str | bytes) -> None:
        self._given = seed
        self._seed = b""

    @property
    def seed(self) -> bytes:
        """The 32 bytes that stand for the seed."""
        if not self._seed:
            self._seed = seed_bytes(self._given)
        return self._seed

    def below(self, number: int, bound: int) -> int:
        """Draw ``number``: a whole number from 0 to ``bound - 1``, each equally likely.

        By rejection, so without bias; a rejected block is followed by the next block of the same draw.

        >>> [Stream(bytes(32)).below(number, 6) for number in range(8)]
        [5, 0, 5, 4, 4, 3, 1, 5]
        """
        limit = (1 << _BITS) - (1 << _BITS) % bound
        block = 0
        while True:
            data = number.to_bytes(8, "big") + block.to_bytes(8, "big")
            value = int.from_bytes(blake2b(data, key=self.seed).digest(), "big")
            if value < limit:
                return value % bound
            block += 1


def seed_bytes(seed: int | str | bytes) -> bytes:
    """The 32 bytes that a seed of any form stands for."""
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    return blake2b(repr(seed).encode(), digest_size=32, person=b"rondel seed").digest()


class Chance:
    """Who answers for chance in one game, and how often it has been answered."""

    __slots__ = ("_stream", "draws", "mode", "script", "seed")

    def __init__(self) -> None:
        self.mode: int = EXPLICIT
        self.seed: int | str | bytes | None = None
        """What its stream comes from; None for a stream that another game has begun, or for none."""
        self._stream: Stream | None = None
        self.draws = 0
        """The number of the next draw: how many answers of chance the game has taken."""
        self.script: list[tuple[str, str]] = []
        """The answers of a record that are still to be given, as (role, text)."""

    @property
    def stream(self) -> Stream | None:
        """Where it draws from; None where there is no seed. Made when it is first asked for: many games draw nothing."""
        if self._stream is None and self.seed is not None:
            self._stream = Stream(self.seed)
        return self._stream

    @stream.setter
    def stream(self, stream: Stream | None) -> None:
        self._stream = stream
        self.seed = None

    def ready(self) -> bool:
        """Whether it answers at once. A record of a game with explicit chance may end where chance is asked."""
        return self.mode == SEEDED or (self.mode == SCRIPTED and len(self.script) > 0)

    def answer(self, texts: list[str], weights: list[int]) -> str:
        """One of the answers. Raises `BadRecord` for a script that says another, `RulesError` where there is no seed."""
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
