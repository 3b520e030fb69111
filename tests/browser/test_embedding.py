"""A table on somebody's own page: in a frame, where the host has allowed it, and nowhere else."""

from __future__ import annotations

import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.pictures import take
from tests.server.harness import Running, bot, free

pytestmark = pytest.mark.browser

GUIDE = (Path(__file__).parents[2] / "docs" / "embedding.md").read_text(encoding="utf-8")
FRAME = re.findall(r"```html\n(.*?)```", GUIDE, re.DOTALL)[0]
"""The frame as the guide has it."""


def page(address: str) -> bytes:
    """The club's page, with the guide's frame of that table."""
    frame = FRAME.replace("https://games.example.org/table/uQ7c0hQ4S2y6s9m1oWc2Vg", address)
    return f'<!doctype html><html lang="en"><title>The club</title><h1>The club</h1>{frame}</html>'.encode()


@contextmanager
def shown(pages: dict[str, bytes]) -> Iterator[str]:
    """A club's own server, at a port and a host name of its own; its origin."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages.get(self.path, b""))

        def log_message(self, *_: object) -> None:
            """Nobody wants to know."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://localhost:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_table_is_played_on_a_page_that_may_show_it_and_on_no_other(tmp_path: Path, seat: Any) -> None:
    pages: dict[str, bytes] = {}
    with shown(pages) as club, shown(pages) as stranger, Running(tmp_path, embedders=[club]) as arena:
        made = arena.create("tic_tac_toe", free("x"), bot("o", "random"))
        address = f"{arena.address}/table/{made['table']}#invite={made['invite']}&seats=x"
        pages["/"] = page(address)
        person = seat("Ada")
        person.page.goto(club)
        table = person.page.frame_locator("iframe")
        table.locator('[data-place="board:b2"]').click()
        expect(table.locator("main.table")).to_have_attribute("data-step", "2.0")
        take(person.page, "embedded.jpg")
        with person.context.expect_page() as beside:
            table.locator("a.logo").click()
        expect(beside.value.locator("main.lobby")).to_be_visible()
        beside.value.close()
        assert person.complaints == []

        person.page.goto(stranger)
        expect(person.page.locator("iframe")).to_be_visible()
        assert any("frame-ancestors" in complaint for complaint in person.complaints)
        assert person.page.frame_locator("iframe").locator(".board").count() == 0
        person.complaints.clear()
