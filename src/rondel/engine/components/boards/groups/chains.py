"""Chains: the connected groups of a board's tokens with what a rule asks of them, kept from one question to the next.

The journal tells which cells were written since the last question, so only the chains there are joined or taken apart. What was
done can be undone: after a `pop`, or a step back of a search, the chains are those of then. Cells are connected as
`Shape.beside` says: by sides on a grid, by all six on a board of hexes.

A chain does not list its liberties, the empty cells beside it. It has their number, where a cell counts once for each of its
tokens that it touches, their sum, and the sum of their squares. There is one liberty alone if the number times the sum of the
squares is the square of the sum, by the inequality of Cauchy and Schwarz; so none of them need be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rondel.engine.components.boards.field import Field
from rondel.engine.components.boards.shape import Shape
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import OWNER_KEY, Token

_ADDED: Final = 0
_JOINED: Final = 1
_GONE: Final = 2


class Chain:
    """A group of one owner's tokens, and its liberties: the empty cells next to it. Both in the order of the board."""

    __slots__ = ("cells", "liberties", "owner")

    def __init__(self, owner: str, cells: list[Cell], liberties: list[Cell]) -> None:
        self.owner = owner
        self.cells = cells
        self.liberties = liberties

    def __repr__(self) -> str:
        return f"Chain({self.owner!r}, {self.cells!r}, {self.liberties!r})"


class Link:
    """A chain as it is kept. A token without an owner is one of its own."""

    __slots__ = ("before", "free", "indices", "into", "owner", "sides", "squares", "total")

    def __init__(self, owner: str | None, index: int, free: int, total: int, squares: int, sides: int) -> None:
        self.owner = owner
        self.indices: list[int] = [index]
        """Its cells."""
        self.free = free
        """The number of its liberties, one that touches several of its tokens counted several times."""
        self.total = total
        """The sum of the numbers of these cells."""
        self.squares = squares
        """The sum of their squares."""
        self.sides = sides
        """The sides of the board that it touches, a bit for each (`Shape.touching`)."""
        self.into: Link | None = None
        """The chain that it has become a part of."""
        self.before = 0
        """The ``sides`` of that chain before."""

    def last(self) -> bool:
        """Whether it has one liberty alone."""
        return self.free * self.squares == self.total * self.total and self.free > 0


class Chains:
    """The chains of one board. `follow` comes before any question.

    It does not refer to the board, which would be a cycle.
    """

    __slots__ = ("_at", "_cells", "_counts", "_kinds", "_lasts", "_lengths", "_near", "_sides", "_steps")

    def __init__(self, shape: Shape) -> None:
        self._cells = shape.cells
        self._near = shape.beside
        self._sides = shape.touching()
        self._at: list[Link | None] = [*shape.bare]
        """The chain on each cell."""
        self._steps: list[Link] = []
        """What was done, to be undone: the chain that was added, joined to another, or taken away ..."""
        self._kinds: list[int] = []
        """... and which of these."""
        self._counts: list[int] = []
        """For each question: the number of entries in the journal, ..."""
        self._lasts: list[object] = []
        """... the last of them, ..."""
        self._lengths: list[int] = []
        """... and the number of steps."""

    def follow(self, field: Field) -> None:
        """Bring the chains up to date with the board.

        An entry that is still in its place, and all before it, have not been undone since.
        """
        journal = field._journal
        if journal is None:  # nothing can lie there
            return
        entries: list[Any] = journal.entries
        count = len(entries)
        counts = self._counts
        lasts = self._lasts
        known = len(counts)
        while known > 0:
            since = counts[known - 1]
            if since <= count and entries[since - 1] is lasts[known - 1]:
                break
            known -= 1
        if known == len(counts) and known > 0:
            since = counts[known - 1]
            if since == count:
                return
            self._advance(field, entries, since)
        elif known > 0 and len(self._steps) - self._lengths[known - 1] < len(self._at):
            self._undo(self._lengths[known - 1])
            del counts[known:], lasts[known:], self._lengths[known:]
            if counts[known - 1] == count:
                return
            self._advance(field, entries, counts[known - 1])
        else:
            counts.clear()
            lasts.clear()
            self._lengths.clear()
            self._begin(field)
        if count > 0:
            counts.append(count)
            lasts.append(entries[count - 1])
            self._lengths.append(len(self._steps))

    # -- questions -----------------------------------------------------------------------------------------------------

    def chain(self, index: int) -> Chain | None:
        """The chain on a cell; None where there is no token with an owner."""
        link = self._at[index]
        if link is None or link.owner is None:
            return None
        cells = self._cells
        free = {other for each in link.indices for other in self._near[each] if self._at[other] is None}
        return Chain(link.owner, [cells[each] for each in sorted(link.indices)], [cells[each] for each in sorted(free)])

    def breathing(self, owner: str) -> list[Cell]:
        """The empty cells where a token of the owner would have a liberty, once those that it encloses are taken."""
        at = self._at
        near = self._near
        cells = self._cells
        mine: Any = owner
        found: list[Cell] = []
        for index, here in enumerate(at):
            if here is not None:
                continue
            around = near[index]
            for other in around:
                if at[other] is None:
                    found.append(cells[index])
                    break
            else:
                for other in around:
                    beside = at[other]
                    if beside is not None:
                        lying: Any = beside.owner
                        if lying is not None and (lying is mine) is not beside.last():
                            found.append(cells[index])
                            break
        return found

    def enclosed(self, index: int, owner: str) -> list[Cell]:
        """The cells of others' chains whose last liberty a cell is."""
        mine: Any = owner
        met: list[Link] = []
        for other in self._near[index]:
            beside = self._at[other]
            if beside is not None and beside.last():
                lying: Any = beside.owner
                if lying is not mine and lying is not None and beside not in met:
                    met.append(beside)
        cells = self._cells
        return [cells[each] for each in sorted([each for link in met for each in link.indices])] if met else []

    def joins(self, owner: str, sides: int, side: Sequence[int]) -> int:
        """The number of a cell in a chain that touches all these sides; -1 without such a chain.

        ``side`` is `Shape.along` for one of them.
        """
        at = self._at
        mine: Any = owner
        for number in range(1, len(side)):
            index = side[number]
            link = at[index]
            if link is not None and link.sides & sides == sides:
                lying: Any = link.owner
                if lying is mine:
                    return index
        return -1

    # -- changes -------------------------------------------------------------------------------------------------------

    def _begin(self, field: Field) -> None:
        """Find all chains anew."""
        self._steps.clear()
        self._kinds.clear()
        self._at = [*field._shape.bare]
        owners = field._owners
        for index, token in enumerate(field._tokens):
            if token is not None:
                self._add(index, owners[index])

    def _advance(self, field: Field, entries: list[Any], since: int) -> None:
        """Follow the journal's entries from number ``since`` on, on whose cells the board may have changed."""
        at = self._at
        tokens = field._tokens
        owners: list[Any] = field._owners  # Any: compiled code compares without type checks
        for number in range(since, len(entries)):
            entry: tuple[Any, ...] = entries[number]
            target: Any = entry[0]
            index = -1
            if target is field:
                index = entry[1]
                if index >= len(at):  # beneath the topmost token of a stack
                    continue
            elif isinstance(target, Token) and entry[1] == OWNER_KEY and target._container is field:
                index = target._index
            if index < 0:
                continue
            link = at[index]
            if link is not None:
                lying: Any = link.owner
                if tokens[index] is not None and owners[index] is lying:
                    continue
                self._take(link)
                for each in link.indices:
                    if tokens[each] is not None and owners[each] is lying and at[each] is None:
                        self._add(each, lying)
            if tokens[index] is not None and at[index] is None:
                self._add(index, owners[index])

    def _add(self, index: int, owner: str | None) -> None:
        """Add a token."""
        at = self._at
        around = self._near[index]
        free = total = squares = 0
        square = index * index
        for other in around:
            beside = at[other]
            if beside is None:
                free += 1
                total += other
                squares += other * other
            else:
                beside.free -= 1
                beside.total -= index
                beside.squares -= square
        link = Link(owner, index, free, total, squares, self._sides[index])
        at[index] = link
        self._steps.append(link)
        self._kinds.append(_ADDED)
        if owner is None:
            return
        mine: Any = owner
        for other in around:
            beside = at[other]
            if beside is not None and beside is not link:
                lying: Any = beside.owner
                if lying is mine:
                    link = self._join(link, beside)

    def _join(self, one: Link, other: Link) -> Link:
        """Join two chains; returns the larger one, which the other has become a part of."""
        big, small = (one, other) if len(one.indices) >= len(other.indices) else (other, one)
        at = self._at
        for index in small.indices:
            at[index] = big
        big.indices += small.indices
        big.free += small.free
        big.total += small.total
        big.squares += small.squares
        small.into = big
        small.before = big.sides
        big.sides |= small.sides
        self._steps.append(small)
        self._kinds.append(_JOINED)
        return big

    def _take(self, link: Link) -> None:
        """Take a whole chain away."""
        at = self._at
        near = self._near
        for index in link.indices:
            at[index] = None
        for index in link.indices:
            square = index * index
            for other in near[index]:
                beside = at[other]
                if beside is not None:
                    beside.free += 1
                    beside.total += index
                    beside.squares += square
        self._steps.append(link)
        self._kinds.append(_GONE)

    def _undo(self, length: int) -> None:
        """Undo all but the first steps, the last one first."""
        at = self._at
        near = self._near
        steps = self._steps
        kinds = self._kinds
        while len(steps) > length:
            link = steps.pop()
            kind = kinds.pop()
            big = link.into
            if kind == _JOINED and big is not None:
                del big.indices[len(big.indices) - len(link.indices) :]
                for index in link.indices:
                    at[index] = link
                big.free -= link.free
                big.total -= link.total
                big.squares -= link.squares
                big.sides = link.before
                link.into = None
                continue
            change = 1 if kind == _ADDED else -1
            if kind == _ADDED:
                at[link.indices[0]] = None
            for index in link.indices:
                for other in near[index]:
                    beside = at[other]
                    if beside is not None:
                        beside.free += change
                        beside.total += change * index
                        beside.squares += change * index * index
            if kind == _GONE:
                for index in link.indices:
                    at[index] = link
