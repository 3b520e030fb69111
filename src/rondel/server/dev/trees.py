"""The trees of games as answers to a client: a root, a position, and what can be counted and solved from there.

No state is kept between two questions. A tree begins with a record, the page keeps it, and every question names a position by
it and the answers since. Nothing here searches: `Unfold` is handed in.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec

import rondel
from rondel.errors import RondelError
from rondel.server import protocol
from rondel.server.protocol.refused import Refusal

_logger = logging.getLogger(__name__)

MOST_MOVES: Final = 1_000
"""Moves of one position that are sent at most."""

MOST_COUNTED: Final = 20_000
"""Ways to play after which counting stops: a second or two in plain Python."""

MOST_SOLVED: Final = 10_000
"""Positions after which solving stops."""

S = TypeVar("S", bound=msgspec.Struct)


class Unfolded(Protocol):
    """A position of a tree as plain data with the fields of ``protocol``'s structs; `rondel.search.tree.unfolding` implements
    it."""

    def node(self, most: int, first: int = 0) -> dict[str, Any]:
        """The fields of a `TreeNode`."""

    def count(self, limit: int) -> list[int]:
        """The ways of a `TreeCount`."""

    def solve(self, limit: int, told: Callable[[int], object] | None = None) -> dict[str, Any]:
        """The fields of a `TreeWorth`; ``told`` is called with the number of positions made, after each."""


Unfold: TypeAlias = Callable[[rondel.Game, Sequence[tuple[str, str]]], Unfolded]
"""A function that unfolds a tree from a game and the answers from there on."""


def root(wanted: protocol.TreeStart) -> protocol.TreeRoot:
    """The root of a tree; chance is answered by itself from there on. Raises `Refusal`."""
    with _refused():
        if wanted.record is not None:
            game = rondel.replay(wanted.record)
        elif wanted.game:
            game = rondel.new(wanted.game, seats=wanted.seats, options=wanted.options, chance="explicit")
        else:
            raise Refusal("malformed", "a tree begins with a 'game', a 'table' or a 'record'; send one of them")
        return protocol.TreeRoot(game.record(), game.scene())


class Trees:
    """Positions of trees. All functions raise `Refusal`."""

    def __init__(
        self,
        unfold: Unfold,
        most_counted: int = MOST_COUNTED,
        most_solved: int = MOST_SOLVED,
        seconds: float | None = None,
    ) -> None:
        """``seconds`` is the longest time in which a position is solved; None for as long as it takes."""
        self._unfold = unfold
        self._seconds = seconds
        self._most_counted = most_counted
        self._most_solved = most_solved

    def node(self, place: protocol.TreePlace) -> protocol.TreeNode:
        """The position, with those of its moves that are wanted."""
        most, first = max(0, min(place.most, MOST_MOVES)), max(0, place.first)
        with _refused():
            return _told(self._at(place).node(most, first), protocol.TreeNode)

    def count(self, place: protocol.TreePlace) -> protocol.TreeCount:
        """The ways to play from the position."""
        with _refused():
            return protocol.TreeCount(tuple(self._at(place).count(self._most_counted)))

    def solve(self, place: protocol.TreePlace) -> protocol.TreeWorth:
        """The value of the position and of its moves."""
        with _refused():
            return _told(self._at(place).solve(self._most_solved, self._watch()), protocol.TreeWorth)

    def _watch(self) -> Callable[[int], None]:
        """Raises `Refusal` when it is called after the longest time."""
        began = time.monotonic()

        def made(positions: int) -> None:
            if self._seconds is not None and time.monotonic() - began > self._seconds:
                said = f"too many positions follow: {positions:,} in {self._seconds:g} seconds, and there are more"
                raise Refusal("unsolvable", f"{said}; solve one further down the tree")

        return made

    def _at(self, place: protocol.TreePlace) -> Unfolded:
        return self._unfold(rondel.replay(place.record), [(each.role, each.move) for each in place.answers])


def _told(data: dict[str, Any], shape: type[S]) -> S:
    """The data, checked against the struct."""
    return msgspec.convert(data, shape)


@contextmanager
def _refused() -> Iterator[None]:
    """Errors of the rules as refusals. They are reported in full: the reader is their author."""
    try:
        yield
    except RondelError as error:
        raise Refusal(error.code, str(error)) from error
    except Refusal:
        raise
    except Exception as error:
        _logger.exception("something broke down in the developer's view")
        raise Refusal("rules", f"the rules broke down here: {type(error).__name__}: {error}") from error
