"""``rondel dev``: a game that is being written, served to its author: edit, save, look."""

from __future__ import annotations

import logging
import os
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from rondel.cli.named import typed
from rondel.cli.play import PERSON, cast
from rondel.errors import BadOption
from rondel.search.tree.unfolding import Unfolding
from rondel.server import protocol, serve
from rondel.server.dev.source import Source
from rondel.server.dev.workbench import Bench


def dev(
    given: str, *, role: str, against: str, options: Sequence[str], seats: int | None, port: int, show: bool | None
) -> None:
    """Serve the game in that file, package or module until interrupted. Raises `UnknownGame`, and `CannotServe`."""

    def wanted(game: protocol.GameInfo) -> protocol.NewTable:
        return table(game, role=role, against=against, options=options, seats=seats)

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    logging.getLogger("rondel.server").setLevel(logging.CRITICAL)  # what the author is to know, the bench says
    bench = Bench(Source.named(given), wanted, say)
    with tempfile.TemporaryDirectory(prefix="rondel-dev-") as folder:
        serve(port=port, data=Path(folder), unfold=Unfolding, bench=bench, opened=opener(show), say=say)


def table(game: protocol.GameInfo, *, role: str, against: str, options: Sequence[str], seats: int | None) -> protocol.NewTable:
    """The table at which the author tries a game: every seat is theirs, unless somebody is to play ``against`` them. Raises
    `BadOption`, `UnknownRole`."""
    count = game.fewest if seats is None else seats
    if not game.fewest <= count <= len(game.roles):
        raise BadOption(f"{game.name} is for {game.fewest} to {len(game.roles)} players, and not for {count}")
    who = cast(game.roles[:count], role, against or PERSON)
    chosen = typed({option["name"]: option["default"] for option in game.options}, options)
    return protocol.NewTable(game.name, tuple([_seat(each, spec) for each, spec in who.items()]), chosen)


def opener(show: bool | None) -> Callable[[str], None]:
    """What shows an address in a browser: if asked to, or where somebody sits at a screen and did not say no."""
    wanted = show if show is not None else sys.stdout.isatty() and _has_screen()
    return (lambda address: (webbrowser.open(address), None)[1]) if wanted else (lambda address: None)


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _seat(role: str, spec: str) -> protocol.NewSeat:
    return protocol.NewSeat(role, "me") if spec == PERSON else protocol.NewSeat(role, "bot", spec)
