"""The built web client, served as static files.

``/`` and the other `ADDRESSES` are the same page, which reads its own address. ``/table/{id}`` is a smaller page for playing,
and carries the table's first data (`preload`). The other addresses are the files of the build. For an unknown address a browser
gets the page as the body of a 404, and the page says that nothing is there. Where no client has been built, a page says so and
what to do. A client that is built anew while the server runs is sent from then on.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from rondel.server.catalog import page_files
from rondel.server.protocol.refused import Refusal
from rondel.server.transport.backend import HttpRequest
from rondel.server.transport.login.auth import PRIVATE
from rondel.server.transport.preload import preloaded

CLIENT: Final = Path(__file__).parents[1] / "client"
"""Where the build puts the client, and where a wheel carries it."""

ADDRESSES: Final = (
    "/",
    "/play",
    "/replay/{table_id:str}",
    "/rules/{game:str}",
    "/account",
    *("/mail/confirm", "/mail/reset", "/mail/unsubscribe"),
    "/people",
    "/people/{name:str}",
    "/people/{name:str}/messages",
    "/games/{game:str}/leaderboard",
    "/games/{game:str}/seasons",
    "/games/{game:str}/seasons/{season:str}",
    "/tournaments",
    "/tournaments/{tournament_id:str}",
)
"""The addresses of the page: the lobby, the playground, the rounds played at a table, the rules of a game, an account, what
links in mails lead to, an account's people, a profile, private messages, a leaderboard, that of a season, tournaments."""

TABLE: Final = "/table/{table_id:str}"
"""The address of the page of a table."""

PACKED: Final = (".js", ".css", ".wasm", ".zip")
"""Files that are sent compressed to clients that accept it: on a slow line they take most of the time until a table
is shown."""

HASHED: Final = ("assets/", "packed/")
"""The folders of files with a digest of the content in their names, but for the lists in ``packed``, which are JSON."""

KINDS: Final = "assets/kinds-"
"""The prefix of the script and the style sheet that draw layouts other than grids."""

CODINGS: Final = ("br", "gzip")
"""The encodings, the smaller first: the build makes the first, and the second is made here."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rondel</title>
<h1>The page has not been built</h1>
<p>This server runs from a source checkout in which the web client has not been built yet, so there is nothing to show here.</p>
<p>Stop it and start it with <code>make play</code>, which builds the client first (with Node 20, or one it fetches).</p>
<p>Other programs can play all the same: see <code>docs/protocol</code>.</p>
</html>
"""


def page_handlers(client: Path, addresses: Sequence[str] = ()) -> list[HTTPRouteHandler]:
    """The handlers that send the client in that folder; ``addresses`` are further addresses of the same page."""
    built = Built(client)

    def whole(index: bytes, status: int) -> Response[bytes]:
        return Response(index, media_type="text/html", status_code=status, headers={"cache-control": "no-cache"})

    def missing() -> Response[bytes]:
        return Response(NOT_BUILT.encode(), media_type="text/html", status_code=503)

    @get([*ADDRESSES, *addresses], name="page")
    async def page() -> Response[bytes]:
        index = built.read("index.html")
        return missing() if index is None else whole(index, 200)

    @get(TABLE, name="table")
    async def table(table_id: FromPath[str], request: HttpRequest) -> Response[bytes] | Stream:
        index = built.read("table.html") or built.read("index.html")
        if index is None:
            return missing()
        return Stream(preloaded(index, request, table_id, built.named(KINDS)), media_type="text/html", headers=PRIVATE)

    @get("/{path:path}", name="files")
    async def file(path: FromPath[Path], request: HttpRequest) -> Response[bytes]:
        name = path.as_posix().lstrip("/")
        if name not in built:
            index = built.read("index.html")
            if index is not None and "text/html" in request.headers.get("accept", ""):
                return whole(index, 404)
            raise Refusal("not_found", "there is nothing at this address")
        media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        hashed = name.startswith(HASHED) and not name.endswith(".json")
        lasting = "public, max-age=31536000, immutable" if hashed else "no-cache"
        headers = {"cache-control": lasting, "vary": "accept-encoding"}
        for coding in CODINGS:
            if (
                coding in request.headers.get("accept-encoding", "")
                and (packed := await built.packed(name, coding)) is not None
            ):
                return Response(packed, media_type=media_type, headers={**headers, "content-encoding": coding})
        if (found := built.read(name)) is None:
            raise Refusal("not_found", "there is nothing at this address")
        return Response(found, media_type=media_type, headers=headers)

    return [page, table, file]


class Built:
    """The files of the latest build, by name.

    Only listed names are opened: nothing that a browser sends is joined to a path. The list is renewed when the page or a
    folder with files in it has changed, as a new build changes them.
    """

    def __init__(self, client: Path) -> None:
        self._client = client
        self._files: dict[str, Path] = {}
        self._watched: tuple[Path, ...] = (client, client / "index.html")
        self._seen: tuple[int, ...] = ()
        self._packed: dict[str, asyncio.Task[bytes | None]] = {}

    def __contains__(self, name: str) -> bool:
        return self._path(name) is not None

    def read(self, name: str) -> bytes | None:
        """The content of the file of that name; None when the client has no such file."""
        path = self._path(name)
        try:
            return None if path is None else page_files.read(path)
        except FileNotFoundError:
            return None  # a build is running, which empties its folder first

    def _path(self, name: str) -> Path | None:
        if (times := self._times()) != self._seen:
            self._list()
            self._seen = times  # taken before the listing, so that changes during it are found the next time
        found = self._files.get(name) or self._files.get(name + page_files.ENDING)
        return found and found.with_name(Path(name).name)

    def named(self, beginning: str) -> tuple[str, ...]:
        """The names of the scripts and style sheets with that prefix."""
        plain = {each.removesuffix(page_files.ENDING) for each in self._files if each.startswith(beginning)}
        return tuple(sorted([each for each in plain if each.endswith(PACKED)]))

    async def packed(self, name: str, coding: str) -> bytes | None:
        """The file in that encoding, compressed once and cached; None for files that hardly become smaller, or do not exist.

        The largest takes a second, in a thread: tables are played on meanwhile."""
        if not name.endswith(PACKED):
            return None
        if coding == "br":
            return self.read(f"{name}.br")
        if name not in self._packed:
            if (path := self._path(name)) is None:
                return None
            self._packed[name] = asyncio.create_task(asyncio.to_thread(_gzipped, path))
        return await asyncio.shield(self._packed[name])  # others may wait for the same

    def _list(self) -> None:
        self._packed.clear()
        files: dict[str, Path] = {}
        folders: list[Path] = []
        for folder, _, names in os.walk(self._client):  # it skips files that vanish meanwhile
            folders.append(Path(folder))
            files.update({(Path(folder) / each).relative_to(self._client).as_posix(): Path(folder) / each for each in names})
        self._files = files
        self._watched = (self._client, self._client / "index.html", *folders)

    def _times(self) -> tuple[int, ...]:
        return tuple(_changed(each) for each in self._watched)


def _changed(path: Path) -> int:
    """When a file or folder was changed last; 0 where it does not exist."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _gzipped(path: Path) -> bytes | None:
    try:
        return gzip.compress(page_files.read(path), mtime=0)
    except FileNotFoundError:
        return None
