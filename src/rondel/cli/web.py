"""``rondel play --web``: a game in the browser, for who sits at this machine; nothing of it is kept."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path

import rondel
from rondel.cli.dev import opener
from rondel.cli.named import named, settled
from rondel.cli.play import PERSON, cast, usual
from rondel.door import FILE_PREFIX
from rondel.server import protocol, serve


def web(name: str, *, role: str, against: str, options: Sequence[str], seats: int | None, port: int, show: bool | None) -> None:
    """Serve a table of the game until interrupted. Raises `UnknownGame`, `BadOption`, `UnknownRole`, and `CannotServe`."""
    kind = named(name)
    chosen = settled(kind, options)
    game = rondel.new(kind, seats=seats, options=chosen)
    who = cast(game.roles, role, against or usual(game))
    wanted = protocol.NewTable(kind.name, tuple([_seat(each, spec) for each, spec in who.items()]), chosen)
    own = [Path(name)] if kind.__module__.startswith(FILE_PREFIX) else []
    logging.getLogger("rondel.server").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="rondel-play-") as folder:
        serve(port=port, data=Path(folder), open_table=wanted, games=own, opened=opener(show))


def _seat(role: str, spec: str) -> protocol.NewSeat:
    return protocol.NewSeat(role, "open") if spec == PERSON else protocol.NewSeat(role, "bot", spec)
