"""Chat channels: who may read and write which, by the terms and whether the round is over.

Who plays talks at the table, who looks on in the gallery. While a round goes on, those who look on do not hear the table, for
it is the players' own, unless the terms open it; and who plays never hears the gallery, for somebody there may see more than
they do, or help them. When it is over, everybody may read everything.
"""

from __future__ import annotations

from typing import Final

from rondel.server.protocol import Channel, Terms
from rondel.server.protocol.refused import Refusal, unwatchable

CHANNELS: Final[tuple[Channel, ...]] = ("table", "gallery")


def readable(terms: Terms, *, plays: bool, over: bool) -> tuple[Channel, ...]:
    """The channels that somebody may read now.

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
    """The channel that somebody writes to; refused as ``no_chat`` where there is none."""
    if terms.chat == "off":
        raise Refusal("no_chat", "by the terms of this table there is no chat")
    if not plays and not terms.watchable:
        raise unwatchable()
    return "table" if plays else "gallery"
