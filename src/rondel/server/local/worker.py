"""The Python side of the page's two workers: the arena, and what thinks.

JavaScript imports this module in Pyodide and uses `PageArena` or `Thinker`. All that passes between the two are texts. The
rules of a game arrive when they are needed (`fetch_games`).
Where the browser keeps Python's memory for its next start, it does so after `warm_up`, and goes on with `wake_up`.
"""

from __future__ import annotations

import gc
import importlib
import random
from collections.abc import Callable

import msgspec

from rondel.server.catalog.games import offers
from rondel.server.dev.trees import Unfold
from rondel.server.local.browser_arena import BrowserArena
from rondel.server.local.browser_bots import Ask
from rondel.server.local.browser_store import Keep
from rondel.server.local.packed_games import fetch_games, packed_offers
from rondel.server.local.requests import Request, Requests
from rondel.server.local.thinker import Thinker

__all__ = ["PageArena", "PageConnection", "Thinker", "exercise", "fetch_games", "wake_up", "warm_up"]

_STEPS = 10_000


class PageArena:
    """A `BrowserArena` whose messages are texts."""

    def __init__(self, keep: Keep, ask: Ask, unfold: Callable[[], Unfold] | None = None) -> None:
        self._arena = BrowserArena(keep, ask)
        self._requests = Requests(self._arena, unfold)

    def bring(self, table: str, text: str) -> None:
        """Take in the text under which a table was kept before; where it cannot be read, the table is refused as ``frozen``."""
        self._arena.store.bring(table, text)

    def connect(self, put: Callable[[str], None]) -> PageConnection:
        """A new connection; ``put`` is called with each frame for the page."""
        return PageConnection(self._arena, put)

    async def request(self, text: str) -> str:
        """The answer to a request of the HTTP API; both as JSON."""
        return msgspec.json.encode(await self._requests.answer(msgspec.json.decode(text, type=Request))).decode()


class PageConnection:
    """A connection of the page."""

    def __init__(self, arena: BrowserArena, put: Callable[[str], None]) -> None:
        def put_all(*frames: bytes) -> None:
            for frame in frames:
                put(frame.decode())

        self._connection = arena.connect(put_all)

    async def receive(self, frame: str) -> None:
        """Carry out one frame of the page."""
        await self._connection.receive(frame)

    def close(self) -> None:
        """The page has left."""
        self._connection.gone()


def exercise() -> None:
    """Work like that of rules, always the same: the time that it takes says how fast this machine is."""
    sum(each % 7 for each in range(_STEPS))


def warm_up() -> None:
    """Read what the games offer, as the first page does."""
    offers(packed_offers())
    importlib.invalidate_caches()  # an archive that is open here is not open there
    gc.collect()


def wake_up() -> None:
    """Go on from a memory that was kept: the files are new, and chance must not repeat itself."""
    importlib.invalidate_caches()
    random.seed()
