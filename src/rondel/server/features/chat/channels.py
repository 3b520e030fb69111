"""Chat channels: who may read and write which, by the terms and whether the round is over.

Players write to ``table``, spectators to ``gallery``. While a round goes on, spectators read ``table`` only where the terms
open it, and players never read ``gallery``: a spectator may see more than a player does. After the round everybody may read
both.
"""

from __future__ import annotations

from typing import Final

from rondel.server.protocol import Channel, Terms
from rondel.server.protocol.refused import Refusal, unwatchable

CHANNELS: Final[tuple[Channel, ...]] = ("table", "gallery")


def readable(terms: Terms, *, plays: bool, over: bool) -> tuple[Channel, ...]:
    """The channels that a player or a spectator may read now.

    >>> readable(Terms(), plays=True, over=False), readable(Terms(), plays=False, over=False)
    (('table',), ('gallery',))
    >>> readable(Terms(chat="open"), plays=False, over=False), readable(Terms(chat="off"), plays=True, over=True)
    (('table', 'gallery'), ())
    """
    if terms.chat == "off" or not (plays or terms.watchable):
        return ()
    if over or (terms.chat == "open" and not plays):
        return CHANNELS
    return ("table",) if plays else ("gallery",)


def writable(terms: Terms, *, plays: bool) -> Channel:
    """The channel that a player or a spectator writes to. Refused as ``no_chat`` where the terms allow none."""
    if terms.chat == "off":
        raise Refusal("no_chat", "by the terms of this table there is no chat")
    if not plays and not terms.watchable:
        raise unwatchable()
    return "table" if plays else "gallery"
