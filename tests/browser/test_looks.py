"""The pictures of docs/how-it-looks.md: each part of the gallery as the page draws it. RONDEL_PICTURE=write writes them."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rondel
from tests.browser.pictures import WRITTEN
from tests.server import zygote

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
GALLERY = ROOT / "examples" / "gallery.py"
LOOKS = ROOT / "docs" / "images" / "looks"
PAGE = (ROOT / "docs" / "how-it-looks.md").read_text(encoding="utf-8")


def size(picture: bytes) -> tuple[int, int]:
    """The width and height in the head of a PNG file."""
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


def test_every_container_of_the_gallery_is_drawn_as_its_picture_shows(seat: Any) -> None:
    named = set(re.findall(r"images/looks/(\w+)\.png", PAGE))
    assert named == set(rondel.new(rondel.load(GALLERY)).view("red")["containers"])
    person = seat("Ada", viewport={"width": 1280, "height": 1000}, color_scheme="light")
    command = ("-m", "rondel", "dev", str(GALLERY), "--port", "0", "--no-open")
    with zygote.program(*command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            lines = iter(process.stdout.readline, "")
            address = next(found for found in (re.search(r"http://\S+/dev/table", line) for line in lines) if found)[0]
            person.page.goto(address)
            person.page.locator("main.table").wait_for()
            other: list[str] = []
            for name in sorted(named):
                part = person.page.locator(f'[data-container="{name}"]').first
                if WRITTEN:
                    part.evaluate("(part) => part.scrollIntoView({ block: 'center' })")  # the question stays at the top
                    LOOKS.mkdir(parents=True, exist_ok=True)
                    (LOOKS / f"{name}.png").write_bytes(part.screenshot(animations="disabled"))
                box = part.bounding_box()
                assert box is not None
                drawn, shown = (box["width"], box["height"]), size((LOOKS / f"{name}.png").read_bytes())
                if any(not 0.8 < one / kept < 1.25 for one, kept in zip(drawn, shown, strict=True)):
                    other.append(f"{name} is {drawn}, its picture {shown}")
            assert other == [], "take them again with `make pictures`"
            assert person.complaints == []
        finally:
            person.page.goto("about:blank")  # it would complain that the server has gone
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
