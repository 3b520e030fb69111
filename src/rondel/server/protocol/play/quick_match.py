"""Quick match over HTTP: a search for opponents at a game, whoever they are."""

from __future__ import annotations

from typing import Literal

import msgspec

from rondel.server.protocol.play.terms import Terms

SeekPace = Literal["live", "days"]

SeekState = Literal["none", "searching", "found"]


class Seek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/seek``: search for opponents at a game. A client has one search at a time: a new one replaces it."""

    game: str
    pace: SeekPace = "live"
    seats: int = 2
    """The number of players, this one included."""
    rated: bool = False
    """Whether the game is to be rated; for accounts."""
    name: str = ""
    """The name at the table."""
    reliability: int = 0
    """Opponents have finished this share of games, in percent, or are newcomers with accounts; 0 for anybody."""


class CancelSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/me/seek/cancel``: end the client's search."""


class Seeking(msgspec.Struct, frozen=True):
    """``GET /api/me/seek``: the client's search. While it is ``searching``, the answer comes when something changes, or after
    ten seconds. A search that nobody asks for ends soon."""

    state: SeekState
    """``none``: no search is active. ``found``: the game begins at `table`."""
    game: str = ""
    pace: SeekPace = "live"
    seats: int = 0
    rated: bool = False
    terms: Terms = Terms()
    """The terms of the table, if one is found."""
    waited: int = 0
    """Milliseconds since the search began."""
    span: int | None = None
    """Opponents are accepted whose rating differs by so many points at most; null for any."""
    others: int = 0
    """How many others search for the same now, within this span or not."""
    bot: bool = False
    """Whether the client has waited so long that a bot is worth offering; the search goes on."""
    table: str = ""
    """The id of the table, once it is found. The client's session holds a seat there."""
    reliability: int = 0
    """As of `Seek`."""
