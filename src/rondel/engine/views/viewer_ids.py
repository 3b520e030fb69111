"""Viewer ids: the numbers by which each viewer knows tokens, renewed when a token leaves its sight.

On the wire a token has an id, for drawing only. In a game that hides nothing it is the token's serial number. In any other
each viewer has numbers of his own, given in the order in which he sees the tokens: a number stays with a token as long
as he sees where it lies (its face may be down), and is gone when it goes out of his sight, into a hand, a hidden row or a
pile; when he sees it again it has a new one. So no card can be followed through a hand or a shuffle, and no gap in the
numbers tells how often hidden things moved.

The numbers follow from the journal alone. It is read from one *stop* to the next, a stop being where somebody could
look: where something was told to this viewer, and at the end of a push. What a rule does between two stops nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from rondel.engine.components.container import Container
from rondel.engine.components.journal import UNTOUCHED, Entry
from rondel.engine.components.pile import Pile
from rondel.engine.components.token import Token
from rondel.engine.components.viewer import Sight, revealed
from rondel.engine.play.in_progress import hides
from rondel.engine.play.log import Told
from rondel.engine.visibility import CHANCE, OBSERVER, sees
from rondel.errors import BadRecord

if TYPE_CHECKING:
    from rondel.engine.play.playable import Playable
    from rondel.engine.play.running.machine import Machine

_FAR: Final = 32
"""How many writes without a change in sight may lie between two stops that are kept to go back to."""


class Memory:
    """What a viewer remembers, to go on in a copy of the game: his numbers, by serial number, and the next one.

    A game may be copied where nobody can look, in the middle of a push: then there is also what was written since the last
    stop, by the place of the container and the key of the write, and what was taken from somewhere.
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


Memories: TypeAlias = Mapping[str, Memory]


class Eye(Sight):
    """A sight that keeps up with the journal of a game that hides something."""

    def __init__(self, game: Playable, role: str) -> None:
        super().__init__(role, game.reveals)
        self.partial = True
        self._followed: dict[int, int] = {}
        """Where tokens can be followed: the place of the container in the order of the game, by its identity."""
        for number, container in enumerate(game._containers):
            if sees(container.visible_to, role) and not isinstance(container, Pile):
                self._followed[id(container)] = number
        self._held: dict[int, int] = {}
        self.numbers = self._held
        self._shared = False
        """Whether another game reads the same dict, so that it is copied before it is changed."""
        self._first = 1
        """The next number where the journal begins."""
        self._next = 1
        self._origin = 0
        """Where reading begins; -1 where there is something to be made up for before the journal begins."""
        self._mark = 0
        """How far the journal has been read."""
        self._settled = 0
        """The last stop up to there; what was read after it is read again when more has come."""
        self._changes: list[tuple[int, int]] = []
        """For each change, a token's serial number and its number before; 0 for none."""
        self._stops: list[tuple[int, int, int]] = []
        """Stops to go back to: the journal's length, the number of changes, and the next number there."""
        self._began_with: dict[tuple[int, int], list[int]] = {}
        self._began_without: set[int] = set()
        """What had been written since the last stop where the journal begins: see `Memory`."""

    # -- where it begins ---------------------------------------------------------------------------------------------------

    def begin(self, game: Playable) -> None:
        """Number what is seen where the journal begins, container by container."""
        for container in game._containers:
            if id(container) in self._followed:
                for token in container._all():
                    self._give(token.serial)
        self._changes.clear()
        self._first = self._next

    def resume(self, game: Playable, memory: Memory) -> None:
        """Begin with what another game's viewer remembers, of which this game is a copy. Raises `BadRecord` if that does not
        fit what lies in sight."""
        self._held = memory.numbers
        self.numbers = memory.numbers
        self._shared = True
        self._first = self._next = memory.following
        self._began_with = memory.lying
        self._began_without = memory.gone
        if memory.lying or memory.gone:
            self._origin = self._mark = self._settled = -1
        seen = {token.serial for container in game._containers if id(container) in self._followed for token in container._all()}
        if seen.difference(memory.numbers) != set(serials_of(memory.lying)).difference(memory.numbers):
            raise BadRecord(f"what the snapshot says {self.role} has in sight does not fit its position")

    def memory(self, game: Playable) -> Memory:
        """What the viewer remembers now, for `resume`."""
        self.read(game)
        now = self._mark
        at_rest = game._machine.frame is None  # where everybody may look
        if at_rest or (now == 0 and self._origin == 0) or now in self._ahead(game, now):
            self._shared = True
            return Memory(self._held, self._next, {}, set())
        self.rewind(now - 1)  # also where a stop was, and the push that made it one has been taken back
        lying, gone = self._scan(game._journal.entries, now)
        memory = Memory(dict(self._held), self._next, lying, gone)
        self.rewind(now - 1)
        return memory

    # -- keeping up --------------------------------------------------------------------------------------------------------

    def rewind(self, low: int) -> None:
        """Go back to the last stop where the journal was no longer than ``low``."""
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
        """Read the journal up to where it ends now."""
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
        """The stops from where it has read up to now, in order."""
        machine = game._machine
        found = set(_pushed(machine, self._mark))
        for mark, _move, told in reversed(machine.log.entries):
            if mark < self._mark:
                break
            if not isinstance(told, Told) or sees(told.visible_to, self.role):
                found.add(mark)
        found.update(machine.sights_early)
        return sorted([stop for stop in found if self._mark <= stop <= now])

    def _settle(self) -> None:
        """What has been read up to here stays as it is."""
        self._settled = self._mark
        last = self._stops[-1] if self._stops else (self._origin, 0, self._first)
        if len(self._changes) != last[1] or self._mark - last[0] > _FAR:
            self._stops.append((self._mark, len(self._changes), self._next))

    def _scan(self, entries: list[Entry], stop: int) -> tuple[dict[tuple[int, int], list[int]], set[int]]:
        """Read on to a stop. What went where it cannot be followed loses its number. Returns what lies in sight in the places
        that were written, and what was taken from a place."""
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
        """At a stop: what lies nowhere any more loses its number, and what is new in sight gets one."""
        present = [serial for where in sorted(lying) for serial in lying[where]]
        gone.difference_update(present)
        for serial in gone:
            self._drop(serial)
        for serial in present:
            if serial not in self._held:
                self._give(serial)

    def _own(self) -> dict[int, int]:
        """The numbers, to be changed."""
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
        """Number what is seen because the game is over."""
        self.late = {}
        for container in game._containers:
            if revealed(container.name, self.reveals) and not isinstance(container, Pile):
                for token in container._all():
                    if token.serial not in self._held:
                        self.late[token.serial] = self._next + len(self.late)


class Sights:
    """What each viewer of one game that hides something has in sight."""

    def __init__(self, game: Playable, memories: Memories | None) -> None:
        self._eyes = {role: Eye(game, role) for role in (*game.roles, OBSERVER)}
        journal = game._journal
        if memories is None:
            tail = journal.rewind(0)
            for eye in self._eyes.values():
                eye.begin(game)
            journal.forward(tail)
        else:
            for role, eye in self._eyes.items():
                eye.resume(game, memories[role])
        journal.low = UNTOUCHED

    def eye(self, game: Playable, role: str) -> Eye:
        """A viewer's sight, up to date."""
        self._rewind(game)
        eye = self._eyes[role]
        eye.read(game)
        return eye

    def memories(self, game: Playable) -> Memories:
        """What every viewer remembers, for a copy of the game."""
        self._rewind(game)
        return {role: eye.memory(game) for role, eye in self._eyes.items()}

    def _rewind(self, game: Playable) -> None:
        low = game._journal.low
        if low != UNTOUCHED:
            for eye in self._eyes.values():
                eye.rewind(low)
            game._journal.low = UNTOUCHED


def sight(game: Playable, role: str, *, past: bool = False) -> Sight:
    """What a role, or the observer, has in sight now. ``past`` while the journal is rewound: then nothing is revealed yet."""
    machine = game._machine
    over = machine.node.end and not past
    sights = _sights(game)
    if sights is None:
        plain = Sight(role, game.reveals)
        plain.revealing = over
        return plain
    eye = sights.eye(game, role)
    eye.revealing = over and bool(eye.reveals)
    if eye.revealing:
        eye.reveal(game)
    return eye


def _sights(game: Playable) -> Sights | None:
    machine = game._machine
    if machine.sights is None and hides(game):
        machine.sights = Sights(game, None)
    sights: Sights | None = machine.sights
    return sights


def memories(game: Playable) -> Memories | None:
    """What the viewers remember, for a copy of the game; None in a game that hides nothing."""
    sights = _sights(game)
    return None if sights is None else sights.memories(game)


def resume(game: Playable, remembered: Memories | None) -> None:
    """Let the viewers of a copy go on with what they remember of where its journal begins. Raises `BadRecord` if it does not
    fit."""
    if remembered is not None:
        game._machine.sights = Sights(game, remembered)


def _pushed(machine: Machine, since: int) -> Iterator[int]:
    """How long the journal was when players gave the last answers, back to ``since``."""
    answers = machine.answers
    for before in reversed(machine.befores):
        if before[0] < since:
            break
        if before[6] >= len(answers) or answers[before[6]][0] != CHANCE:  # where chance must answer nobody looks on
            yield before[0]


def stops(game: Playable) -> list[int]:
    """After which answers of the suspended rule the viewers could look, by number; for `catch_up`.

    Not after all of them: where an undo has brought the rule back, its answers were given again at one go.
    """
    machine = game._machine
    frame = machine.frame
    if frame is None or machine.sights is None:
        return []
    marks = {*_pushed(machine, frame.mark), *machine.sights_early}
    return [number for number, given in enumerate(frame.given) if given.role != CHANCE and given.writes in marks]


def catch_up(game: Playable, numbers: Any) -> None:
    """Note where the viewers of a copy could have looked while the rule that is suspended in it ran. Raises `BadRecord` for
    what are no numbers of its answers."""
    machine = game._machine
    frame = machine.frame
    if machine.sights is not None and frame is not None:
        if not isinstance(numbers, list) or any(_whole(number) >= len(frame.given) for number in numbers):
            raise BadRecord(f"the stops of the snapshot are {numbers!r}; they are numbers of the suspended rule's answers")
        machine.sights_early = tuple([frame.given[number].writes for number in numbers])


def to_json(remembered: Memories | None) -> dict[str, Any] | None:
    """What the viewers remember, for a snapshot."""
    return None if remembered is None else {role: memory.to_json() for role, memory in remembered.items()}


def from_json(data: Any, roles: tuple[str, ...]) -> Memories | None:
    """What the viewers remember, out of a snapshot. Raises `BadRecord` for what makes no sense."""
    if data is None:
        return None
    viewers = (*roles, OBSERVER)
    if not isinstance(data, Mapping) or set(data) != set(viewers):
        raise BadRecord(f"the sights of the snapshot are {data!r}; they hold the numbers of each of {', '.join(viewers)}")
    found: dict[str, Memory] = {}
    for role in viewers:
        kept = data[role]
        following = kept["next"]
        numbers = {_whole(serial): _whole(number) for serial, number in kept["ids"]}
        if any(not 0 < number < _whole(following) for number in numbers.values()):
            raise BadRecord(f"the numbers of {role} in the snapshot, {numbers!r}, are not from 1 to below {following!r}")
        lying = {(_whole(place), _whole(key)): [_whole(each) for each in there] for place, key, there in kept.get("lying", ())}
        found[role] = Memory(numbers, following, lying, {_whole(each) for each in kept.get("gone", ())})
    return found


def _whole(number: object) -> int:
    if type(number) is not int:
        raise BadRecord(f"the sights of the snapshot hold {number!r}, where a whole number belongs")
    return number


def serials_of(lying: Mapping[tuple[int, int], list[int]]) -> list[int]:
    """All serial numbers that lie anywhere."""
    return [serial for there in lying.values() for serial in there]


def arrived(old: object, new: object) -> Sequence[Token]:
    """The tokens that were not in what a container has written over, and are in what it has written.

    Only these can be in sight: what lay there before had gone out of it already. A hand or a pile writes all that is in it at
    every draw, so the tokens that stay are passed over at one go.
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
    """The serial numbers of the tokens in a value that a container has written."""
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
