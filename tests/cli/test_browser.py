"""The browser that opens an address."""

from __future__ import annotations

import webbrowser

import pytest

from rondel.cli.browser import opener


def test_a_browser_is_opened_when_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(webbrowser, "open", seen.append)
    opener(True)("http://127.0.0.1:1/dev/table")
    opener(False)("http://127.0.0.1:2/dev/table")
    assert seen == ["http://127.0.0.1:1/dev/table"]
