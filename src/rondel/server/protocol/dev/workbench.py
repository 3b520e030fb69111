"""The bench of ``rondel dev`` over HTTP: how it stands with the rules that are being written."""

from __future__ import annotations

from typing import Literal

import msgspec

BenchTroubleKind = Literal["file", "start", "moves", "rules"]


class BenchTrouble(msgspec.Struct, frozen=True):
    """What is wrong with the rules."""

    kind: BenchTroubleKind
    """``file``: they cannot be read; the table goes on under those before. ``start``: they cannot begin a game for as many and
    with the options there are. ``moves``: what was played does not fit them; the table waits for a `BenchWish`. ``rules``: they
    broke down while somebody played."""
    message: str
    file: str = ""
    """The author's file in which it happened, where one is known."""
    line: int | None = None
    inside: str = ""
    """The function."""
    code: str = ""
    """The line itself."""
    role: str = ""
    """For ``moves``, who gave the first answer that does not fit."""
    move: str = ""
    """For ``moves``, that answer."""
    kept: int = 0
    """For ``moves``, how many answers before it fit."""
    of: int = 0
    """For ``moves``, of how many."""


class Bench(msgspec.Struct, frozen=True):
    """``GET /api/dev/bench?since=``: how it stands, as soon as that is another than the number ``since``, or after a while."""

    number: int
    """Grows with every change."""
    source: str
    """What the author calls the file or package."""
    table: str
    """The open table; empty while the rules cannot begin one."""
    tokens: dict[str, str]
    """The seats of who opens the page."""
    read: int
    """How often the rules have been read and put in place."""
    answers: int
    """How many answers were played again when they last were."""
    trouble: BenchTrouble | None = None


class BenchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/bench``: go on under the new rules."""

    what: Literal["keep", "anew", "dismiss"]
    """``keep``: with the answers that fit, the others are taken away. ``anew``: at a new table. ``dismiss``: as before, and
    nothing more need be said of the trouble."""
