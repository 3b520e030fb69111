"""The workbench of ``rondel dev`` over HTTP: the state of the rules that are being written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rondel.server.protocol.play.catalog import GameOption
from rondel.server.protocol.play.seats import NewSeat
from rondel.server.protocol.views.described import Json, described

BenchTroubleKind = Literal["file", "start", "moves", "rules"]


class BenchTrouble(msgspec.Struct, frozen=True):
    """What is wrong with the rules."""

    kind: BenchTroubleKind
    """``file``: they cannot be read; the table continues under the rules before. ``start``: they cannot begin a game with these
    seats and options. ``moves``: they refuse an answer that was given; the table waits for a `BenchWish`. ``rules``: they
    raised an error during the game."""
    message: str
    file: str = ""
    """The author's file in which it happened, where known."""
    line: int | None = None
    inside: str = ""
    """The function."""
    code: str = ""
    """The line itself."""
    role: str = ""
    """For ``moves``, the role of the first answer that does not fit."""
    move: str = ""
    """For ``moves``, that answer."""
    kept: int = 0
    """For ``moves``, the number of answers before it."""
    of: int = 0
    """For ``moves``, the number of all answers."""


class Bench(msgspec.Struct, frozen=True):
    """``GET /api/dev/bench?since=``: the state of the workbench, once it differs from that number ``since``, or after
    a while."""

    number: int
    """Grows with every change."""
    source: str
    """The name of the author's file or package."""
    table: str
    """The open table; empty while the rules cannot begin one."""
    tokens: dict[str, str]
    """The seats of the client that opens the page."""
    read: int
    """How often changed rules were loaded."""
    answers: int
    """How many answers the last load replayed."""
    trouble: BenchTrouble | None = None


class BenchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/bench``: continue under the new rules."""

    what: Literal["keep", "anew", "dismiss"]
    """``keep``: with the answers that fit; the others are removed. ``anew``: at a new table. ``dismiss``: as before; the
    trouble is no longer shown."""


class BenchRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/bench/rules`` in a browser that is its own arena: the text of the rules, as it is in the editor."""

    text: str
    file: str = ""
    """Its name, for messages."""
    table: str = ""
    """The table that goes on, where a worker takes over from one that has ended."""
    tokens: dict[str, str] = {}
    """Of that table."""


class BenchGame(msgspec.Struct, frozen=True):
    """``GET /api/dev/bench/game`` in a browser that is its own arena: what the latest rules offer for a table."""

    name: str
    roles: tuple[str, ...]
    fewest: int
    """The fewest roles that can play."""
    options: list[Annotated[Json, described(GameOption)]]


class BenchTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/dev/bench/table`` in a browser that is its own arena: begin anew at a table with these seats and options."""

    seats: tuple[NewSeat, ...]
    options: dict[str, Any] = {}
