"""The built page: in a checkout it can be older than its sources, and then shows nothing of their last changes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

BUILD: Final = "python scripts/prepare.py client"


def outdated(client: Path) -> str:
    """The warning that the page was built before the last change of its sources; empty if not, and outside a checkout."""
    sources = client.parents[3] / "web" / "src"
    page, stamp = client / "index.html", client / ".built-from"
    built = max([each.stat().st_mtime for each in (page, stamp) if each.is_file()], default=0.0)
    changed = [each for each in sources.rglob("*") if each.is_file() and each.stat().st_mtime > built]
    if not built or not changed:
        return ""
    last = max(changed, key=lambda each: each.stat().st_mtime).relative_to(client.parents[3])
    return f"The page is older than {last}: `{BUILD}` builds it anew."
