"""Pictures of the page: those of games in docs/images/games, and those that are only looked at, in ``test-artefacts``."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import FloatRect, Page

from tests.conftest import SCALE

ROOT = Path(__file__).parents[2]
ARTEFACTS = ROOT / "test-artefacts"
GAMES = ROOT / "docs" / "images" / "games"
TAKEN = SCALE >= 1 or "RONDEL_PICTURE" in os.environ
"""Whether the pictures that are only looked at are taken: `make test` has no time for them."""
WRITTEN = os.environ.get("RONDEL_PICTURE") == "write"
"""Whether the pictures of the documentation are written."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 82
SHARP = 1.5
"""Pixels of the picture for each of the page: readable on screens of both kinds."""


def take(page: Page, name: str, **how: Any) -> None:
    """A picture to look at, where those are taken."""
    if TAKEN:
        page.screenshot(path=ARTEFACTS / name, **how)


def keep(page: Page, box: FloatRect, name: str, scale: float = SHARP) -> None:
    """Write a part of the page as the two pictures of this name, as small WebP files."""
    GAMES.mkdir(parents=True, exist_ok=True)
    session = page.context.new_cdp_session(page)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        shot = session.send(
            "Page.captureScreenshot",
            {"format": "webp", "quality": QUALITY, "captureBeyondViewport": True, "clip": {**box, "scale": scale}},
        )
        (GAMES / f"{name}-{scheme}.webp").write_bytes(base64.b64decode(shot["data"]))
    session.detach()


def size(picture: bytes) -> tuple[int, int]:
    """The width and height in the head of a WebP file as Chromium writes it: with a colour profile, or without."""
    if picture[12:16] == b"VP8X":
        return int.from_bytes(picture[24:27], "little") + 1, int.from_bytes(picture[27:30], "little") + 1
    assert picture[12:16] == b"VP8 ", picture[:16]
    return int.from_bytes(picture[26:28], "little"), int.from_bytes(picture[28:30], "little")
