"""Preloading: data embedded in the page of a table, so that the page is drawn as soon as its script runs.

Over a slow line every answer that is waited for takes half a second, and a socket that is opened by the script, to be asked by
it, takes two. So what the page would be told first comes in it: the very `Welcome` that this visitor, known by the cookie,
would be sent over the socket, made by the same room and from the same views, and no more. The socket then tells what has
happened since. Such a page is one person's business: it is never kept by anything on the way.

Where it cannot be made, or not at once, the page comes without it, and waits for its socket.
"""

from __future__ import annotations

import asyncio
import html
import logging
import re
from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from litestar import Request

from rondel.server.accounts.principal import NOBODY
from rondel.server.catalog import assets
from rondel.server.catalog.translations import languages
from rondel.server.live.table_registry import TableRegistry
from rondel.server.protocol.refused import Refusal
from rondel.server.transport import auth as door

_logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds the page waits for a table that has to be read first; one that is being played at is there at once."""

_NO_GRID: Final = re.compile(rb'"layout":"(?!grid")')
"""A container of a scene that is not drawn as a grid; within a text it would have other quotation marks."""

_encoder: Final = msgspec.json.Encoder()
_going_on: Final[set[asyncio.Task[bytes]]] = set()


async def preloaded(index: bytes, request: Request[Any, Any, Any], table_id: str, kinds: str = "") -> AsyncIterator[bytes]:
    """The page of a table for who asks for it, in two pieces: its head at once, so that what it names is being fetched while
    the table is looked up, and the rest with what it brings along. ``kinds`` is the script that draws what is no grid."""
    head, end, body = index.partition(b"</head>")
    yield head + end
    task = asyncio.create_task(_preload(request, table_id, kinds), name=f"preload {table_id}")
    _going_on.add(task)  # one that comes too late is not broken off: what it has read is there for the socket
    task.add_done_callback(_going_on.discard)
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    yield (task.result() if done else b"") + body


async def _preload(request: Request[Any, Any, Any], table_id: str, kinds: str) -> bytes:
    """What the page brings along, as a piece of HTML; nothing where there is nothing to bring."""
    arena: TableRegistry = request.app.state["arena"]
    try:
        door.checked(request, "request")
        visitor = await door.known(request)
        who = NOBODY if visitor is None else visitor.principal
        room = await arena.room(table_id)
        welcome = await room.welcome(*((door.keys(request), who.id) if who.may("play") else ((), "")))
        return placed(welcome, room.entry.game, kinds)
    except Refusal:
        return b""  # the socket will be told the same, and the page says it then
    except Exception:
        _logger.exception("the page of table %s comes without what it would bring along", table_id)
        return b""  # its head is on the way, so it has to end as a page


def placed(welcome: bytes, game: str, kinds: str = "") -> bytes:
    r"""The data as a block in the page, which is no script: nothing in it is ever run; and what this game needs besides what
    all do, begun to be fetched at once.

    >>> placed(b'{"name":"</script>"}', "reversi").decode().partition('"welcome":')[2]
    '{"name":"\\u003c/script>"}}</script>'
    """
    data = _encoder.encode({"languages": languages(), "welcome": msgspec.Raw(welcome)})
    # The only letter by which a block could end or a comment begin.
    block = b'<script type="application/json" id="preload">%s</script>' % data.replace(b"<", b"\\u003c")
    css = assets.dressed(game, {}).get("look", {}).get("css")
    links = f'<link rel="preload" as="style" href="{html.escape(css)}">' if css else ""
    if kinds and _NO_GRID.search(welcome):
        links += f'<link rel="modulepreload" crossorigin href="/{html.escape(kinds)}">'
    return links.encode() + block
