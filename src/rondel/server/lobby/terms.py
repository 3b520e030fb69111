"""Checks the terms that a host chooses for a new table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.catalog.games import known_bot
from rondel.server.protocol import Absence, Fischer, NewSeat, PerMove, Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import SeatEntry, pace

DAY: Final = 86_400
"""Seconds."""

LONGEST_GAME: Final = DAY
"""Seconds of a live clock at the start, at most: longer games have a clock per move."""

LONGEST_INCREMENT: Final = 3_600

LONGEST_MOVE: Final = 90 * DAY
"""Seconds for one answer."""

UNTIMED_ABSENCE: Final = 600
"""Seconds of absence after which the others at a public table without a clock may end the game."""

SHORTEST_ABSENCE: Final = 10
"""Seconds: a page that is reloaded is not an absence."""


def checked(terms: Terms, seats: Sequence[NewSeat], maker: Principal = NOBODY) -> Terms:
    """The terms as they are stored. Refused as ``terms`` when a table of that maker with these seats cannot be played on them.

    >>> checked(Terms(clock=PerMove(3 * DAY)), ()).clock
    PerMove(seconds=259200)
    >>> checked(Terms(clock=Fischer(0)), ())
    Traceback (most recent call last):
    ...
    rondel.server.protocol.refused.Refusal: terms: a live clock begins with 1 to 86400 seconds, not 0
    """
    match terms.clock:
        case Fischer(initial, increment, cap):
            _within(initial, 1, LONGEST_GAME, "a live clock begins with {} seconds, not {}")
            _within(increment, 0, LONGEST_INCREMENT, "an increment is {} seconds, not {}")
            if cap is not None:
                _within(cap, initial, LONGEST_GAME, "increments bring a clock to at most {} seconds, not {}")
        case PerMove(seconds):
            _within(seconds, 1, LONGEST_MOVE, "each answer has {} seconds, not {}")
    absence = terms.absence if terms.absence.policy != "usual" else _usual(terms, seats)
    _within(absence.after, SHORTEST_ABSENCE, LONGEST_MOVE, "somebody is away after {} seconds, not {}")
    if absence.policy == "bot":
        absence = msgspec.structs.replace(absence, bot=known_bot(absence.bot))
    elif absence.bot:
        raise Refusal("terms", f"a bot for the absent goes with the policy 'bot', not with {absence.policy!r}")
    if absence.policy == "claim" and len(seats) != 2:
        raise Refusal("terms", "the win can be claimed only where two play; choose another policy for absence")
    _within(terms.reliability, 0, 100, "the share of games that is asked for is {} percent, not {}")
    if terms.start == "host" and not any(seat.kind == "me" for seat in seats):
        raise Refusal("terms", "a host who starts the game has a seat at the table; keep one, or start when it is full")
    if terms.rated:
        _ratable(terms, seats, maker)
    rotate = len(seats) == 2 if terms.rotate is None else terms.rotate
    return msgspec.structs.replace(terms, absence=absence, rotate=rotate)


def _usual(terms: Terms, seats: Sequence[NewSeat]) -> Absence:
    """What happens by default when somebody is away. At a live table nobody waits for ever; a clock for days is the limit
    itself; and people who know each other, without a clock, wait."""
    if not any(seat.kind == "open" for seat in seats):
        return Absence("wait")
    match pace(terms):
        case "live":
            return Absence("claim" if len(seats) == 2 else "skip")
        case "none" if terms.public:
            return Absence("vote", UNTIMED_ABSENCE)
        case _:
            return Absence("wait")


def may_sit(terms: Terms, who: Principal, seats: Sequence[SeatEntry]) -> None:
    """Refuse as ``terms`` a person at a rated table who cannot be rated: ratings need different people with accounts."""
    if terms.rated:
        _with_account(who)
        if any(seat.holder == who.id for seat in seats):
            raise Refusal("terms", "this table is rated, between different people, and you have a seat already")


def _ratable(terms: Terms, seats: Sequence[NewSeat], maker: Principal) -> None:
    mine = [seat for seat in seats if seat.kind == "me"]
    if terms.absence.policy == "bot":
        raise Refusal(
            "terms", "a rated game is between people, and no bot plays for who is away: choose another policy for absence"
        )
    if any(seat.kind == "bot" for seat in seats):
        raise Refusal("terms", "a rated game is between people: leave seats open where bots would sit, or do not have it rated")
    if len(seats) < 2 or len(mine) > 1:
        raise Refusal("terms", "a rated game is between different people: keep one seat at most, and leave others open")
    if mine:
        _with_account(maker)


def _with_account(who: Principal) -> None:
    if who.kind == "bot":
        raise Refusal("terms", "ratings are of people, and this is a bot account: it plays where the game is not rated")
    if who.kind != "account":
        raise Refusal("terms", "a rated game is between people with accounts: register or log in first, then try again")


def _within(given: int, least: int, most: int, otherwise: str) -> None:
    if not least <= given <= most:
        raise Refusal("terms", otherwise.format(f"{least} to {most}", given))
