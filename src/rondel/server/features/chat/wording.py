"""Cleans and limits the text of a chat line."""

from __future__ import annotations

import unicodedata
from typing import Final

from rondel.server.accounts.names import MOST_MARKS
from rondel.server.protocol.refused import Refusal

LONGEST: Final = 500
"""Characters of a line."""

_JOINER: Final = "\u200d"
_DROPPED: Final = frozenset({"Cc", "Cf", "Co", "Cs"})


def worded(text: str) -> str:
    """The text as it is stored: one line, without control, direction or invisible characters, except those that join emoji.
    Refused as ``malformed`` when nothing is left or the text is too long.

    >>> worded("  well\\u202e\\n played\\u0000 ")
    'well played'
    """
    kept: list[str] = []
    marks = 0
    for each in unicodedata.normalize("NFC", text[: 4 * LONGEST]):
        category = unicodedata.category(each)
        joins = each == _JOINER and bool(kept) and unicodedata.category(kept[-1]) in ("So", "Sk", "Mn")
        if category in _DROPPED and not each.isspace() and not joins:
            continue
        marks = marks + 1 if category in ("Mn", "Me") else marks if joins else 0
        if marks <= MOST_MARKS:
            kept.append(" " if each.isspace() else each)
    line = " ".join("".join(kept).split())
    if not 0 < len(line) <= LONGEST or len(text) > 4 * LONGEST:
        raise Refusal("malformed", f"a line of chat has 1 to {LONGEST} characters that can be seen, not {len(line)}")
    return line
