"""When a notification is due: delay, reminder, quiet hours and the pause between two messages. Pure.

All times are milliseconds since 1970.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from rondel.server.protocol import NotificationChannel, NotificationKind, NotificationSettings, QuietHours

MINUTE: Final = 60_000

SETTLING: Final = 10_000
"""From the beginning of a turn to its notification, at least: each node sees meanwhile whether the player is there."""

PAUSE: Final = 5 * MINUTE
"""From one mail to the next, at least."""

SHORT_PAUSE: Final = MINUTE
"""From one notification of a browser to the next, at least."""

SHORTEST_REMINDED: Final = 120 * MINUTE
"""The shortest time for a turn of which a reminder is sent: in a game for one sitting it would come too late to help."""

LATE: Final = 15 * MINUTE
"""What is sent so long after it was due says that it is late."""


class Turn(msgspec.Struct, frozen=True):
    """A turn of a role at a table."""

    table: str
    role: str
    number: int
    """The number of the answer that made it the role's turn; 0 where the table waits for it from the beginning."""
    at: int
    left: int | None = None
    """The milliseconds that the role had for it; None without a clock."""


def due(kind: NotificationKind, turn: Turn, settings: NotificationSettings) -> int | None:
    """When a notification of a turn is due; None for never.

    >>> due("turn", Turn("t", "x", 4, at=1_000), NotificationSettings(delay=2))
    121000
    >>> day = 24 * 60 * MINUTE
    >>> due("reminder", Turn("t", "x", 4, 0, left=4 * day), NotificationSettings()) == 3 * day
    True
    """
    if kind == "turn":
        return awake(turn.at + max(settings.delay * MINUTE, SETTLING), settings.quiet)
    if turn.left is None or turn.left < SHORTEST_REMINDED:
        return None
    wanted = turn.at + turn.left * 3 // 4
    at = awake(wanted, settings.quiet)
    if at < turn.at + turn.left:
        return at
    at = asleep(wanted, settings.quiet)  # the flag falls in the night: reminded on the evening before
    return at if at > turn.at else None


def earliest(channel: NotificationChannel, settings: NotificationSettings, last_sent: int | None) -> int:
    """When the next message may be sent by a channel, after the last one. The digest is one of mails.

    >>> settings = NotificationSettings(digest=60)
    >>> [earliest(each, settings, MINUTE) // MINUTE for each in ("mail", "push")], earliest("mail", settings, None)
    ([61, 2], 0)
    """
    if last_sent is None:
        return 0
    pause = max(settings.digest * MINUTE, PAUSE) if channel == "mail" else SHORT_PAUSE
    return awake(last_sent + pause, settings.quiet)


def awake(at: int, quiet: QuietHours | None) -> int:
    """That time, or the end of the quiet hours that it lies in.

    >>> night = QuietHours(22 * 60, 7 * 60, "Europe/Berlin")
    >>> summer = int(datetime(2026, 6, 1, 23, 30, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() * 1_000)
    >>> (awake(summer, night) - summer) / MINUTE
    450.0
    >>> awake(summer + 12 * 60 * MINUTE, night) - summer == 12 * 60 * MINUTE
    True
    """
    span = _span(at, quiet)
    return at if span is None else span[1]


def asleep(at: int, quiet: QuietHours | None) -> int:
    """That time, or the beginning of the quiet hours that it lies in."""
    span = _span(at, quiet)
    return at if span is None else span[0]


def _span(at: int, quiet: QuietHours | None) -> tuple[int, int] | None:
    """The quiet hours that a time lies in; None for none."""
    if quiet is None or quiet.since == quiet.until:
        return None
    local = datetime.fromtimestamp(at / 1_000, zone(quiet.zone) or ZoneInfo("UTC"))
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    for day in (midnight - timedelta(days=1), midnight):
        begin = day + timedelta(minutes=quiet.since)
        end = day + timedelta(days=1 if quiet.until < quiet.since else 0, minutes=quiet.until)
        span = (round(begin.timestamp() * 1_000), round(end.timestamp() * 1_000))
        if span[0] <= at < span[1]:
            return span
    return None


def zone(name: str) -> ZoneInfo | None:
    """The time zone of that name; None where this machine does not know it.

    >>> zone("Asia/Tokyo"), zone("../etc/passwd"), zone("Nowhere")
    (zoneinfo.ZoneInfo(key='Asia/Tokyo'), None, None)
    """
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        return None
