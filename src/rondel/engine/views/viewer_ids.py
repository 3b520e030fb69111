"""Viewer ids: the numbers by which each viewer knows tokens. A token gets a new number each time a viewer sees it again.

In views a token has an id, for drawing only. In a game that hides nothing, the id is the token's serial number. In any other
game each viewer numbers the tokens itself, in the order in which it sees them. A token keeps its number while the viewer sees
where it lies, even face down. It loses the number when it goes into a hidden hand, a hidden row or a pile, and gets a new one
when the viewer sees it again. So no token can be followed through a hand or a shuffle, and gaps in the numbers do not show how
often hidden tokens moved.

The numbers follow from the journal alone. They are updated at *stops*, the points at which a viewer can look: at an event
the viewer is told, and at the end of a push. Writes between two stops are not seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from rondel.engine.components.container import Container
from rondel.engine.components.journal import UNTOUCHED, Entry
from rondel.engine.components.pile import Pile
from rondel.engine.components.token import Token
from rondel.engine.components.viewer import Viewer, revealed
from rondel.engine.play.in_progress import hides
from rondel.engine.play.log import Told
from rondel.engine.visibility import CHANCE, OBSERVER, sees
from rondel.errors import BadRecord

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.machine import Machine

_FAR: Final = 32
"""The number of writes after which a stop is kept for going back, although no number has changed."""


class ViewerIds:
    """The numbers of one viewer, for a copy of the game: the numbers by serial number, and the next free number.

    A game may be copied between two stops, in the middle of a push. Then ``lying`` holds the tokens in the slots that were
    written since the last stop, by the place of the container and the key of the write, and ``gone`` the tokens that were taken
    out of a slot.
    """

    def __init__(
        self, numbers: dict[int, int], following: int, lying: dict[tuple[int, int], list[int]], gone: set[int]
    ) -> None:
        self.numbers = numbers
        self.following = following
        self.lying = lying
        self.gone = gone

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        data: dict[str, Any] = {"next": self.following, "ids": sorted([list(each) for each in self.numbers.items()])}
        if self.lying or self.gone:
            data["lying"] = [[place, key, there] for (place, key), there in sorted(self.lying.items())]
            data["gone"] = sorted(self.gone)
        return data


IdsByViewer: TypeAlias = Mapping[str, ViewerIds]


class TrackingViewer(Viewer):
    """A viewer of a game that hides something. It numbers tokens as it reads the journal."""

    def __init__(self, game: Playable, role: str) -> None:
        super().__init__(role, game.reveals)
        self.partial = True
        self._followed: dict[int, int] = {}
        """The containers in which the viewer sees tokens: their places in the order of the game, by identity."""
        for number, container in enumerate(game._containers):
            if sees(container.visible_to, role) and not isinstance(container, Pile):
                self._followed[id(container)] = number
        self._held: dict[int, int] = {}
        self.numbers = self._held
        self._shared = False
        """Whether another game reads the same dict, so that it must be copied before it is changed."""
        self._first = 1
        """The next free number at the beginning of the journal."""
        self._next = 1
        self._origin = 0
        """Where reading begins; -1 if the copied game had writes after its last stop."""
        self._mark = 0
        """The length of the journal that has been read."""
        self._settled = 0
        """The last stop up to ``_mark``. The writes after it are read again when the journal has grown."""
        self._changes: list[tuple[int, int]] = []
        """The changes, oldest first: the serial number of a token, and its number before; 0 for none."""
        self._stops: list[tuple[int, int, int]] = []
        """Stops to go back to: the journal's length, the number of changes, and the next number there."""
        self._began_with: dict[tuple[int, int], list[int]] = {}
        self._began_without: set[int] = set()
        """The writes after the last stop of the copied game: see `ViewerIds`."""

    # -- where it begins ---------------------------------------------------------------------------------------------------

    def begin(self, game: Playable) -> None:
        """Number the tokens that are seen at the beginning of the journal, container by container."""
        for container in game._containers:
            if id(container) in self._followed:
                for token in container._all():
                    self._give(token.serial)
        self._changes.clear()
        self._first = self._next

    def resume(self, game: Playable, ids: ViewerIds) -> None:
        """Begin with the numbers of the game that this game copies. Raises `BadRecord` if they do not fit the position."""
        self._held = ids.numbers
        self.numbers = ids.numbers
        self._shared = True
        self._first = self._next = ids.following
        self._began_with = ids.lying
        self._began_without = ids.gone
        if ids.lying or ids.gone:
            self._origin = self._mark = self._settled = -1
        seen = {token.serial for container in game._containers if id(container) in self._followed for token in container._all()}
        if seen.difference(ids.numbers) != set(serials_of(ids.lying)).difference(ids.numbers):
            raise BadRecord(f"what the snapshot says {self.role} has in sight does not fit its position")

    def ids(self, game: Playable) -> ViewerIds:
        """The numbers now, for `resume`."""
        self.read(game)
        now = self._mark
        at_rest = game._machine.suspended is None  # where everybody may look
        if at_rest or (now == 0 and self._origin == 0) or now in self._ahead(game, now):
            self._shared = True
            return ViewerIds(self._held, self._next, {}, set())
        self.rewind(now - 1)  # also past a former stop whose push has been undone
        lying, gone = self._scan(game._journal.entries, now)
        ids = ViewerIds(dict(self._held), self._next, lying, gone)
        self.rewind(now - 1)
        return ids

    # -- keeping up --------------------------------------------------------------------------------------------------------

    def rewind(self, low: int) -> None:
        """Go back to the last stop at which the journal was at most ``low`` long."""
        if self._mark <= low:
            return
        stops = self._stops
        while stops and stops[-1][0] > low:
            stops.pop()
        mark, changes, following = stops[-1] if stops else (self._origin, 0, self._first)
        self._mark = self._settled = mark
        self._next = following
        while len(self._changes) > changes:
            serial, number = self._changes.pop()
            if number:
                self._own()[serial] = number
            else:
                self._own().pop(serial, None)

    def read(self, game: Playable) -> None:
        """Read the journal to its end."""
        entries = game._journal.entries
        now = len(entries)
        if self._mark == now:
            return
        stops = self._ahead(game, now)
        if self._mark != self._settled:
            if stops and stops[0] == self._mark:
                self._settle()
            else:
                self.rewind(self._settled)
                stops = self._ahead(game, now)
        for stop in stops:
            if stop > self._mark:
                self._number(*self._scan(entries, stop))
                self._settle()
        if self._mark < now:
            self._number(*self._scan(entries, now))

    def _ahead(self, game: Playable, now: int) -> list[int]:
        """The stops from ``_mark`` to ``now``, in order."""
        machine = game._machine
        found = set(_pushed(machine, self._mark))
        for mark, _move, told in reversed(machine.log.entries):
            if mark < self._mark:
                break
            if not isinstance(told, Told) or sees(told.visible_to, self.role):
                found.add(mark)
        found.update(machine.restored_stops)
        return sorted([stop for stop in found if self._mark <= stop <= now])

    def _settle(self) -> None:
        """Make the end of what was read a stop to go back to."""
        self._settled = self._mark
        last = self._stops[-1] if self._stops else (self._origin, 0, self._first)
        if len(self._changes) != last[1] or self._mark - last[0] > _FAR:
            self._stops.append((self._mark, len(self._changes), self._next))

    def _scan(self, entries: list[Entry], stop: int) -> tuple[dict[tuple[int, int], list[int]], set[int]]:
        """Read to a stop. Tokens that went into a hidden container lose their numbers. Returns the seen tokens in the slots
        that were written, and the tokens that were taken out of a slot."""
        lying: dict[tuple[int, int], list[int]] = {}
        gone: set[int] = set()
        if self._mark < 0:
            lying.update(self._began_with)
            gone.update(self._began_without)
        for number in range(max(self._mark, 0), stop):
            target, key, old, new = entries[number]
            if not isinstance(target, Container):
                continue
            place = self._followed.get(id(target), -1)
            if place >= 0:
                lying[(place, key)] = serials(new)
                gone.update(serials(old))
            else:
                for token in arrived(old, new):
                    self._drop(token.serial)
        self._mark = stop
        return lying, gone

    def _number(self, lying: dict[tuple[int, int], list[int]], gone: set[int]) -> None:
        """Update the numbers at a stop: tokens that left the table lose theirs, and tokens that are newly seen get one."""
        present = [serial for where in sorted(lying) for serial in lying[where]]
        gone.difference_update(present)
        for serial in gone:
            self._drop(serial)
        for serial in present:
            if serial not in self._held:
                self._give(serial)

    def _own(self) -> dict[int, int]:
        """The numbers, copied first if another game shares them."""
        if self._shared:
            self._held = dict(self._held)
            self.numbers = self._held
            self._shared = False
        return self._held

    def _give(self, serial: int) -> None:
        self._changes.append((serial, 0))
        self._own()[serial] = self._next
        self._next += 1

    def _drop(self, serial: int) -> None:
        number = self._held.get(serial, 0)
        if number:
            self._changes.append((serial, number))
            del self._own()[serial]

    # -- the end -----------------------------------------------------------------------------------------------------------

    def reveal(self, game: Playable) -> None:
        """Number the tokens that are seen because the game is over."""
        self.late = {}
        for container in game._containers:
            if revealed(container.name, self.reveals) and not isinstance(container, Pile):
                for token in container._all():
                    if token.serial not in self._held:
                        self.late[token.serial] = self._next + len(self.late)


class TrackingViewers:
    """The viewers of a game that hides something."""

    def __init__(self, game: Playable, ids: IdsByViewer | None) -> None:
        self._viewers = {role: TrackingViewer(game, role) for role in (*game.roles, OBSERVER)}
        journal = game._journal
        if ids is None:
            tail = journal.rewind(0)
            for viewer in self._viewers.values():
                viewer.begin(game)
            journal.forward(tail)
        else:
            for role, viewer in self._viewers.items():
                viewer.resume(game, ids[role])
        journal.low = UNTOUCHED

    def viewer(self, game: Playable, role: str) -> TrackingViewer:
        """A viewer, up to date."""
        self._rewind(game)
        viewer = self._viewers[role]
        viewer.read(game)
        return viewer

    def ids(self, game: Playable) -> IdsByViewer:
        """The numbers of every viewer, for a copy of the game."""
        self._rewind(game)
        return {role: viewer.ids(game) for role, viewer in self._viewers.items()}

    def _rewind(self, game: Playable) -> None:
        low = game._journal.low
        if low != UNTOUCHED:
            for viewer in self._viewers.values():
                viewer.rewind(low)
            game._journal.low = UNTOUCHED


def viewer_of(game: Playable, role: str, *, past: bool = False) -> Viewer:
    """A role, or the observer, as a viewer of the position now. With ``past`` the journal is rewound, and nothing is revealed
    yet."""
    machine = game._machine
    over = machine.node.end and not past
    tracking = _tracking(game)
    if tracking is None:
        plain = Viewer(role, game.reveals)
        plain.revealing = over
        return plain
    viewer = tracking.viewer(game, role)
    viewer.revealing = over and bool(viewer.reveals)
    if viewer.revealing:
        viewer.reveal(game)
    return viewer


def _tracking(game: Playable) -> TrackingViewers | None:
    """The viewers of a game; None in a game that hides nothing."""
    machine = game._machine
    if machine.tracking_viewers is None and hides(game):
        machine.tracking_viewers = TrackingViewers(game, None)
    tracking: TrackingViewers | None = machine.tracking_viewers
    return tracking


def ids_of(game: Playable) -> IdsByViewer | None:
    """The numbers of all viewers, for a copy of the game; None in a game that hides nothing."""
    tracking = _tracking(game)
    return None if tracking is None else tracking.ids(game)


def resume(game: Playable, ids: IdsByViewer | None) -> None:
    """Let the viewers of a copy begin with these numbers. Raises `BadRecord` if they do not fit the position."""
    if ids is not None:
        game._machine.tracking_viewers = TrackingViewers(game, ids)


def _pushed(machine: Machine, since: int) -> list[int]:
    """The lengths of the journal before the last answers of players, back to ``since``, the last one first."""
    answers, befores = machine.answers, machine.befores
    found: list[int] = []
    for number in range(len(befores) - 1, -1, -1):
        # Not `Machine.before`: every view reads this, and the named tuple took most of the time.
        mark, _made, _node, _actor, _suspended, _held, answered, _draws, _logged, _progress = befores[number]
        if mark < since:
            break
        if answered >= len(answers) or answers[answered][0] != CHANCE:  # nobody can look before an answer of chance
            found.append(mark)
    return found


def stops(game: Playable) -> list[int]:
    """The numbers of the answers of the suspended rule after which the viewers could look; for `catch_up`.

    These need not be all: an undo that brings a rule back gives its answers again in one step.
    """
    machine = game._machine
    rule = machine.suspended
    if rule is None or machine.tracking_viewers is None:
        return []
    marks = {*_pushed(machine, rule.mark), *machine.restored_stops}
    return [number for number, (who, _text) in enumerate(rule.answers) if who != CHANCE and rule.marks[number] in marks]


def catch_up(game: Playable, numbers: Any) -> None:
    """Note the answers of the suspended rule of a copy after which the viewers could look. Raises `BadRecord` for anything else
    than numbers of its answers."""
    machine = game._machine
    rule = machine.suspended
    if machine.tracking_viewers is not None and rule is not None:
        if not isinstance(numbers, list) or any(_whole(number) >= len(rule.answers) for number in numbers):
            raise BadRecord(f"the stops of the snapshot are {numbers!r}; they are numbers of the suspended rule's answers")
        machine.restored_stops = tuple([rule.marks[number] for number in numbers])


def to_json(ids: IdsByViewer | None) -> dict[str, Any] | None:
    """The numbers of all viewers, for a snapshot."""
    return None if ids is None else {role: each.to_json() for role, each in ids.items()}


def from_json(data: Any, roles: tuple[str, ...]) -> IdsByViewer | None:
    """The numbers of all viewers in a snapshot. Raises `BadRecord` for invalid data."""
    if data is None:
        return None
    viewers = (*roles, OBSERVER)
    if not isinstance(data, Mapping) or set(data) != set(viewers):
        raise BadRecord(f"the viewer ids of the snapshot are {data!r}; they hold the numbers of each of {', '.join(viewers)}")
    found: dict[str, ViewerIds] = {}
    for role in viewers:
        kept = data[role]
        following = kept["next"]
        numbers = {_whole(serial): _whole(number) for serial, number in kept["ids"]}
        if any(not 0 < number < _whole(following) for number in numbers.values()):
            raise BadRecord(f"the numbers of {role} in the snapshot, {numbers!r}, are not from 1 to below {following!r}")
        lying = {(_whole(place), _whole(key)): [_whole(each) for each in there] for place, key, there in kept.get("lying", ())}
        found[role] = ViewerIds(numbers, following, lying, {_whole(each) for each in kept.get("gone", ())})
    return found


def _whole(number: object) -> int:
    if type(number) is not int:
        raise BadRecord(f"the viewer ids of the snapshot hold {number!r}, where a whole number belongs")
    return number


def serials_of(lying: Mapping[tuple[int, int], list[int]]) -> list[int]:
    """The serial numbers of all tokens in these slots."""
    return [serial for there in lying.values() for serial in there]


def arrived(old: object, new: object) -> Sequence[Token]:
    """The tokens of a container's new value that its old value did not hold.

    Only these may have had a number: the others lay in the hidden container before. A hand or a pile writes its whole contents
    at every draw, so the tokens that stay are skipped at once.
    """
    if isinstance(new, Token):
        return [new]
    if not isinstance(new, tuple) or not isinstance(old, tuple) or not new or not isinstance(new[0], Token):
        return []
    tokens = cast("tuple[Token, ...]", new)
    size = len(old)
    if len(tokens) > size and tokens[:size] == old:
        return tokens[size:]
    came = set(tokens).difference(old)
    return [token for token in tokens if token in came] if came else []


def serials(value: object) -> list[int]:
    """The serial numbers of the tokens in a container's value."""
    if isinstance(value, Token):
        return [value.serial]
    if isinstance(value, tuple):
        found: list[int] = []
        for each in cast("tuple[object, ...]", value):
            if isinstance(each, Token):
                found.append(each.serial)
            elif isinstance(each, tuple):
                found.extend(serials(each))
        return found
    return []
