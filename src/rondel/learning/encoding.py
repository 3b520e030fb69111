"""Encodings: a role's view as a fixed-length list of numbers, for learning programs.

An `Encoding` follows from a game's declarations (roles, states, kinds of token, containers and props), so it is the same for
all games of one class, number of players and options. `Encoding.of_view` encodes a view in JSON; `Encoding.of_game` gives the
same numbers from a game without making a view, through the same visibility. Every number is a 32-bit float.

With a numbering of moves by list (`rondel.learning.action_space`), the features of the listed moves come last.

Parts without bounds are left out or shortened, and `Encoding.left_out` lists them: the order of tokens in a row, except its
ends; the places of tokens in an area; tokens' own props; texts, except for their checksums.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.components.boards.board import Board
from rondel.engine.components.move import one_by_one
from rondel.engine.components.pile import Pile
from rondel.engine.components.viewer import Viewer
from rondel.engine.play.in_progress import hides
from rondel.engine.play.legal_moves import active as active_of
from rondel.engine.play.legal_moves import moves
from rondel.engine.visibility import NOBODY, sees
from rondel.learning.action_space import Listing, Numbering
from rondel.learning.container_encoding import Holder, holder_of
from rondel.learning.features import Layout
from rondel.learning.looks import Looks
from rondel.learning.prop_encoding import Value, number, value_of

if TYPE_CHECKING:
    from rondel.engine.game import Game

_KEPT: Final = 256
"""Maximum number of cached beginnings, one a turn and state."""


class Encoding:
    """The encoding of the views of one game class, number of players and options.

    >>> from rondel.shelf.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> encoding = Encoding(game)
    >>> [(each.name, each.shape) for each in encoding.features]
    [('you', (2,)), ('active', (2,)), ('order', (2,)), ('state', (2,)), ('board', (2, 3, 3))]
    >>> game.push("mark(b1)")
    >>> numbers = memoryview(encoding.of_game(game, "o")).cast("f").tolist()
    >>> numbers[:8], numbers[8:17]
    ([0.0, 1.0, 0.0, 1.0, 0.5, 1.0, 1.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    >>> encoding.of_view(game.view("o")) == encoding.of_game(game, "o")
    True
    """

    def __init__(self, game: Game, numbering: Numbering | None = None) -> None:
        self.game = game.name
        self.roles = game.roles
        layout = Layout()
        roles = game.roles
        rules = game._machine.rules
        self._seats: dict[str, int] = {role: number for number, role in enumerate(roles)}
        self.looks = Looks(game.kinds, roles, hides=hides(game))
        self._you = layout.add("you", (len(roles),), roles, 0.0, 1.0)
        self._active = layout.add("active", (len(roles),), roles, 0.0, 1.0)
        self._order = layout.add("order", (len(roles),), roles, 0.0, 1.0) if len(roles) > 1 else -1
        public = [node.name for node in rules.nodes if not node.private]
        private = [node.name for node in rules.nodes if node.private]
        self._states = {name: number for number, name in enumerate(public)}
        self._state_of = [self._states.get(node.name, 0) for node in rules.nodes]
        """The same by the number of the state; a private state is not public."""
        self._weights = [1.0 / place for place in range(1, len(roles) + 1)]
        self._viewers = {role: Viewer(role, game.reveals) for role in roles}
        """The visibility of each role. Token names are not encoded, so it need not follow the journal."""
        self._reveals = len(game.reveals) > 0
        self._privates = {name: number for number, name in enumerate(private)}
        self._state = layout.add("state", (len(public),), tuple(public), 0.0, 1.0)
        self._private = layout.add("private", (len(private),), tuple(private), 0.0, 1.0) if private else -1
        scored = game.score_visible_to != NOBODY
        self._scores = layout.add("scores", (len(roles),), roles, -inf, inf) if scored else -1
        self._out = layout.add("eliminated", (len(roles),), roles, 0.0, 1.0) if len(roles) > 2 else -1
        veiled = hides(game)
        self._containers: list[tuple[int, Holder]] = []
        for place, container in enumerate(game._containers):
            if container.visible_to != NOBODY or container.backs_visible_to != NOBODY or isinstance(container, Pile):
                self._containers.append((place, holder_of(container, self.looks, layout, veiled=veiled)))
        names = list(dict.fromkeys([cell.name for each in game._containers if isinstance(each, Board) for cell in each.cells]))
        self._props: list[tuple[int, Value]] = []
        for place, prop in enumerate(game._props):
            if prop.visible_to != NOBODY:
                self._props.append((place, value_of(prop, roles, names, layout)))
        self._listing: Listing | None = None
        self._moves = -1
        if numbering is not None and not numbering.fixed:
            self._listing = Listing(game)
            self._moves = layout.add("moves", (numbering.count, len(self._listing.labels)), self._listing.labels, -inf, inf)
            self._most = numbering.count
        self.features = layout.features
        """The blocks, in the order of the numbers."""
        self.left_out = layout.left_out
        """The parts that are not encoded, or not completely, in words."""
        self.size = layout.size
        """Number of numbers."""
        self._bytes = 4 * self.size
        self._starts: dict[tuple[str, tuple[str, ...], int, bool], Any] = {}
        """The cached beginnings of `look`, by turn and state."""

    # -- telling -----------------------------------------------------------------------------------------------------------

    def of_game(self, game: Game, role: str) -> bytearray:
        """A role's view of a game, as 32-bit floats in native byte order."""
        buffer = bytearray(self._bytes)
        self.look(memoryview(buffer).cast("f"), game, role)
        return buffer

    def look(self, cells: Any, game: Game, role: str) -> None:
        """Writes a role's view of a game into ``cells``, a buffer of ``size`` 32-bit floats, which is overwritten."""
        machine = game._machine
        seats = self._seats
        node = machine.node
        over = node.end
        order = machine.order._value
        alone = node.one and machine.suspended is None  # the usual case
        key = (role, order, node.number, alone)
        start = self._starts.get(key)
        cells[:] = self._start(role, order, node.number, alone) if start is None else start
        if not alone:
            for each in active_of(machine, game):
                seat = seats.get(each, -1)
                if seat >= 0:  # chance has no seat
                    cells[self._active + seat] = 1.0
        if self._private >= 0 and node.master:
            private = machine.private._value[seats[role]]
            if private:
                cells[self._private + self._privates[private]] = 1.0
        if self._scores >= 0 and (over or sees(game.score_visible_to, role)):
            for each, score in game.scores.items():
                cells[self._scores + seats[each]] = number(score)
        if self._out >= 0:
            for each in game.eliminated:
                cells[self._out + seats[each]] = 1.0
        viewer = self._viewers[role]
        viewer.revealing = over and self._reveals
        containers = machine.containers
        for number_of, holder in self._containers:
            holder.look(cells, containers[number_of], viewer)
        props = machine.props
        for number_of, value in self._props:
            prop = props[number_of]
            if viewer.sees(prop):
                value.write(cells, prop._value)
        if self._listing is not None and role in active_of(machine, game):
            listed = moves(machine, game, role)
            self._listing.look(cells, self._moves, listed[: self._most])

    def _start(self, role: str, order: tuple[str, ...], state: int, alone: bool) -> Any:
        """The turn and the state in a buffer that is 0 in all other places; ``alone`` if only the first role is active."""
        cells: Any = memoryview(bytearray(self._bytes)).cast("f")
        seats = self._seats
        cells[self._you + seats[role]] = 1.0
        if alone:
            cells[self._active + seats[order[0]]] = 1.0
        if self._order >= 0:
            for place, each in enumerate(order):
                cells[self._order + seats[each]] = self._weights[place]
        cells[self._state + self._state_of[state]] = 1.0
        if len(self._starts) == _KEPT:
            self._starts.clear()
        self._starts[(role, order, state, alone)] = cells
        return cells

    def of_view(self, view: Mapping[str, Any]) -> bytearray:
        """The numbers of a view, equal to those of `of_game`."""
        buffer = bytearray(self._bytes)
        self.read(memoryview(buffer).cast("f"), view)
        return buffer

    def read(self, cells: Any, view: Mapping[str, Any]) -> None:
        """Writes a view into ``cells``, a buffer of 32-bit floats that are all 0."""
        seats = self._seats
        cells[self._you + seats[view["role"]]] = 1.0
        for each in view["active"]:
            if each in seats:
                cells[self._active + seats[each]] = 1.0
        if self._order >= 0:
            for place, each in enumerate(view["play_order"], 1):
                cells[self._order + seats[each]] = 1.0 / place
        cells[self._state + self._states[view["state"]]] = 1.0
        if self._private >= 0 and view["private"]:
            cells[self._private + self._privates[view["private"]]] = 1.0
        if self._scores >= 0 and view["scores"] is not None:
            for each, score in view["scores"].items():
                cells[self._scores + seats[each]] = number(score)
        if self._out >= 0:
            for each in view["eliminated"]:
                cells[self._out + seats[each]] = 1.0
        for _place, holder in self._containers:
            seen = view["containers"].get(holder.name)
            if seen is not None:
                holder.read(cells, seen)
        for _place, value in self._props:
            if value.name in view["props"]:
                value.write(cells, view["props"][value.name])
        if self._listing is not None and view["role"] in view["active"]:
            self._listing.read(cells, self._moves, one_by_one(view["moves"])[: self._most])
