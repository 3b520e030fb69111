"""``rondel play --web``: a game in the browser, for who sits at this machine; nothing of it is kept."""

from __future__ import annotations

import json
import logging
import random
import secrets
import sys
import tempfile
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import rondel
from rondel.cli.dev import opener
from rondel.cli.named import named, settled
from rondel.cli.play import PERSON, cast, opened_for_writing, usual
from rondel.door import FILE_PREFIX
from rondel.engine.chance.chance import seed_bytes
from rondel.engine.text import ENGLISH, _, say
from rondel.players.bots.registry import bot
from rondel.server import protocol, serve
from rondel.server.live.bots.bot_pool import BotPool

PATIENCE: Final = 600.0
"""Seconds a bot may take for an answer: here somebody has asked for one that thinks so long."""


def web(
    name: str,
    *,
    role: str,
    against: str,
    seed: int | None,
    options: Sequence[str],
    seats: int | None,
    record: Path | None,
    port: int,
    show: bool | None,
    lang: str = ENGLISH,
) -> None:
    """Serve a table of the game until interrupted, and then write the record of the last game there. Raises `UnknownGame`,
    `BadOption`, `UnknownRole`, `UnknownBot`, and `CannotServe`."""
    kind = named(name, instead=True)
    chosen = settled(kind, options)
    game = rondel.new(kind, seats=seats, options=chosen)
    who = cast(game.roles, role, against or usual(game))
    wanted = protocol.NewTable(kind.name, tuple([_seat(each, spec) for each, spec in who.items()]), chosen)
    for spec in who.values():
        if spec != PERSON:
            bot(spec)
    if record is not None:
        opened_for_writing(record)
    own = [Path(name)] if kind.__module__.startswith(FILE_PREFIX) else []
    logging.getLogger("rondel.server").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="rondel-play-") as folder:
        serve(
            port=port,
            data=Path(folder),
            open_table=wanted,
            games=own,
            opened=opener(show),
            bots=BotPool(
                games=[str(each) for each in own],
                grace=PATIENCE,
                running_grace=PATIENCE,
                luck=secrets.randbits if seed is None else random.Random(seed).getrandbits,  # noqa: S311 - asked for
            ),
            luck=None if seed is None else luck(seed),
            closing=None if record is None else writer(record, lang),
        )


def luck(seed: int) -> Callable[[int], bytes]:
    """What games are dealt by, the same each time: the first is the game that the terminal deals by that seed.

    >>> first = luck(7)(32)
    >>> rondel.new("hearts", seed=first).key() == rondel.new("hearts", seed=7).key()
    True
    """
    drawn = 0

    def draw(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return seed_bytes(seed) if drawn == 1 else blake2b(seed_bytes(seed) + b"%d" % drawn, digest_size=size).digest()

    return draw


def writer(path: Path, lang: str) -> Callable[[dict[str, Any]], None]:
    """What writes a record to that file, and says so."""

    def write(record: dict[str, Any]) -> None:
        path.write_text(json.dumps(record) + "\n", encoding="utf-8")
        sys.stdout.write(say(_("The record is in {file}."), lang, file=path) + "\n")
        sys.stdout.flush()

    return write


def _seat(role: str, spec: str) -> protocol.NewSeat:
    return protocol.NewSeat(role, "open") if spec == PERSON else protocol.NewSeat(role, "bot", spec)
