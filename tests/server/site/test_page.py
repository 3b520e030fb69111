"""The files of a site: what it takes of the built page, and what its document says."""

import json
import re
from pathlib import Path

import pytest

import rondel
from rondel.server.site.folder import MARK
from rondel.server.site.page import POLICY, NotBuilt, modules, site_files
from rondel.server.site.service_worker import ServiceWorker, integrity
from rondel.server.site.shelf import site_game
from rondel.server.transport.static import CLIENT


@pytest.mark.skipif(not (CLIENT / "packed" / "files.json").exists(), reason="the page is not built here")
def test_the_document_names_its_parts_from_its_own_folder_and_brings_its_policy() -> None:
    files = site_files(CLIENT, [site_game(rondel.find("tic_tac_toe"))])
    index = files["index.html"].decode()
    assert index.index(POLICY) < index.index("<script"), "before anything is loaded"
    assert '<html lang="en" data-arena="browser">' in index
    named = re.findall(r'(?:src|href)="([^"]+)"', index)
    assert named
    assert [each for each in named if each.removeprefix("./") not in files or not each.startswith("./")] == []
    listed = json.loads(files["packed/files.json"])
    games = listed.pop("games")
    assert list(games) == ["tic_tac_toe"]
    packed = [*listed.values(), *games.values()]
    assert [len(files[f"packed/{each['name']}"]) for each in packed] == [each["size"] for each in packed]
    assert len([name for name in files if name.startswith("packed/")]) == len(packed) + 1, "and the list itself"
    assert "findings" not in listed, "it has no editor, whose text they are about"
    chunks = json.loads((CLIENT / "chunks.json").read_text(encoding="utf-8"))
    of_arenas = [chunks[f"src/{name}"]["file"] for name in ("account/page.tsx", "playground/editor/code-editor.ts")]
    assert not files.keys() & set(of_arenas)
    assert json.loads(files[MARK])["games"] == {"tic_tac_toe": "Tic-tac-toe"}
    assert not [name for name in files if name.endswith(".br") or name in ("table.html", "frame.html")]
    worker = ServiceWorker.read(files["service-worker.js"].decode())
    assert {*worker.files, *worker.later} == {each for each in files if each.startswith(("index.html", "assets/", "packed/"))}
    assert worker.files["index.html"] == integrity(files["index.html"]), "the site's document, and not the arena's"
    assert {each for each in files if each.startswith("packed/")} <= worker.later.keys()
    [entry] = re.findall(r'<script [^>]*src="/([^"]+)"', (CLIENT / "table.html").read_text(encoding="utf-8"))
    assert entry not in files, "no script that only a server's document names"


def test_what_is_not_built_is_told_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(NotBuilt, match=r"the rules for the browser are not packed: .*prepare\.py client"):
        modules(tmp_path)
    with pytest.raises(NotBuilt, match=r"the page is not built: .*prepare\.py client"):
        site_files(tmp_path, [])
