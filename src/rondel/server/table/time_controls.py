"""Time controls: how much time each role has, as a function of the events at the table alone.

All times are the server's, in milliseconds. The time of a role runs while the game waits for it. The caller hands in the
elapsed time without outages of the server. So clocks are computed from the rows of the log, and nothing has to tick.

The live clock with an increment is R. Fischer's (US patent 4,884,255); here the increment is added when a turn ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec
from msgspec import UNSET

from rondel.server.protocol import Clock, Fischer, PerMove

LAG: Final = 100
"""Milliseconds of each answer that are not charged, for the network and the queue in the server."""


FIRST: int = 300_000
"""Milliseconds for the first answer of a role in a round, during which its clock does not run; where each answer has more time
than that, the clock runs at once. Not final: tests set a smaller value, and the compiler would inline a constant."""


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time left to each role with a clock.

    >>> clock = Fischer(180, 2)
    >>> begun = Clocks.begin(clock, ["x", "o"], ["x"])
    >>> moved = begun.after(clock, 5_100, "x", ["o"]).after(clock, 9_000, "o", ["x"])
    >>> moved.after(clock, 5_100, "x", ["o"]).left
    {'x': 177000, 'o': 180000}
    """

    left: dict[str, int]
    """Milliseconds; a little below 0 where the lag of the next answer may still save it."""
    running: tuple[str, ...] = ()
    """The roles whose time runs."""
    first: dict[str, int] = {}
    """The milliseconds for the first answer of each role that has not given one."""
    paused: int = 0
    """The milliseconds from the last row on in which no time runs, since all have agreed to a pause. No row ends it: time runs
    again by itself."""
    waits: dict[str, int] = {}
    """The same for the time of single roles, whose holders are on vacation."""

    @classmethod
    def begin(
        cls, clock: Fischer | PerMove, roles: Iterable[str], active: Collection[str], extra: Mapping[str, int] | None = None
    ) -> Clocks:
        """The clocks at the beginning of a game; ``extra`` is the time that the rules give."""
        left = {role: _whole(clock) + (extra or {}).get(role, 0) for role in roles}
        first = {} if isinstance(clock, PerMove) and _whole(clock) >= FIRST else dict.fromkeys(left, FIRST)
        return cls(left, tuple([role for role in left if role in active]), first)

    def after(
        self,
        clock: Fischer | PerMove,
        elapsed: int,
        by: str,
        active: Collection[str],
        *,
        undone: bool = False,
        extra: Mapping[str, int] | None = None,
    ) -> Clocks:
        """The clocks after an action of the role ``by`` (none, if empty), ``elapsed`` after the last row; ``active`` are the
        roles the game waits for then. ``undone`` says that the action took answers back. ``extra`` is the time that the rules
        give; negative for time that an undo takes back.

        The first answer of a role is not charged, and adds no increment. An undo gives no time back, and a role whose turn it
        becomes loses the increment of that turn. A deduction never leaves a role with less than a second, unless it had less.
        """
        left = {}
        for role, had in self.left.items():
            if role not in self.first:
                charged = self._charged(role, elapsed)
                had -= max(0, charged - LAG) if role == by else charged
            left[role] = _given(had, (extra or {}).get(role, 0))
        first = {role: had - self._charged(role, elapsed) for role, had in self.first.items() if role != by}
        now = tuple([role for role in left if role in active])
        match clock:
            case Fischer(increment=increment, cap=cap):
                if undone:
                    for role in now:
                        if role not in self.running:
                            left[role] = _given(left[role], -1_000 * increment)
                elif by in self.running and by not in now and by not in self.first:
                    more = left[by] + 1_000 * increment
                    left[by] = more if cap is None else max(left[by], min(more, 1_000 * cap))
            case PerMove():
                whole = _whole(clock)
                for role in left:
                    more = max(0, (extra or {}).get(role, 0))
                    if role not in self.running:
                        left[role] = max(whole, left[role])  # extra time is kept for its next answer
                    elif role not in now or (role == by and not undone):
                        left[role] = whole + more
        paused = 0 if by in left else max(0, self.paused - elapsed)  # an answer goes on with the game
        waits = {role: ms - elapsed for role, ms in self.waits.items() if ms > elapsed}
        return Clocks(left, now, first, paused, waits)

    def stopped(self, elapsed: int) -> Clocks:
        """The clocks after all of them are stopped."""
        return Clocks(
            {role: had if role in self.first else had - self._charged(role, elapsed) for role, had in self.left.items()}
        )

    def without(self, role: str) -> Clocks:
        """The clocks without that of one role."""
        left = {each: had for each, had in self.left.items() if each != role}
        first = {each: had for each, had in self.first.items() if each != role}
        waits = {each: ms for each, ms in self.waits.items() if each != role}
        return Clocks(left, tuple([each for each in self.running if each != role]), first, self.paused, waits)

    def pausing(self, paused: int) -> Clocks:
        """The clocks with a pause of so many milliseconds from the last row on; 0 ends it."""
        return msgspec.structs.replace(self, paused=paused)

    def waiting(self, role: str, ms: int) -> Clocks:
        """The clocks with the time of a role standing for so many milliseconds from the last row on; 0 lets it run."""
        waits = {each: had for each, had in self.waits.items() if each != role}
        return msgspec.structs.replace(self, waits={**waits, role: ms} if ms > 0 else waits)

    def standing(self) -> dict[str, int]:
        """The milliseconds from the last row on in which the time of each role stands, where it does."""
        return {role: self._stands(role) for role in self.left if self._stands(role) > 0}

    def shown(self, role: str, elapsed: int) -> Clock:
        """The public form of a role's clock, that long after the last row."""
        is_running = role in self.running
        passed = self._charged(role, elapsed)
        waits = self._stands(role) - elapsed if is_running and self._stands(role) > elapsed else UNSET
        if role in self.first:
            first = max(0, self.first[role] - passed) if is_running else UNSET
            return Clock(max(0, self.left[role]), False, first, waits)
        return Clock(max(0, self.left[role] - passed), is_running and waits is UNSET, UNSET, waits)

    def due(self) -> tuple[int, str] | None:
        """How soon the first flag falls, and whose; None while no time runs. Of several at the same time, the first in seat
        order.

        >>> Clocks({"x": 500, "o": 400}, ("x",)).due()
        (601, 'x')
        """
        ends = [(self.left_to(role) + LAG + 1, role) for role in self.running]
        return min(ends, key=lambda end: end[0]) if ends else None

    def left_to(self, role: str) -> int:
        """The milliseconds from the last row until the time of a role is up, if that runs.

        >>> Clocks({"x": 500}, ("x",), paused=2_000).left_to("x")
        2500
        """
        return self.first.get(role, self.left[role]) + self._stands(role)

    def _stands(self, role: str) -> int:
        """The milliseconds from the last row on in which a role's time stands."""
        return max(self.paused, self.waits.get(role, 0))

    def _charged(self, role: str, elapsed: int) -> int:
        """How much of the time since the last row counts for a role."""
        return max(0, elapsed - self._stands(role)) if role in self.running else 0


def _given(had: int, more: int) -> int:
    return had + more if more >= 0 else max(min(had, 1_000), had + more)


def _whole(clock: Fischer | PerMove) -> int:
    return 1_000 * (clock.initial if isinstance(clock, Fischer) else clock.seconds)
