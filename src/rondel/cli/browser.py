"""The browser of the person who starts a server: opens an address in it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable


def opener(show: bool | None) -> Callable[[str], None]:
    """A function that opens an address in a browser: if asked to, or by default on a machine with a screen."""
    import webbrowser

    wanted = show if show is not None else sys.stdout.isatty() and _has_screen()
    return (lambda address: (webbrowser.open(address), None)[1]) if wanted else (lambda address: None)


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
