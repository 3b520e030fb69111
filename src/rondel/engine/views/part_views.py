"""Part views: what each viewer sees of the parts of a game, made again only where a part was written since.

The journal names the parts that were written. Where it went back in between, any part may differ, and all are looked at again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rondel.engine.components.container import Container
from rondel.engine.components.prop import Prop, thaw
from rondel.engine.components.token import Token
from rondel.engine.views.viewer_ids import viewer_of
from rondel.engine.visibility import CHANCE

if TYPE_CHECKING:
    from rondel.engine.components.journal import Entry
    from rondel.engine.components.part import Part
    from rondel.engine.components.viewer import Viewer
    from rondel.engine.play.playable import Playable

_UNSEEN: Final = object()


class Seen:
    """The parts as one viewer sees them."""

    def __init__(self, stale: set[int]) -> None:
        self.containers: dict[str, Any] = {}
        """The views by name, in the order of the game; None for a hidden container."""
        self.props: dict[str, Any] = {}
        """The values of the visible props by name, in the order of the game."""
        self.own: set[int] = set()
        """The places of the parts that another viewer may see differently."""
        self.stale = stale
        """The places of the parts that were written since the last look."""
        self.before = -1
        """The length of the journal at the position with which the last look was compared, at the look before it or at an
        event; -1 for none."""
        self.noted: dict[int, Any] = {}
        """The parts that were written after an event, as they were then, by place; see `PartViews.note`."""
        self.noted_from = -1
        """The length of the journal at that event."""
        self.noted_at = -1
        """The length at which the next look is compared with it."""
        self.noted_partial = False
        """Whether another viewer may see any of the parts up to that event differently."""
        self.mark = -1
        """And at the last look."""
        self.changes: list[dict[str, Any]] = []
        """What looked different at the last look, as in the ``changes`` of an event."""
        self.partial = False
        """Whether another viewer may see any of the parts that were written between those two differently."""


class PartViews:
    """The part views of one game, for any of its viewers.

    >>> import rondel
    >>> game = rondel.new("tic_tac_toe")
    >>> views = PartViews(game)
    >>> before = views.of("x").containers["board"]
    >>> views.of("x").containers["board"] is before
    True
    >>> game.push("mark(b2)")
    >>> views.of("o").containers["board"]["tokens"]
    [{'id': 0, 'at': 'b2', 'kind': 'mark', 'owner': 'x'}]
    """

    def __init__(self, game: Playable, data: Callable[[Any], Any] | None = None) -> None:
        """``data`` returns what is kept of a view or value; by default that itself, which is not to be changed."""
        self._game = game
        self._data = data
        self._parts: list[Part] = [*game._containers, *game._props]
        self._places = {id(part): place for place, part in enumerate(self._parts)}
        self._alike: dict[int, Any] = {}
        """The data of parts that all viewers see alike, by place."""
        self._of: dict[str, Seen] = {}
        self._mark = 0
        """The length of the journal when it was read last."""
        self._last: object = None
        """Its last entry then."""
        self._is_fleeting = False
        """Whether a part may look different although it was not written: the end of a game reveals parts, and tokens are
        numbered anew where chance answers from outside."""

    def of(self, role: str) -> Seen:
        """The parts as a role or the observer sees them now; not to be changed."""
        seen = self._read(role)
        if seen.mark != self._mark:
            is_noted = seen.noted_at == self._mark
            seen.before = seen.noted_from if is_noted else seen.mark
            seen.partial = is_noted and seen.noted_partial
            seen.mark = self._mark
            seen.changes = []
            if seen.stale:
                viewer = viewer_of(self._game, role)
                for place in sorted(seen.stale):
                    self._look(place, seen, viewer)
                seen.stale.clear()
            if is_noted:
                seen.changes = self._since_noted(seen)
        return seen

    def note(self, role: str, at: int, writes: Sequence[Entry], viewer: Viewer) -> None:
        """The journal is rewound to an event of a role, at the length ``at``: note how it sees the parts that the ``writes``
        after it change. If the role looks next when the journal is forward again, that look is compared with the event."""
        seen = self._of.get(role)
        if seen is None or seen.mark == self._mark:
            return
        places = {self._place(target) for target, _key, _old, _new in writes}
        seen.noted_from, seen.noted_at = at, self._mark
        seen.noted = {place: self._view(self._parts[place], viewer) for place in sorted(places) if place >= 0}
        seen.noted_partial = viewer.partial

    def changes(self, role: str, marks: Sequence[int]) -> Seen | None:
        """The last look of a role, if it shows the changes of one event: at the look the parts were as at the second of these
        lengths of the journal, and it was compared with the first. Else None: the journal is to be rewound."""
        seen = self._read(role)
        if len(marks) != 2 or seen.before < 0 or self._differ(seen.before, marks[0]) or self._differ(seen.mark, marks[1]):
            return None
        return seen

    def _read(self, role: str) -> Seen:
        """Read the journal to its end; returns the parts as the role saw them last."""
        entries: list[Any] = self._game._journal.entries  # boxed, also when compiled: an entry is the same object each time
        now, mark = len(entries), self._mark
        was_fleeting, self._is_fleeting = self._is_fleeting, self._reveals() or self._awaits_chance()
        if was_fleeting or self._is_fleeting or mark > now or (mark and entries[mark - 1] is not self._last):
            self._of.clear()
            self._alike.clear()
        elif mark < now:
            for number in range(mark, now):
                place = self._place(entries[number][0])
                if place >= 0:
                    self._alike.pop(place, None)
                    for each in self._of.values():
                        each.stale.add(place)
        self._mark = now
        self._last = entries[now - 1] if now else None
        seen = self._of.get(role)
        if seen is None:
            seen = self._of[role] = Seen(set(range(len(self._parts))))
        return seen

    def _reveals(self) -> bool:
        """Whether the game is over, and shows more than it did."""
        return self._game._machine.node.end and bool(self._game.reveals)

    def _awaits_chance(self) -> bool:
        """Whether chance answers next, from outside."""
        return not self._game._machine.chance.ready() and CHANCE in self._game.active

    def _differ(self, one: int, other: int) -> bool:
        """Whether a part was written between two lengths of the journal."""
        entries: list[Any] = self._game._journal.entries
        low, high = (one, other) if one < other else (other, one)
        return bool([1 for number in range(low, high) if self._place(entries[number][0]) >= 0])

    def _place(self, target: object) -> int:
        """The place of the part that is written with this target; -1 for none."""
        place = self._places.get(id(target), -1)
        # A token that moves writes to its containers; one that turns over writes only to itself.
        if place < 0 and isinstance(target, Token):
            place = self._places.get(id(target._container), -1)
        return place

    def _look(self, place: int, seen: Seen, viewer: Viewer) -> None:
        """Look at a part again, and note whether it looks different."""
        part = self._parts[place]
        was_own = place in seen.own
        now = self._alike.get(place, _UNSEEN)
        if now is _UNSEEN:
            viewer.partial = viewer.numbers is not None
            now = self._view(part, viewer)
            if not viewer.partial:
                self._alike[place] = now
        else:
            viewer.partial = False
        if viewer.partial:
            seen.own.add(place)
        else:
            seen.own.discard(place)
        seen.partial = seen.partial or was_own or viewer.partial
        if now is _UNSEEN:
            return
        known = seen.containers if isinstance(part, Container) else seen.props
        if (now is not None or isinstance(part, Prop)) and now != known.get(part.name, _UNSEEN):
            seen.changes.append(_change(part, now))
        known[part.name] = now

    def _since_noted(self, seen: Seen) -> list[dict[str, Any]]:
        """The parts that look different now than they were noted."""
        found: list[dict[str, Any]] = []
        for place, was in seen.noted.items():
            part = self._parts[place]
            now = seen.containers[part.name] if isinstance(part, Container) else seen.props.get(part.name, _UNSEEN)
            if now is not _UNSEEN and now != was and (now is not None or isinstance(part, Prop)):
                found.append(_change(part, now))
        return found

    def _view(self, part: Part, viewer: Viewer) -> Any:
        """The data of a part for a viewer."""
        if isinstance(part, Container):
            shown: Any = part.view(viewer)
            if shown is None:
                return None
        elif isinstance(part, Prop) and viewer.sees(part):
            shown = thaw(part._value)
        else:
            return _UNSEEN
        return shown if self._data is None else self._data(shown)


def _change(part: Part, now: Any) -> dict[str, Any]:
    """A part in the ``changes`` of an event."""
    return {"of": f"{'container' if isinstance(part, Container) else 'prop'}:{part.name}", "is": now}
