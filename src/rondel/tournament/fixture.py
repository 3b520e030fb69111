"""Fixtures: scheduled games, each with its players' seats and its seeds.

A fixture does not depend on time, place or other fixtures: its seeds come from the tournament's seed, its line-up and its
number. Line-ups that differ only in seats get the same game, which reduces luck: the cards that a player holds in one game are
its opponent's in the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Fixture:
    """A scheduled game."""

    id: str
    """The id, unique in the tournament."""
    seated: tuple[int, ...]
    """The number of the entrant at each seat."""
    seed: int
    """The game's seed."""
    seeds: tuple[int, ...]
    """The players' seeds, seat by seat."""

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"id": self.id, "seated": list(self.seated), "seed": self.seed, "seeds": list(self.seeds)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Fixture:
        """The fixture of `to_json`."""
        return cls(data["id"], tuple(data["seated"]), data["seed"], tuple(data["seeds"]))


def fixtures(lineup: Sequence[int], *, seats: int, games: int, seed: int, stage: str = "") -> Iterator[Fixture]:
    """The games of one line-up, by the numbers of its entrants; the seats rotate, and a full rotation has the same game.

    If the line-up has fewer entrants than seats, they sit more than once. ``stage`` distinguishes games of the same line-up in
    different parts of a tournament.

    >>> first, second, third, _fourth = fixtures((0, 1), seats=2, games=4, seed=1)
    >>> first.seated, second.seated, third.seated
    ((0, 1), (1, 0), (0, 1))
    >>> first.seed == second.seed, first.seed == third.seed
    (True, False)
    """
    name = f"{stage}{'-'.join(map(str, lineup))}"
    for number in range(games):
        seated = tuple(lineup[(place + number) % len(lineup)] for place in range(seats))
        each = f"{name}/{number}"
        yield Fixture(
            each,
            seated,
            derived(seed, f"{name}/{number // len(lineup)}"),
            tuple(derived(seed, f"{each}@{place}") for place in range(seats)),
        )


def derived(seed: int, name: str) -> int:
    """A seed of 63 bits, derived from a seed and a name."""
    return int.from_bytes(hashlib.blake2b(f"{seed}:{name}".encode(), digest_size=8).digest(), "big") >> 1
