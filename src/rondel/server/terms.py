"""Terms that can be kept: what a host may choose for a table, and what is refused because it says nothing sensible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rondel.server.offers import known_bot
from rondel.server.protocol import Fischer, NewSeat, PerMove, Terms
from rondel.server.refusal import Refusal

DAY: Final = 86_400
"""Seconds."""

LONGEST_GAME: Final = DAY
"""Seconds that a live clock may begin with: longer games are played by the move."""

LONGEST_INCREMENT: Final = 3_600

LONGEST_MOVE: Final = 90 * DAY
"""Seconds for one answer."""

SHORTEST_ABSENCE: Final = 10
"""Seconds: a page that is reloaded is not somebody who went away."""


def checked(terms: Terms, seats: Sequence[NewSeat]) -> Terms:
    """The terms, as they are kept; refused as ``terms`` when a table with these seats cannot be played on them.

    >>> checked(Terms(clock=PerMove(3 * DAY)), ()).clock
    PerMove(seconds=259200)
    >>> checked(Terms(clock=Fischer(0)), ())
    Traceback (most recent call last):
    ...
    rondel.server.refusal.Refusal: terms: a live clock begins with 1 to 86400 seconds, not 0
    """
    match terms.clock:
        case Fischer(initial, increment, cap):
            _within(initial, 1, LONGEST_GAME, "a live clock begins with {} seconds, not {}")
            _within(increment, 0, LONGEST_INCREMENT, "an increment is {} seconds, not {}")
            if cap is not None:
                _within(cap, initial, LONGEST_GAME, "increments bring a clock to at most {} seconds, not {}")
        case PerMove(seconds):
            _within(seconds, 1, LONGEST_MOVE, "each answer has {} seconds, not {}")
    absence = terms.absence
    _within(absence.after, SHORTEST_ABSENCE, LONGEST_MOVE, "somebody is away after {} seconds, not {}")
    if absence.policy == "bot":
        absence = msgspec.structs.replace(absence, bot=known_bot(absence.bot))
    elif absence.bot:
        raise Refusal("terms", f"a bot for the absent goes with the policy 'bot', not with {absence.policy!r}")
    if absence.policy == "claim" and len(seats) != 2:
        raise Refusal("terms", "the win can be claimed only where two play; choose another policy for absence")
    if terms.start == "host" and not any(seat.kind == "me" for seat in seats):
        raise Refusal("terms", "a host who starts the game has a seat at the table; keep one, or start when it is full")
    return msgspec.structs.replace(terms, absence=absence)


def _within(given: int, least: int, most: int, otherwise: str) -> None:
    if not least <= given <= most:
        raise Refusal("terms", otherwise.format(f"{least} to {most}", given))
