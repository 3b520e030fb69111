"""The shipped games in a browser: what they offer is packed in one list, and the rules of each are in a file of their own.

So the first table fetches the rules of one game, however many there are. ``scripts/pyodide_pack.py`` writes the list and the
files. In a checkout there is no list, and all rules lie in their places.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

import msgspec

from rondel.server import protocol
from rondel.server.protocol.refused import Refusal

LIST: Final = Path(__file__).with_name("packed_games.json")
"""What the packed games offer, as a list of `protocol.GameInfo`."""

SHELF: Final = "rondel.shelf"
"""The package of the games."""

Fetch = Callable[[str], bool]
"""Puts the files of the game of that name in their places; False where they do not arrive."""


@cache
def packed_offers() -> tuple[protocol.GameInfo, ...]:
    """What the packed games offer, so that none is imported for the library. Empty in a checkout."""
    if not LIST.is_file():
        return ()
    return msgspec.json.decode(LIST.read_bytes(), type=tuple[protocol.GameInfo, ...])


class PackedGames(MetaPathFinder):
    """Has the files of a game fetched when the first of its modules is imported, and leaves the import to others."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch
        self._here = set[str]()
        """The names of the games whose files are in their places."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """None. Refused as ``unavailable`` where the game does not arrive: the next import asks for it again."""
        package, _dot, game = fullname.rpartition(".")
        if package == SHELF and game not in self._here:
            if not self._fetch(game):
                raise Refusal("unavailable", "the rules of this game did not arrive: is there a network? Then try again")
            self._here.add(game)
            importlib.invalidate_caches()
        return None


def fetch_games(fetch: Fetch) -> None:
    """Ask ``fetch`` for each game that is imported from now on."""
    sys.meta_path.insert(0, PackedGames(fetch))
