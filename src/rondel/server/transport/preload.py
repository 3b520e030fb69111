"""Preloading: data embedded in the page of a table, so that the page is drawn as soon as its script runs.

On a slow line each round trip takes half a second, and a socket that the script opens takes two of them before the first
answer. So the page carries its first data: the `Welcome` that this visitor, known by the cookie, would get over the socket,
made by the same table from the same views. The socket then sends what has happened since. Such a page holds one person's data
and is never cached.

Where the data cannot be made, or not at once, the page is sent without it and waits for its socket.
"""

from __future__ import annotations

import asyncio
import html
import logging
import re
from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from rondel.server.accounts.principal import NOBODY
from rondel.server.catalog import assets
from rondel.server.catalog.translations import languages
from rondel.server.protocol.refused import Refusal
from rondel.server.transport.backend import HttpRequest, backend
from rondel.server.transport.login import auth

_logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds the page waits for a table that has to be loaded; a table in memory is ready at once."""

_NO_GRID: Final = re.compile(rb'"layout":"(?!grid")')
"""A container of a scene that is not drawn as a grid; inside a text the quotation marks would be escaped."""

_encoder: Final = msgspec.json.Encoder()
_going_on: Final[set[asyncio.Task[bytes]]] = set()


async def preloaded(index: bytes, request: HttpRequest, table_id: str, kinds: Sequence[str] = ()) -> AsyncIterator[bytes]:
    """The page of a table in two pieces: its head at once, so that the browser fetches the head's files while the table is
    loaded, and then the rest with the data. ``kinds`` are the files that draw layouts other than grids."""
    head, end, body = index.partition(b"</head>")
    yield head + end
    task = asyncio.create_task(_preload(request, table_id, kinds), name=f"preload {table_id}")
    _going_on.add(task)  # a late one is not cancelled: the socket will use what it has loaded
    task.add_done_callback(_going_on.discard)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    yield (task.result() if done else b"") + body


async def _preload(request: HttpRequest, table_id: str, kinds: Sequence[str]) -> bytes:
    """The data as a piece of HTML; empty where there is none."""
    try:
        await auth.check_rate(request, "request")
        visitor = await auth.authenticate(request)
        who = NOBODY if visitor is None else visitor.principal
        room = await backend(request).arena.table(table_id)
        welcome = await room.welcome(*((auth.seat_tokens(request), who.id) if who.may("play") else ((), "")))
        return placed(welcome, room.entry.game, kinds)
    except Refusal:
        return b""  # the socket gets the same refusal, and the page shows it then
    except Exception:
        _logger.exception("the page of table %s comes without what it would bring along", table_id)
        return b""  # its head is sent already, so the page has to be completed


def placed(welcome: bytes, game: str, kinds: Sequence[str] = ()) -> bytes:
    r"""The data as a block in the page that is not executed, and links that prefetch the other files of this game.

    >>> placed(b'{"name":"</script>"}', "reversi").decode().partition('"welcome":')[2]
    '{"name":"\\u003c/script>"}}</script>'
    """
    data = _encoder.encode({"languages": languages(), "welcome": msgspec.Raw(welcome)})
    # The only character that could end the block or begin a comment.
    block = b'<script type="application/json" id="preload">%s</script>' % data.replace(b"<", b"\\u003c")
    css = assets.dressed(game, {}).get("look", {}).get("css")
    links = f'<link rel="preload" as="style" href="{html.escape(css)}">' if css else ""
    for name in kinds if _NO_GRID.search(welcome) else ():
        how = 'rel="modulepreload"' if name.endswith(".js") else 'rel="preload" as="style"'
        links += f'<link {how} crossorigin href="/{html.escape(name)}">'
    return links.encode() + block
