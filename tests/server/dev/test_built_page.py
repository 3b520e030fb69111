"""Whether the page has been built since its sources were changed."""

from __future__ import annotations

import os
from pathlib import Path

from rondel.server.dev.built_page import outdated


def checkout(root: Path, *, source: int, page: int, stamp: int = 0) -> Path:
    """The folder of a built page in a checkout; the numbers are the times of the files."""
    client = root / "src" / "rondel" / "server" / "client"
    for path, time in (
        (root / "web" / "src" / "main.ts", source),
        (client / "index.html", page),
        (client / ".built-from", stamp),
    ):
        if time:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
            os.utime(path, (time, time))
    return client


def test_a_page_that_is_older_than_its_sources_is_named_with_the_command(tmp_path: Path) -> None:
    assert outdated(checkout(tmp_path, source=2_000, page=1_000)) == (
        "The page is older than web/src/main.ts: `python scripts/prepare.py client` builds it anew."
    )


def test_a_page_built_since_then_is_not_named(tmp_path: Path) -> None:
    assert outdated(checkout(tmp_path, source=1_000, page=2_000)) == ""


def test_a_build_that_was_not_needed_counts(tmp_path: Path) -> None:
    assert outdated(checkout(tmp_path, source=2_000, page=1_000, stamp=3_000)) == ""


def test_without_sources_or_a_page_nothing_is_said(tmp_path: Path) -> None:
    assert outdated(checkout(tmp_path / "installed", source=0, page=1_000)) == ""
    assert outdated(checkout(tmp_path / "unbuilt", source=1_000, page=0)) == ""
