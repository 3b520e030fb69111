"""The page for a player: at an arena (its time until ready, size, speed, frames, memory), and without one, where rules and bots
run in the browser.

A real Chromium with a separate real server, both on this machine.

    python benchmarks/page.py [arena] [browser] [--write]

``--write`` stores what was measured in benchmarks/PAGE.md; a part that was not stays there as it was. Each part takes a few
minutes, and measures the page only on an idle machine: on a busy one put ``chrt -r 1`` before it.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from playwright.sync_api import BrowserType, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src"), str(ROOT / "scripts")]

from page_figures import arena_page, browser_arena  # noqa: E402
from page_figures.figure import Figure  # noqa: E402

RESULTS = ROOT / "benchmarks" / "PAGE.md"
INTRODUCTION = """# The page

Written by `python benchmarks/page.py --write`; how it is measured is said in `benchmarks/page_figures`.
"""
PARTS: dict[str, tuple[str, Callable[[BrowserType, str], Iterator[Figure]]]] = {
    "arena": ("At an arena", arena_page.figures),
    "browser": ("Without an arena", browser_arena.figures),
}
"""The title of each part, and what measures it with a Chromium at a path."""


def main() -> int:
    """Measure, print, and keep the tables if asked to; exit code 1 when a limit was missed."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    arguments.add_argument("parts", nargs="*", metavar="PART", help=f"{' or '.join(PARTS)}; by default both")
    arguments.add_argument("--write", action="store_true", help="keep the tables in benchmarks/PAGE.md")
    chosen = arguments.parse_args()
    if unknown := set(chosen.parts) - set(PARTS):
        arguments.error(f"there is no part {sorted(unknown)[0]!r}; name {' or '.join(PARTS)}")
    chromium = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "google-chrome", "chromium-headless-shell"))), None
    )
    if chromium is None:
        arguments.error("there is no Chromium: install it, or name one in $CHROMIUM")
    is_met = True
    with sync_playwright() as playwright:
        for part in chosen.parts or PARTS:
            title, measure = PARTS[part]
            rows: list[str] = []
            for figure in measure(playwright.chromium, chromium):
                rows.append(figure.row())
                print(rows[-1], flush=True)
                is_met = is_met and figure.met
            if chosen.write:
                table = "\n".join(["| what | | unit | limit |", "| --- | --- | --- | --- |", *rows])
                text = f"## {title}\n\n{table}\n\n{circumstances(chromium)}\n"
                RESULTS.write_text(replaced(RESULTS.read_text(encoding="utf-8"), title, text), encoding="utf-8")
    return 0 if is_met else 1


def replaced(report: str, title: str, text: str) -> str:
    """The report with another text for the part of that title.

    >>> print(replaced("# The page\\n\\n## Without an arena\\n\\nold\\n", "At an arena", "## At an arena\\n\\nnew\\n"))
    # The page
    <BLANKLINE>
    Written by `python benchmarks/page.py --write`; how it is measured is said in `benchmarks/page_figures`.
    <BLANKLINE>
    ## At an arena
    <BLANKLINE>
    new
    <BLANKLINE>
    ## Without an arena
    <BLANKLINE>
    old
    <BLANKLINE>
    """
    found = {each.partition("\n")[0]: f"## {each.strip()}\n" for each in re.split(r"^## ", report, flags=re.MULTILINE)[1:]}
    found[title] = text
    return "\n".join([INTRODUCTION, *[found[each] for each, _measure in PARTS.values() if each in found]])


def circumstances(chromium: str) -> str:
    """When and on what it was measured, and what else the machine did."""
    version = subprocess.run([chromium, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    load = os.getloadavg()[0]
    first = ", which waited for this, run at real-time priority" if os.sched_getscheduler(0) == os.SCHED_RR else ""
    busy = (
        f"Other work ran on the machine meanwhile{first}: its load was {load:.1f}."
        if load > 1.5
        else "Nothing else ran on the machine."
    )
    return f"{date.today()}, {os.cpu_count()} cores, {platform.system()}, {version} without a graphics card. {busy}"


if __name__ == "__main__":
    raise SystemExit(main())
