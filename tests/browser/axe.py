"""Whether a page breaks a rule of accessibility that a program can check: axe-core's for WCAG 2.0 to 2.2, levels A and AA."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (runOnly) => {
    const { violations, passes } = await axe.run(document, { runOnly, resultTypes: ["violations"], preload: false });
    const told = (rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`);
    return [passes.length, violations.flatMap(told)];
}"""
SMALL = """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
    .filter((each) => !each.closest(".board, .in-words, .nowhere, .log li") && each.checkVisibility())
    .map((each) => [each, (each.closest("label") ?? each).getBoundingClientRect()])
    .filter(([each, box]) => box.width < 43.5 || box.height < 43.5)
    .map(([each, box]) => `${each.outerHTML.slice(0, 120)}: ${box.width} by ${box.height}`)"""
RULES = 12
"""So many rules at least have something to look at on every page."""
ALL = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
COLOURS = ["color-contrast", "link-in-text-block"]
PLACES = ["target-size", "scrollable-region-focusable"]


def violations(page: Page) -> list[str]:
    """The rules of axe-core that the page breaks, and where."""
    looked, found = _run(page, ALL)
    assert looked >= RULES, f"only {looked} rules found something to look at"
    return found


def faint(page: Page) -> list[str]:
    """The rules about colours that the page breaks, and where: the others are the same in the light and in the dark."""
    return _some(page, COLOURS)


def laid_out(page: Page) -> list[str]:
    """The rules about colours, and about what has a size and a place, that the page breaks, and where: the others are the same
    on all screens."""
    return _some(page, [*COLOURS, *PLACES])


def broken(page: Page) -> list[str]:
    """The rules that the page breaks, and where; and what a finger would miss beside the board.

    The lines of a log are higher only where there is a finger (``pointer: coarse``), which a desk's browser does not have."""
    return [*violations(page), *small(page)]


def small(page: Page) -> list[str]:
    """What a finger would miss beside the board."""
    found: list[str] = page.evaluate(SMALL)
    return found


def _some(page: Page, rules: list[str]) -> list[str]:
    looked, found = _run(page, {"type": "rule", "values": rules})
    assert looked, "no words to look at"
    return found


def _run(page: Page, rules: Mapping[str, Any]) -> tuple[int, list[str]]:
    """How many of these rules found something to look at, and what breaks them."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    looked, found = page.evaluate(RUN, rules)
    return int(looked), list(found)
