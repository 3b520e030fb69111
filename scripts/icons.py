"""Draw the icons of the installed app as PNG files, from the one drawing in this module.

    python scripts/icons.py           writes web/public/icons/

Chromium draws them. ``rondel.svg`` and ``any-*`` have round corners on a transparent ground. ``maskable-*`` and
``apple-*`` fill their square, since the system cuts the corners: all that matters lies in the circle of 80 % that it leaves.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import prepare
from playwright.sync_api import sync_playwright

ICONS: Final = prepare.WEB / "public" / "icons"

GROUND, INK, SLICE, HUB = "#1d6b57", "#f4f0e8", "#e58a45", "#1d6b57"
"""Colours of the page: its accent, its paper, and the warm slice of the logo."""

SIZES: Final = {"any-192": 192, "any-512": 512, "maskable-512": 512, "apple-180": 180}
"""The width of each picture in pixels."""


def drawing(corner: float, scale: float) -> str:
    """The wheel of the logo on a square of 100, with that radius of its corners and that size of the wheel.

    >>> drawing(22, 1).startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">')
    True
    """
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<rect width="100" height="100" rx="{corner}" fill="{GROUND}"/>'
        f'<g transform="translate(50 50) scale({2.9 * scale:g})" stroke="{INK}" fill="none">'
        f'<path d="M0 0V-12A12 12 0 0 1 8.5-8.5Z" fill="{SLICE}" stroke="none"/>'
        '<circle r="12" stroke-width="1.7"/>'
        '<path d="M0-12V12M-12 0H12M-8.5-8.5 8.5 8.5M8.5-8.5-8.5 8.5" stroke-width="1.25"/>'
        f'<circle r="3.2" fill="{HUB}" stroke-width="1.25"/></g></svg>\n'
    )


def draw(name: str) -> str:
    """The drawing of the icon of that name."""
    return drawing(22, 1) if name.startswith("any") else drawing(0, 0.92)


def main() -> None:
    """Write the drawing, and a picture of each size."""
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, prepare.BROWSERS)), None)
    ICONS.mkdir(parents=True, exist_ok=True)
    (ICONS / "rondel.svg").write_text(drawing(22, 1), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{draw(name)}")
            page.screenshot(path=ICONS / f"{name}.png", omit_background=True)
            page.close()
        browser.close()
    prepare.say(f"{len(SIZES)} pictures are in {Path(os.path.relpath(ICONS, prepare.ROOT))}")


if __name__ == "__main__":
    main()
