"""Time controls: how much time each role has, as a function of the events at the table alone.

All times are the server's, in milliseconds. The time of a role runs while the game waits for it; whoever keeps the log hands in
how long that was, with the time the server was down left out. So what a clock shows follows from the rows of the log, and no
clock has to tick.

The live clock with an increment is R. Fischer's (US patent 4,884,255); here the increment is added when a turn ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec

from rondel.server.protocol import Fischer, PerMove

LAG: Final = 100
"""Milliseconds of each answer that are not charged: its way to the server and what came before it there."""


class Clocks(msgspec.Struct, frozen=True, omit_defaults=True):
    """The time of each role that is timed.

    >>> clock = Fischer(180, 2)
    >>> begun = Clocks.begin(clock, ["x", "o"], ["x"])
    >>> after = begun.after(clock, 5_100, "x", ["o"])
    >>> after.left, after.running
    ({'x': 177000, 'o': 180000}, ('o',))
    """

    left: dict[str, int]
    """Milliseconds; a little below 0 where the lag of the next answer may still save it."""
    running: tuple[str, ...] = ()
    """Whose time runs."""

    @classmethod
    def begin(
        cls, clock: Fischer | PerMove, roles: Iterable[str], active: Collection[str], extra: Mapping[str, int] | None = None
    ) -> Clocks:
        """The clocks as a game begins; ``extra`` is what the rules give."""
        left = {role: _whole(clock) + (extra or {}).get(role, 0) for role in roles}
        return cls(left, tuple([role for role in left if role in active]))

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
        """The clocks after something that ``by`` did (nobody, if empty) when ``elapsed`` had passed since the last time, and
        whom the game waits for then. ``undone`` says that it took answers back; ``extra`` is what the rules give, and less than
        nothing what they gave and was taken back.

        Taking back gives no time back, and whose turn it becomes by it loses the increment it had for ending it. What is taken
        away never leaves anybody less than a second that they had.
        """
        left = {}
        for role, had in self.left.items():
            if role in self.running:
                had -= max(0, elapsed - LAG) if role == by else elapsed
            left[role] = _given(had, (extra or {}).get(role, 0))
        now = tuple([role for role in left if role in active])
        match clock:
            case Fischer(increment=increment, cap=cap):
                if undone:
                    for role in now:
                        if role not in self.running:
                            left[role] = _given(left[role], -1_000 * increment)
                elif by in self.running and by not in now:
                    more = left[by] + 1_000 * increment
                    left[by] = more if cap is None else max(left[by], min(more, 1_000 * cap))
            case PerMove():
                whole = _whole(clock)
                for role in left:
                    more = max(0, (extra or {}).get(role, 0))
                    if role not in self.running:
                        left[role] = max(whole, left[role])  # what it was given meanwhile is for its next answer
                    elif role not in now or (role == by and not undone):
                        left[role] = whole + more
        return Clocks(left, now)

    def stopped(self, elapsed: int) -> Clocks:
        """The clocks when nobody's runs any more."""
        return Clocks({role: had - (elapsed if role in self.running else 0) for role, had in self.left.items()})

    def without(self, role: str) -> Clocks:
        """The clocks without that of somebody who is not timed any more."""
        left = {each: had for each, had in self.left.items() if each != role}
        return Clocks(left, tuple([each for each in self.running if each != role]))

    def due(self) -> tuple[int, str] | None:
        """How long from now on the first flag falls, and whose; None while no time runs. Of several at once the first to sit.

        >>> Clocks({"x": 500, "o": 400}, ("x",)).due()
        (601, 'x')
        """
        ends = [(self.left[role] + LAG + 1, role) for role in self.running]
        return min(ends, key=lambda end: end[0]) if ends else None


def _given(had: int, more: int) -> int:
    return had + more if more >= 0 else max(min(had, 1_000), had + more)


def _whole(clock: Fischer | PerMove) -> int:
    return 1_000 * (clock.initial if isinstance(clock, Fischer) else clock.seconds)
