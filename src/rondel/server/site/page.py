"""The files of a site by name: the built page for a host without arena, and what its rules run on."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rondel import __version__
from rondel.errors import RondelError
from rondel.server.catalog import page_files
from rondel.server.site.folder import MARK
from rondel.server.site.service_worker import NAME as WORKER
from rondel.server.site.service_worker import ServiceWorker
from rondel.server.site.shelf import SiteGame, shelved

POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; connect-src 'self' blob:; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The policy that the page brings with it, as the host sends none. The workers of the rules are blobs, so they have it as well
(web/src/local/host.ts). Python's library reaches Pyodide as a blob."""

_LISTED: Final = "packed/files.json"
_MODULES: Final = "packed/modules.json"
_CHUNKS: Final = "chunks.json"
"""The build's list of chunks, by their modules: what each one imports, now or later."""
_ELSEWHERE: Final = ("table.html", "frame.html", "index.json", WORKER)
"""Files of the built page that only a server sends, or that a site has in a version of its own."""
_OF_ARENAS: Final = ("src/account/", "src/dev/workbench", "src/lobby/match/", "src/offline/", "src/playground/")
"""Modules that only the page of an arena imports, and only when they are needed."""
_CHECKING: Final = "findings"
"""The packed file that checks rules: a site has no editor."""

_NAMING: Final = (".html", ".js", ".css", ".webmanifest")
"""The kinds of files that name others."""


class NotBuilt(RondelError):
    """The page or the packed rules are not there; the message gives the command that makes them."""

    code = "not_built"


def modules(client: Path) -> list[str]:
    """The modules of Python that the page has. Raises `NotBuilt`."""
    found: list[str] = json.loads(_read(client, _MODULES))
    return found


def site_files(client: Path, games: Sequence[SiteGame]) -> dict[str, bytes]:
    """The files of a site with these games, made from the built page in that folder. Raises `NotBuilt`."""
    index, listed = _read(client, "index.html"), json.loads(_read(client, _LISTED))
    del listed[_CHECKING]
    shipped, packed = listed.pop("games"), listed.pop("rondel")
    of_games = {each.name: shipped[each.name] for each in games if not each.files}
    names = [each["name"] for each in (*listed.values(), *of_games.values())]
    rules = shelved(_read(client, f"packed/{packed['name']}"), games)
    hashed = f"rondel-{hashlib.sha256(rules).hexdigest()[:12]}.zip"
    files = {
        **_parts(client),
        **{f"packed/{name}": _read(client, f"packed/{name}") for name in names},
        "index.html": page(index.decode()).encode(),
        f"packed/{hashed}": rules,
        _LISTED: _json({**listed, "rondel": {"name": hashed, "size": len(rules)}, "games": of_games}),
    }
    worker = ServiceWorker.read(_read(client, WORKER).decode())
    return {
        **files,
        WORKER: worker.for_site(files).text().encode(),
        MARK: _json({"rondel": __version__, "games": {each.name: each.title for each in games}}),
        ".nojekyll": b"",  # GitHub would leave out files whose names begin with an underscore
    }


def page(index: str) -> str:
    """The document of a site, made from the one that a server sends: it says that there is no arena, brings its policy with it,
    and names its parts from its own folder.

    >>> page('<html lang="en"><script src="/assets/a.js"></script>')
    '<html lang="en" data-arena="browser"><script src="./assets/a.js"></script>'
    """
    metas = (f'http-equiv="Content-Security-Policy" content="{POLICY}"', 'name="referrer" content="no-referrer"')
    head = "".join([f"\n    <meta {each} />" for each in metas])
    index = re.sub(r"(<html\b[^>]*)>", r'\1 data-arena="browser">', index, count=1)
    index = re.sub(r"<meta charset=[^>]*>", lambda found: found[0] + head, index, count=1)
    return re.sub(r'(\b(?:src|href)=")/', r"\1./", index)


def _parts(client: Path) -> dict[str, bytes]:
    """The files of the built page that its document needs: those that it names, and those that they name."""
    unused = _chunks_of_arenas(client)
    files = [each for each in client.rglob("*") if each.is_file() and each.parent.name != "packed"]
    plain = {each.with_name(each.name.removesuffix(page_files.ENDING)) for each in files}
    built = [each for each in sorted(plain) if each.name not in _ELSEWHERE and each.name not in unused]
    waiting, found = [client / "index.html"], dict[str, bytes]()
    while waiting:
        path = waiting.pop()
        content = found[path.relative_to(client).as_posix()] = page_files.read(path)
        if path.suffix in _NAMING:
            named = [each for each in built if each.name.encode() in content]
            waiting += [each for each in named if each.relative_to(client).as_posix() not in found and each not in waiting]
    return found


def _chunks_of_arenas(client: Path) -> set[str]:
    """The names of the files that the document reaches by modules of arenas alone, or not at all."""
    chunks: dict[str, dict[str, Any]] = json.loads(_read(client, _CHUNKS))
    waiting, reached = ["index.html"], set[str]()
    while waiting:
        name = waiting.pop()
        reached.add(name)
        later = [each for each in chunks[name].get("dynamicImports", ()) if not each.startswith(_OF_ARENAS)]
        waiting += [each for each in [*chunks[name].get("imports", ()), *later] if each not in reached]
    used, every = [{file for name in names for file in _files_of(chunks[name])} for names in (reached, chunks)]
    return every - used


def _files_of(chunk: Mapping[str, Any]) -> list[str]:
    """The names of the files of a chunk.

    >>> _files_of({"file": "assets/page-1.js", "css": ["assets/page-2.css"], "imports": ["_play-3.js"]})
    ['page-1.js', 'page-2.css']
    """
    paths = [chunk["file"], *chunk.get("css", ()), *chunk.get("assets", ())]
    return [each.rpartition("/")[2] for each in paths]


def _read(client: Path, name: str) -> bytes:
    try:
        return page_files.read(client / name)
    except FileNotFoundError:
        what = "the rules for the browser are not packed" if name.startswith("packed/") else "the page is not built"
        raise NotBuilt(
            f"{what}: {str(client / name)!r} is missing; run `python3 scripts/prepare.py client` in the project's folder, or "
            "install Rondel again"
        ) from None


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1, ensure_ascii=False).encode()
