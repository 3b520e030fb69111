"""The encoding of containers: the number of tokens of each look, and their places.

Each encoder reads a view, or the game where that is faster; both give the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import Any

from rondel.engine.components.boards.area import Area
from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.track import Track
from rondel.engine.components.container import Container, Hand, Row
from rondel.engine.components.pile import Pile
from rondel.engine.components.viewer import Viewer
from rondel.engine.visibility import EVERYONE, sees
from rondel.learning.features import Layout
from rondel.learning.looks import Looks


class Holder:
    """The encoder of one container."""

    def __init__(self, container: Container, looks: Looks) -> None:
        self.name = container.name
        self.open = container.visible_to == EVERYONE
        self.looks = looks
        # The start of each block; -1 for none.
        self.start = self.top = self.total = self.down = self.count = self.known = self.first = self.last = -1

    def look(self, cells: Any, container: Container, viewer: Viewer) -> None:
        """Writes the container as a viewer sees it."""
        seen = container.view(viewer)
        if seen is not None:
            self.read(cells, seen)

    def read(self, cells: Any, seen: Mapping[str, Any]) -> None:
        """Writes the container from a view."""
        raise NotImplementedError

    def _look_of(self, token: Mapping[str, Any]) -> int:
        return self.looks.number(token["kind"], token.get("owner"), token.get("face", ""))

    def _sizes(self, cells: Any, seen: Mapping[str, Any]) -> None:
        """Writes the number of tokens, and of those face down."""
        tokens: list[Any] = seen.get("tokens", [])
        if self.total >= 0:
            cells[self.total] = float(seen["backs"] if "backs" in seen else len(tokens))
        if self.down >= 0:
            cells[self.down] = float(len([token for token in tokens if "down" in token]))


class Heap(Holder):
    """A hand, a row, a pile or an area: the number of tokens of each look, and the tokens at the ends."""

    def read(self, cells: Any, seen: Mapping[str, Any]) -> None:
        self._sizes(cells, seen)
        tokens: list[Any] = seen.get("tokens", [])
        for token in tokens:
            cells[self.count + self._look_of(token)] += 1.0
        if tokens and self.first >= 0:
            cells[self.first + self._look_of(tokens[0])] = 1.0
            cells[self.last + self._look_of(tokens[-1])] = 1.0
        for token in seen.get("known", ()):
            cells[self.known + self._look_of(token)] += 1.0


class Course(Holder):
    """A track: the number of tokens of each look on each space, and the top token."""

    def __init__(self, container: Track, looks: Looks) -> None:
        super().__init__(container, looks)
        self.index = {cell.name: cell.index for cell in container.cells}
        self.size = len(self.index)

    def read(self, cells: Any, seen: Mapping[str, Any]) -> None:
        self._sizes(cells, seen)
        size = self.size
        tops: dict[int, int] = {}
        for token in seen.get("tokens", ()):  # from the bottom of each place
            index = self.index[token["at"]]
            look = self._look_of(token)
            cells[self.start + look * size + index] += 1.0
            tops[index] = look
        if self.top >= 0:
            for index, look in tops.items():
                cells[self.top + look * size + index] = 1.0


class Plan(Course):
    """A board: a plane of cells for each look."""

    def __init__(self, container: Board, looks: Looks) -> None:
        Holder.__init__(self, container, looks)
        self.index = {cell.name: cell.index for cell in container.cells}
        self.size = len(self.index)

    def look(self, cells: Any, container: Container, viewer: Viewer) -> None:
        # Equal to reading the view, and ten times as fast; most games consist mainly of boards.
        if not isinstance(container, Board) or self.top >= 0 or not (self.open or viewer.sees(container)):
            super().look(cells, container, viewer)
            return
        looks = self.looks
        bare = looks.bare
        start, size = self.start, self.size
        count = downs = 0
        for index, token in enumerate(container._tokens):
            if token is not None:
                count += 1
                face = token._face
                owner = token._owner
                shown = token._shown_to
                if shown is not None and not viewer.turns_up(container):
                    if not sees(shown, viewer.role):
                        face = ""
                    if shown != EVERYONE:
                        downs += 1
                look = bare.get(owner, -1) if owner is not None and not face else -1
                if look < 0:
                    look = looks.number(token.kind.name, owner, face)
                cells[start + look * size + index] = 1.0
        if self.total >= 0:
            cells[self.total] = float(count)
        if self.down >= 0:
            cells[self.down] = float(downs)


def holder_of(container: Container, looks: Looks, layout: Layout, *, veiled: bool) -> Holder:
    """The encoder of a container, with its blocks added; ``veiled`` if tokens may lie face down in the game."""
    name = container.name
    if isinstance(container, Board):
        shape: tuple[int, ...] = (len(container.cells),)
        rows = max([cell.row for cell in container.cells]) + 1
        if len(container.cells) % rows == 0 and container.layout == "grid":
            shape = (rows, len(container.cells) // rows)
        return _places(layout, Plan(container, looks), shape, container.capacity, veiled)
    if isinstance(container, Track):
        return _places(layout, Course(container, looks), (len(container.cells),), container.capacity, veiled)
    holder = Heap(container, looks)
    if isinstance(container, Area):
        layout.left_out.append(f"where the tokens of {name} lie")
    _common(layout, holder, container, veiled)
    holder.count = layout.add(f"{name}.count", (len(looks),), looks.names)
    if isinstance(container, Pile):
        holder.known = layout.add(f"{name}.known", (len(looks),), looks.names)
    elif isinstance(container, Row) and not isinstance(container, Hand):
        holder.first = layout.add(f"{name}.first", (len(looks),), looks.names, 0.0, 1.0)
        holder.last = layout.add(f"{name}.last", (len(looks),), looks.names, 0.0, 1.0)
        layout.left_out.append(f"the order of the tokens in {name} between the first and the last")
    return holder


def _places(layout: Layout, holder: Holder, shape: tuple[int, ...], capacity: int | None, veiled: bool) -> Holder:
    """The blocks of a container with places: a plane for each look."""
    name, looks = holder.name, holder.looks
    one = capacity == 1
    holder.start = layout.add(name, (len(looks), *shape), looks.names, 0.0, 1.0 if one else inf)
    if not one:
        holder.top = layout.add(f"{name}.top", (len(looks), *shape), looks.names, 0.0, 1.0)
    if veiled:
        holder.down = layout.add(f"{name}.down", (1,), ("tokens that lie face down for somebody",))
    if not holder.open:
        holder.total = layout.add(f"{name}.size", (1,), ("tokens",))
    return holder


def _common(layout: Layout, holder: Holder, container: Container, veiled: bool) -> None:
    """The blocks of a container without places: the number of tokens."""
    holder.total = layout.add(f"{container.name}.size", (1,), ("tokens",))
    if veiled and not isinstance(container, Pile):
        holder.down = layout.add(f"{container.name}.down", (1,), ("tokens that lie face down for somebody",))
