"""Encodings: what one role may see, as a list of numbers that is always as long, for programs that learn.

An `Encoding` follows from what a game declares (its roles, states, kinds of token, containers and props) and from nothing
that is played, so it is the same for all games of one class, number of players and options. `Encoding.of_view` makes the
numbers of a view, as it comes over a wire; `Encoding.of_game` makes the same ones of a game without writing a view first,
through the same visibility. Every number is a 32-bit float.

Where the moves of a game are numbered by their place in a list (`rondel.engine.numbering`), what each of them is comes last.

What has no bounds is left out or shortened, and `Encoding.left_out` says so: which token lies where in a row, but for its
ends; where the tokens of an area lie; what tokens have in props of their own; texts, but for what `Texts` tells of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

from rondel.engine.area import Area
from rondel.engine.board import Board
from rondel.engine.container import Container, Hand, Row
from rondel.engine.counter import Counter
from rondel.engine.looks import Looks
from rondel.engine.numbering import Listing, Numbering
from rondel.engine.offer import active as active_of
from rondel.engine.offer import moves
from rondel.engine.pile import Pile
from rondel.engine.prop import Prop
from rondel.engine.sight import Sight, hides
from rondel.engine.track import Track
from rondel.engine.visibility import EVERYONE, NOBODY, sees

if TYPE_CHECKING:
    from rondel.engine.game import Game

BUCKETS: Final = 16
"""Into so many a text is sorted by its checksum, where no list of what it may be is declared; two may share one."""
NUMBERS: Final = 4
"""How many numbers of a list are told."""
_KEPT: Final = 256
"""How many beginnings are kept: of a turn in a state."""
WIDEST: Final = 1e30
"""What is larger is told as this."""


class Feature:
    """A block of an encoding: numbers that belong together, ``shape`` of them from ``start`` on, row by row.

    ``labels`` say what each number along the first axis means; of listed moves, along the last.
    """

    def __init__(
        self, name: str, start: int, shape: tuple[int, ...], labels: tuple[str, ...], low: float = 0.0, high: float = inf
    ) -> None:
        self.name = name
        self.start = start
        self.shape = shape
        self.labels = labels
        self.low = low
        self.high = high

    @property
    def size(self) -> int:
        """How many numbers it has."""
        size = 1
        for each in self.shape:
            size *= each
        return size

    def to_json(self) -> dict[str, Any]:
        """As plain data; bounds that are none are left out."""
        data: dict[str, Any] = {"name": self.name, "start": self.start, "shape": list(self.shape), "labels": list(self.labels)}
        if self.low != -inf:
            data["low"] = self.low
        if self.high != inf:
            data["high"] = self.high
        return data

    def __repr__(self) -> str:
        return f"<Feature {self.name} {self.shape} from {self.start}>"


def number(value: object) -> float:
    """A value as a number: 1 and 0 for yes and no, and 0 for what is none.

    >>> [number(each) for each in (True, 3, -2.5, None, "3")]
    [1.0, 3.0, -2.5, 0.0, 0.0]
    """
    if isinstance(value, bool):
        return 1.0 if value else 0.0
    if isinstance(value, int | float):
        return float(max(-WIDEST, min(WIDEST, value)))
    return 0.0


def bucket(text: str, buckets: int = BUCKETS) -> int:
    """Which bucket a text is sorted into, the same everywhere."""
    return crc32(text.encode()) % buckets


class Encoding:
    """How the views of one game class, for so many players and these options, are told in numbers.

    >>> from rondel.games.tic_tac_toe import TicTacToe
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
        self.features: list[Feature] = []
        """The blocks, in the order of the numbers."""
        self.left_out: list[str] = []
        """What is not told, or not all of it, in words."""
        self.size = 0
        """How many numbers there are."""
        roles = game.roles
        rules = game._machine.rules
        self._seats: dict[str, int] = {role: number for number, role in enumerate(roles)}
        self.looks = Looks(game.kinds, roles, hides=hides(game))
        self._you = self._add("you", (len(roles),), roles, 0.0, 1.0)
        self._active = self._add("active", (len(roles),), roles, 0.0, 1.0)
        self._order = self._add("order", (len(roles),), roles, 0.0, 1.0) if len(roles) > 1 else -1
        public = [node.name for node in rules.nodes if not node.private]
        private = [node.name for node in rules.nodes if node.private]
        self._states = {name: number for number, name in enumerate(public)}
        self._state_of = [self._states.get(node.name, 0) for node in rules.nodes]
        """The same by the number of the state; nobody is in a private one publicly."""
        self._weights = [1.0 / place for place in range(1, len(roles) + 1)]
        self._eyes = {role: Sight(role, game.reveals) for role in roles}
        """What each role sees. What tokens are called is not told, so nobody need keep up with the journal."""
        self._reveals = len(game.reveals) > 0
        self._privates = {name: number for number, name in enumerate(private)}
        self._state = self._add("state", (len(public),), tuple(public), 0.0, 1.0)
        self._private = self._add("private", (len(private),), tuple(private), 0.0, 1.0) if private else -1
        scored = game.score_visible_to != NOBODY
        self._scores = self._add("scores", (len(roles),), roles, -inf, inf) if scored else -1
        self._out = self._add("eliminated", (len(roles),), roles, 0.0, 1.0) if len(roles) > 2 else -1
        veiled = hides(game)
        self._containers: list[tuple[int, Holder]] = []
        for place, container in enumerate(game._containers):
            if container.visible_to != NOBODY or container.backs_visible_to != NOBODY or isinstance(container, Pile):
                self._containers.append((place, self._holder(container, veiled)))
        names = list(dict.fromkeys([cell.name for each in game._containers if isinstance(each, Board) for cell in each.cells]))
        self._props: list[tuple[int, Value]] = []
        for place, prop in enumerate(game._props):
            if prop.visible_to != NOBODY:
                self._props.append((place, self._value(prop, names)))
        self._listing: Listing | None = None
        self._moves = -1
        if numbering is not None and not numbering.fixed:
            self._listing = Listing(game)
            self._moves = self._add("moves", (numbering.count, len(self._listing.labels)), self._listing.labels, -inf, inf)
            self._most = numbering.count
        self._bytes = 4 * self.size
        self._starts: dict[tuple[str, tuple[str, ...], int, bool], Any] = {}
        """What `look` begins with, as it was made for the same turn in the same state."""

    # -- what there is -----------------------------------------------------------------------------------------------------

    def _add(self, name: str, shape: tuple[int, ...], labels: tuple[str, ...], low: float = 0.0, high: float = inf) -> int:
        """Add a block; returns where it begins."""
        feature = Feature(name, self.size, shape, labels, low, high)
        self.features.append(feature)
        self.size += feature.size
        return feature.start

    def _holder(self, container: Container, veiled: bool) -> Holder:
        name, looks = container.name, self.looks
        if isinstance(container, Board):
            shape: tuple[int, ...] = (len(container.cells),)
            rows = max([cell.row for cell in container.cells]) + 1
            if len(container.cells) % rows == 0 and container.layout == "grid":
                shape = (rows, len(container.cells) // rows)
            return self._places(Plan(container, looks), shape, container.capacity, veiled)
        if isinstance(container, Track):
            return self._places(Course(container, looks), (len(container.cells),), container.capacity, veiled)
        holder = Heap(container, looks)
        if isinstance(container, Area):
            self.left_out.append(f"where the tokens of {name} lie")
        self._common(holder, container, veiled)
        holder.count = self._add(f"{name}.count", (len(looks),), looks.names)
        if isinstance(container, Pile):
            holder.known = self._add(f"{name}.known", (len(looks),), looks.names)
        elif isinstance(container, Row) and not isinstance(container, Hand):
            holder.first = self._add(f"{name}.first", (len(looks),), looks.names, 0.0, 1.0)
            holder.last = self._add(f"{name}.last", (len(looks),), looks.names, 0.0, 1.0)
            self.left_out.append(f"the order of the tokens in {name} between the first and the last")
        return holder

    def _places(self, holder: Holder, shape: tuple[int, ...], capacity: int | None, veiled: bool) -> Holder:
        name, looks = holder.name, self.looks
        one = capacity == 1
        holder.start = self._add(name, (len(looks), *shape), looks.names, 0.0, 1.0 if one else inf)
        if not one:
            holder.top = self._add(f"{name}.top", (len(looks), *shape), looks.names, 0.0, 1.0)
        if veiled:
            holder.down = self._add(f"{name}.down", (1,), ("tokens that lie face down for somebody",))
        if not holder.open:
            holder.total = self._add(f"{name}.size", (1,), ("tokens",))
        return holder

    def _common(self, holder: Holder, container: Container, veiled: bool) -> None:
        holder.total = self._add(f"{container.name}.size", (1,), ("tokens",))
        if veiled and not isinstance(container, Pile):
            holder.down = self._add(f"{container.name}.down", (1,), ("tokens that lie face down for somebody",))

    def _value(self, prop: Prop[Any], names: list[str]) -> Value:
        """What is told of a prop, by what it holds at the start."""
        held: object = prop._value
        name = prop.name
        value = Value(name, self._seats)
        if isinstance(prop, Counter):
            low = -inf if prop.least is None else float(prop.least)
            high = inf if prop.most is None else float(prop.most)
            value.number = self._add(name, (1,), ("number",), low, high)
        elif isinstance(held, bool):
            value.number = self._add(name, (1,), ("yes",), 0.0, 1.0)
        elif isinstance(held, int | float):
            value.number = self._add(name, (1,), ("number",), -inf, inf)
        elif isinstance(held, str) and held in self._seats:
            value.role = self._add(name, (len(self.roles),), self.roles, 0.0, 1.0)
        elif isinstance(held, str) and held:
            letters = "".join(dict.fromkeys(held))
            value.letters = {letter: number for number, letter in enumerate(letters)}
            value.letter = self._add(f"{name}.letters", (len(letters),), tuple(letters), 0.0, 1.0)
            self._text(value)
        else:
            value.given = self._add(f"{name}.given", (1,), ("whether it is set",), 0.0, 1.0)
            value.number = self._add(name, (1,), ("number",), -inf, inf)
            value.role = self._add(f"{name}.role", (len(self.roles),), self.roles, 0.0, 1.0)
            value.length = self._add(f"{name}.length", (1,), ("how many it lists",))
            labels = tuple([f"number {place}" for place in range(1, NUMBERS + 1)])
            value.numbers = self._add(f"{name}.numbers", (NUMBERS,), labels, -inf, inf)
            if names:
                value.cells = {cell: number for number, cell in enumerate(names)}
                value.cell = self._add(f"{name}.cell", (len(names),), tuple(names), 0.0, 1.0)
            self._text(value)
            self.left_out.append(f"what {name} lists besides {NUMBERS} numbers and roles")
        return value

    def _text(self, value: Value) -> None:
        labels = tuple([f"bucket {place}" for place in range(BUCKETS)])
        value.bucket = self._add(f"{value.name}.text", (BUCKETS,), labels, 0.0, 1.0)
        self.left_out.append(f"texts of {value.name}, but for their checksums in {BUCKETS} buckets")

    # -- telling -----------------------------------------------------------------------------------------------------------

    def of_game(self, game: Game, role: str) -> bytearray:
        """What a role sees of a game now, as 32-bit floats in the order of the machine."""
        buffer = bytearray(self._bytes)
        self.look(memoryview(buffer).cast("f"), game, role)
        return buffer

    def look(self, cells: Any, game: Game, role: str) -> None:
        """Write what a role sees of a game now into ``cells``, a memory of as many 32-bit floats; what was there is gone."""
        machine = game._machine
        seats = self._seats
        node = machine.node
        over = node.end
        order = machine.order._value
        alone = node.one and machine.frame is None  # as in most games all the time
        key = (role, order, node.number, alone)
        start = self._starts.get(key)
        cells[:] = self._start(role, order, node.number, alone) if start is None else start
        if not alone:
            for each in active_of(machine, game):
                seat = seats.get(each, -1)
                if seat >= 0:  # else it is chance
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
        eye = self._eyes[role]
        eye.revealing = over and self._reveals
        containers = machine.containers
        for number_of, holder in self._containers:
            holder.look(cells, containers[number_of], eye)
        props = machine.props
        for number_of, value in self._props:
            prop = props[number_of]
            if eye.sees(prop):
                value.write(cells, prop._value)
        if self._listing is not None and role in active_of(machine, game):
            listed = moves(machine, game, role)
            self._listing.look(cells, self._moves, listed[: self._most])

    def _start(self, role: str, order: tuple[str, ...], state: int, alone: bool) -> Any:
        """What a role is told of whose turn it is in a state, and 0 for all the rest; ``alone`` if only the first is asked."""
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
        """What a view tells, the same as `of_game` makes of the game."""
        buffer = bytearray(self._bytes)
        self.read(memoryview(buffer).cast("f"), view)
        return buffer

    def read(self, cells: Any, view: Mapping[str, Any]) -> None:
        """Write what a view tells into ``cells``, a memory of 32-bit floats that are all 0."""
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
            self._listing.read(cells, self._moves, view["moves"][: self._most])


# -- containers ------------------------------------------------------------------------------------------------------------


class Holder:
    """How what lies in one container is told."""

    def __init__(self, container: Container, looks: Looks) -> None:
        self.name = container.name
        self.open = container.visible_to == EVERYONE
        self.looks = looks
        # Where each block begins; -1 for none.
        self.start = self.top = self.total = self.down = self.count = self.known = self.first = self.last = -1

    def look(self, cells: Any, container: Container, eye: Sight) -> None:
        """Write what a viewer sees of it."""
        seen = container.view(eye)
        if seen is not None:
            self.read(cells, seen)

    def read(self, cells: Any, seen: Mapping[str, Any]) -> None:
        """Write what a view tells of it."""
        raise NotImplementedError

    def _look_of(self, token: Mapping[str, Any]) -> int:
        return self.looks.number(token["kind"], token.get("owner"), token.get("face", ""))

    def _sizes(self, cells: Any, seen: Mapping[str, Any]) -> None:
        """How many tokens there are, and how many of them lie face down."""
        tokens: list[Any] = seen.get("tokens", [])
        if self.total >= 0:
            cells[self.total] = float(seen["backs"] if "backs" in seen else len(tokens))
        if self.down >= 0:
            cells[self.down] = float(len([token for token in tokens if "down" in token]))


class Heap(Holder):
    """A hand, a row, a pile or an area: how many of each look, and what lies at the ends."""

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
    """A track: how many of each look on each space, and what lies on top."""

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
    """A board: for each look a plane of its cells."""

    def __init__(self, container: Board, looks: Looks) -> None:
        Holder.__init__(self, container, looks)
        self.index = {cell.name: cell.index for cell in container.cells}
        self.size = len(self.index)

    def look(self, cells: Any, container: Container, eye: Sight) -> None:
        # The same as reading the view of it, which takes ten times as long; boards are what most games consist of.
        if not isinstance(container, Board) or self.top >= 0 or not (self.open or eye.sees(container)):
            super().look(cells, container, eye)
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
                if shown is not None and not eye.turns_up(container):
                    if not sees(shown, eye.role):
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


# -- props -----------------------------------------------------------------------------------------------------------------


class Value:
    """How one prop is told."""

    def __init__(self, name: str, seats: Mapping[str, int]) -> None:
        self.name = name
        self.seats = dict(seats)
        self.letters: dict[str, int] = {}
        self.cells: dict[str, int] = {}
        # Where each block begins; -1 for none.
        self.number = self.given = self.role = self.length = self.numbers = self.cell = self.letter = self.bucket = -1

    def write(self, cells: Any, value: object) -> None:
        """Write what it holds."""
        if value is None:
            return
        if self.given >= 0:
            cells[self.given] = 1.0
        if self.number >= 0:
            cells[self.number] = number(value)
        if isinstance(value, str):
            self._write_text(cells, value)
        elif isinstance(value, list | tuple):
            self._write_list(cells, value)

    def _write_text(self, cells: Any, text: str) -> None:
        if self.role >= 0 and text in self.seats:
            cells[self.role + self.seats[text]] = 1.0
        if text in self.cells:
            cells[self.cell + self.cells[text]] = 1.0
        for letter, place in self.letters.items():
            if letter in text:
                cells[self.letter + place] = 1.0
        if self.bucket >= 0:
            cells[self.bucket + bucket(text)] = 1.0

    def _write_list(self, cells: Any, listed: Sequence[object]) -> None:
        if self.length < 0:
            return
        cells[self.length] = float(len(listed))
        place = 0
        for each in listed:
            if isinstance(each, str) and each in self.seats:
                cells[self.role + self.seats[each]] = 1.0
            elif isinstance(each, int | float) and place < NUMBERS:
                cells[self.numbers + place] = number(each)
                place += 1
