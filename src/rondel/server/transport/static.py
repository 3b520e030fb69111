"""The built web client, served as static files.

``/`` and the other `ADDRESSES` are the same page, which reads its address itself; ``/table/{id}`` is one of its own, without
what is not for playing, and brings along what is to be seen there (`preload`); the rest are the files the build made. At any
other address a browser gets the page too, as the body of a 404, and it says that there is nothing. Where no client has been
built, the page says so and what to do. A client that is built anew while the server runs is noticed and sent from then on.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream

from rondel.server.protocol.refused import Refusal
from rondel.server.transport.auth import PRIVATE
from rondel.server.transport.preload import preloaded

CLIENT: Final = Path(__file__).parents[1] / "client"
"""Where the build puts the client, and where a wheel carries it."""

ADDRESSES: Final = (
    "/",
    "/replay/{table_id:str}",
    "/rules/{game:str}",
    "/account",
    "/people/{name:str}",
    "/games/{game:str}/leaderboard",
)
"""Where the page is: the lobby, the rounds played at a table, the rules of a game; an account, a profile, a leaderboard."""

TABLE: Final = "/table/{table_id:str}"
"""Where the page of a table is."""

PACKED: Final = (".js", ".css")
"""What is sent packed to who unpacks it: over a slow line that is most of the time until a table is there."""

KINDS: Final = "assets/kinds-"
"""What the name of the script begins with that draws what is no grid."""

CODINGS: Final = ("br", "gzip")
"""In what it is packed, the smaller first: the build has made the one, and the other is made here."""

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
    """The handlers that send the client found in that folder; more ``addresses`` are the same page too."""
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
    async def table(table_id: FromPath[str], request: Request[Any, Any, Any]) -> Response[bytes] | Stream:
        index = built.read("table.html") or built.read("index.html")
        if index is None:
            return missing()
        return Stream(preloaded(index, request, table_id, built.named(KINDS)), media_type="text/html", headers=PRIVATE)

    @get("/{path:path}", name="files")
    async def file(path: FromPath[Path], request: Request[Any, Any, Any]) -> Response[bytes]:
        name = path.as_posix().lstrip("/")
        found = built.read(name)
        if found is None:
            index = built.read("index.html")
            if index is not None and "text/html" in request.headers.get("accept", ""):
                return whole(index, 404)
            raise Refusal("not_found", "there is nothing at this address")
        media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        # The build writes a digest of the content into the names of what it puts into assets/.
        lasting = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        headers = {"cache-control": lasting, "vary": "accept-encoding"}
        for coding in CODINGS:
            if coding in request.headers.get("accept-encoding", "") and (packed := built.packed(name, coding)) is not None:
                return Response(packed, media_type=media_type, headers={**headers, "content-encoding": coding})
        return Response(found, media_type=media_type, headers=headers)

    return [page, table, file]


class Built:
    """The files of the client that was built last, by their names.

    Only names that were listed are opened: nothing a browser sends is ever joined to a path. They are listed again when the
    page or a folder with files in it has changed, as a new build changes them.
    """

    def __init__(self, client: Path) -> None:
        self._client = client
        self._files: dict[str, Path] = {}
        self._watched: tuple[Path, ...] = (client, client / "index.html")
        self._seen: tuple[int, ...] = ()
        self._packed: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        """What is in the file of that name; None when the client has no such file."""
        if (times := self._times()) != self._seen:
            self._list()
            self._seen = times  # from before the listing, so that what comes during it is found the next time
        found = self._files.get(name)
        try:
            return None if found is None else found.read_bytes()
        except FileNotFoundError:
            return None  # a build is going on, which empties its folder first

    def named(self, beginning: str) -> str:
        """The name of the script whose name begins like that; empty when there is none."""
        return next((each for each in self._files if each.startswith(beginning) and each.endswith(".js")), "")

    def packed(self, name: str, coding: str) -> bytes | None:
        """The same in that coding, packed once and kept; None for what would hardly become smaller, or is not there."""
        if not name.endswith(PACKED):
            return None
        if coding == "br":
            return self.read(f"{name}.br")
        if name not in self._packed:
            found = self.read(name)
            if found is None:
                return None
            self._packed[name] = gzip.compress(found, mtime=0)
        return self._packed[name]

    def _list(self) -> None:
        self._packed.clear()
        files: dict[str, Path] = {}
        folders: list[Path] = []
        for folder, _, names in os.walk(self._client):  # it passes over what vanishes under it
            folders.append(Path(folder))
            files.update({(Path(folder) / each).relative_to(self._client).as_posix(): Path(folder) / each for each in names})
        self._files = files
        self._watched = (self._client, self._client / "index.html", *folders)

    def _times(self) -> tuple[int, ...]:
        return tuple(_changed(each) for each in self._watched)


def _changed(path: Path) -> int:
    """When a file or folder was changed last; 0 for one that is not there."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
