"""A game's own assets: a style sheet and drawings beyond those of the page.

They lie in a folder ``look/`` beside the game's rules: ``look/NAME.css`` is loaded at the game's tables, and each ``<symbol>``
of ``look/NAME.svg`` whose id is a token's kind and face, ``tile-field``, draws that token. A person who may install rules may
install these. They are served from the page's own origin, and its content security policy lets neither run a script.
"""

from __future__ import annotations

import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import rondel
from rondel.door import brought
from rondel.errors import UnknownGame
from rondel.sources import file_of

KINDS: Final = {"css": "text/css", "svg": "image/svg+xml"}
"""The files there may be, and their media types."""

_SYMBOL: Final = re.compile(rb"""<symbol\b[^>]*?\bid=["']([\w. -]+)["']""")


def read(name: str, kind: str) -> bytes | None:
    """The content of that file of that game; None where there is no such game or file.

    >>> read("harvest_wheel", "svg")[:5], read("reversi", "css"), read("no_such_game", "css")
    (b'<svg ', None, None)
    """
    path = _path(name, kind)
    return path.read_bytes() if path is not None and path.is_file() else None


def dressed(name: str, scene: dict[str, Any]) -> dict[str, Any]:
    """A game's scene with its look, where it has one: ``css`` and ``svg`` are addresses, ``drawn`` the ids in the latter.

    >>> sorted(dressed("harvest_wheel", {})["look"]), dressed("reversi", {})
    (['css', 'drawn', 'svg'], {})
    """
    look: dict[str, Any] = {}
    for kind in KINDS:
        path = _path(name, kind)
        changed = _changed(path) if path is not None else None
        if path is None or changed is None:
            continue
        digest, symbols = _noted(path, changed)
        look[kind] = f"/api/games/{name}/look/{kind}?{digest}"
        if kind == "svg":
            look["drawn"] = symbols
    return {**scene, "look": look} if look else scene


def _path(name: str, kind: str) -> Path | None:
    if name in brought():
        return None  # its rules are not imported in this process: see `rule_host.sandbox`
    try:
        game: Any = rondel.find(name)  # any: mypy has classes of games for not hashable
    except UnknownGame:
        return None
    return _beside(game, name, kind) if kind in KINDS else None


def _changed(path: Path) -> int | None:
    """When the file was changed, in nanoseconds; None where there is none. Most games have none, and each welcome asks: this
    takes a third of the time of a `Path`."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return None


@lru_cache(maxsize=256)
def _beside(game: type, name: str, kind: str) -> Path | None:
    source = file_of(game)
    return None if source is None else source.parent / "look" / f"{name}.{kind}"


@lru_cache(maxsize=256)
def _noted(path: Path, _changed: int) -> tuple[str, list[str]]:
    """A digest of the file, and the ids of its symbols."""
    content = path.read_bytes()
    return hashlib.sha256(content).hexdigest()[:12], [each.decode() for each in _SYMBOL.findall(content)]
