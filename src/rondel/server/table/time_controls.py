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
            if role in self.running and role not in self.first:
                had -= max(0, elapsed - LAG) if role == by else elapsed
            left[role] = _given(had, (extra or {}).get(role, 0))
        first = {role: had - (elapsed if role in self.running else 0) for role, had in self.first.items() if role != by}
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
        return Clocks(left, now, first)

    def stopped(self, elapsed: int) -> Clocks:
        """The clocks after all of them are stopped."""
        charged = {role for role in self.running if role not in self.first}
        return Clocks({role: had - (elapsed if role in charged else 0) for role, had in self.left.items()})

    def without(self, role: str) -> Clocks:
        """The clocks without that of one role."""
        left = {each: had for each, had in self.left.items() if each != role}
        first = {each: had for each, had in self.first.items() if each != role}
        return Clocks(left, tuple([each for each in self.running if each != role]), first)

    def shown(self, role: str, elapsed: int) -> Clock:
        """The public form of a role's clock, that long after the last row."""
        runs = role in self.running
        passed = elapsed if runs else 0
        if role in self.first:
            return Clock(max(0, self.left[role]), False, max(0, self.first[role] - passed) if runs else UNSET)
        return Clock(max(0, self.left[role] - passed), runs)

    def due(self) -> tuple[int, str] | None:
        """How soon the first flag falls, and whose; None while no time runs. Of several at the same time, the first in seat
        order.

        >>> Clocks({"x": 500, "o": 400}, ("x",)).due()
        (601, 'x')
        """
        ends = [(self.first.get(role, self.left[role]) + LAG + 1, role) for role in self.running]
        return min(ends, key=lambda end: end[0]) if ends else None


def _given(had: int, more: int) -> int:
    return had + more if more >= 0 else max(min(had, 1_000), had + more)


def _whole(clock: Fischer | PerMove) -> int:
    return 1_000 * (clock.initial if isinstance(clock, Fischer) else clock.seconds)
