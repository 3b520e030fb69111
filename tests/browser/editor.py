"""The playground in the tests: its editor, and its table."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def write(page: Page, text: str) -> None:
    """Replace the text in the editor, as somebody does who pastes another and saves it."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    page.keyboard.press("Control+s")


def place(page: Page, name: str) -> Locator:
    """A cell of the board."""
    return page.locator(f'.board [data-place$="{name}"]')
