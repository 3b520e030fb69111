"""The page: the built web client, sent as files.

``/`` and ``/table/{id}`` are the same page, which reads its address itself; the rest are the files the build made. At any other
address a browser gets the page too, as the body of a 404, and it says that there is nothing. Where no client has been built,
the page says so and what to do.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from rondel.server.refusal import Refusal

CLIENT: Final = Path(__file__).parent / "client"
"""Where the build puts the client, and where a wheel carries it."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rondel</title>
<h1>The page has not been built</h1>
<p>This server runs from a source checkout in which the web client has not been built yet, so there is nothing to show here.</p>
<p>Stop it and start it with <code>make play</code>, which builds the client first (with Node 20, or one it fetches).</p>
<p>Other programs can play all the same: see <code>docs/protocol.md</code>.</p>
</html>
"""


def page_handlers(client: Path) -> list[HTTPRouteHandler]:
    """The handlers that send the client found in that folder."""
    files = _files(client)

    def whole(index: Path, status: int) -> Response[bytes]:
        return Response(index.read_bytes(), media_type="text/html", status_code=status, headers={"cache-control": "no-cache"})

    @get(["/", "/table/{table_id:str}"], name="page")
    async def page() -> Response[bytes]:
        index = files.get("index.html")
        if index is None:
            return Response(NOT_BUILT.encode(), media_type="text/html", status_code=503)
        return whole(index, 200)

    @get("/{path:path}", name="files")
    async def file(path: FromPath[Path], request: Request[Any, Any, Any]) -> Response[bytes]:
        name = path.as_posix().lstrip("/")
        # Only names that were listed at the start are opened: nothing a client sends is ever joined to a path.
        found = files.get(name)
        if found is None:
            index = files.get("index.html")
            if index is not None and "text/html" in request.headers.get("accept", ""):
                return Response(
                    index.read_bytes(), media_type="text/html", status_code=404, headers={"cache-control": "no-cache"}
                )
            raise Refusal("not_found", "there is nothing at this address")
        media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        # The build writes a digest of the content into the names of what it puts into assets/.
        lasting = "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"
        return Response(found.read_bytes(), media_type=media_type, headers={"cache-control": lasting})

    return [page, file]


def _files(client: Path) -> dict[str, Path]:
    return (
        {each.relative_to(client).as_posix(): each for each in client.rglob("*") if each.is_file()} if client.is_dir() else {}
    )
