"""The planted bugs by name, and how one is planted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Patch = pytest.MonkeyPatch
Bug = Callable[[Patch], None]

PLANTED: dict[str, Bug] = {}
"""Those that a world must show."""

GATHERED: dict[str, Bug] = {}
"""Those about who sits where before a game begins, which a gathering must show."""


def planted(bug: Bug) -> Bug:
    """Have a bug planted in worlds."""
    PLANTED[bug.__name__] = bug
    return bug


def gathered(bug: Bug) -> Bug:
    """Have a bug planted in gatherings."""
    GATHERED[bug.__name__] = bug
    return bug
