"""The page and its files; and what is said when it has not been built."""

from __future__ import annotations

import shutil
from pathlib import Path

import brotli
import pytest

from tests.server.harness import FAKE_CLIENT, Running

PEOPLE = ["/account", "/people/Ada%20L.", "/games/chess/leaderboard", "/games/chess/seasons", "/games/chess/seasons/2026-Q4"]


@pytest.mark.parametrize("path", ["/", "/table/abc", "/table/unknown-to-everybody", "/replay/abc", "/rules/chess", *PEOPLE])
def test_all_pages_are_one(server: Running, path: str) -> None:
    answer = server.get(path)
    assert answer.content == FAKE_CLIENT["index.html"]
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == ("no-store" if path.startswith("/table/") else "no-cache")


def test_files_named_by_their_content_are_kept_for_ever(server: Running) -> None:
    answer = server.get("/assets/app-1.js")
    assert answer.content == FAKE_CLIENT["assets/app-1.js"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert server.get("/mark.svg").headers["content-type"].startswith("image/svg+xml")
    assert server.get("/mark.svg").headers["cache-control"] == "no-cache"


def test_scripts_are_sent_packed_to_who_unpacks_them(server: Running) -> None:
    plain = server.get("/assets/app-1.js", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    packed = server.get("/assets/app-1.js", headers={"accept-encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.content == plain.content == FAKE_CLIENT["assets/app-1.js"]
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    smaller = {
        each: server.get("/assets/app-2.js", headers={"accept-encoding": each}) for each in ("br", "gzip, deflate, br", "gzip")
    }
    assert [each.headers["content-encoding"] for each in smaller.values()] == ["br", "br", "gzip"], "what the build has packed"
    assert [each.headers["content-length"] for each in smaller.values()][:2] == [
        str(len(FAKE_CLIENT["assets/app-2.js.br"]))
    ] * 2
    assert "content-encoding" not in server.get("/mark.svg", headers={"accept-encoding": "gzip"}).headers


def test_a_file_that_is_there_compressed_alone_is_sent_to_everybody(tmp_path: Path) -> None:
    content = b"PK" + bytes(range(256)) * 40
    (tmp_path / "client" / "packed").mkdir(parents=True)
    (tmp_path / "client" / "index.html").write_bytes(FAKE_CLIENT["index.html"])
    (tmp_path / "client" / "packed" / "rules-1.zip.br").write_bytes(brotli.compress(content))
    with Running(tmp_path, client=tmp_path / "client") as server:
        for coding, said in {"br": "br", "gzip": "gzip", "identity": None}.items():
            answer = server.get("/packed/rules-1.zip", headers={"accept-encoding": coding})
            assert answer.headers.get("content-encoding") == said
            assert answer.content == content
            assert (int(answer.headers["content-length"]) < 1000) == (said is not None)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/none.js",
        "/../arena.sqlite3",
        "/..%2farena.sqlite3",
        "/assets/../../arena.sqlite3",
        "//etc/passwd",
        "/assets",
        "/%00",
    ],
)
def test_nothing_but_the_built_files_is_sent(server: Running, path: str) -> None:
    answer = server.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_somebody_who_looks_at_a_wrong_address_sees_the_page_say_so(server: Running) -> None:
    answer = server.get("/no/such/page", headers={"accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer.content) == (404, FAKE_CLIENT["index.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_a_server_without_its_page_says_what_to_do(tmp_path: Path) -> None:
    with Running(tmp_path, client=tmp_path / "not built") as bare:
        answer = bare.get("/")
        assert answer.status_code == 503
        assert "make play" in answer.text
        assert bare.get("/assets/app-1.js", headers={"accept": "text/html"}).json()["code"] == "not_found"


def test_a_client_that_is_built_anew_is_sent_without_a_restart(tmp_path: Path) -> None:
    client = tmp_path / "client"
    with Running(tmp_path, client=client) as running:
        assert running.get("/").status_code == 503
        for number in (1, 2, 3):
            # As the build does it: the folder is emptied, then filled.
            shutil.rmtree(client, ignore_errors=True)
            assert running.get("/").status_code == 503
            (client / "assets").mkdir(parents=True)
            (client / "index.html").write_text(f"<script src=/assets/app-{number}.js>")
            page = running.get("/").text
            (client / "assets" / f"app-{number}.js").write_text(f"{number}")
            name = page.partition("=")[2].rstrip(">")
            assert running.get(name).text == f"{number}"
            assert running.get(f"/assets/app-{number - 1}.js").status_code == 404


def test_a_page_changed_in_its_place_is_read_again(tmp_path: Path) -> None:
    (tmp_path / "client").mkdir()
    index = tmp_path / "client" / "index.html"
    index.write_text("one")
    with Running(tmp_path, client=index.parent) as running:
        assert running.get("/").text == "one"
        index.write_text("another")
        assert running.get("/table/x").text == "another"
