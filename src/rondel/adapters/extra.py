"""Extras: what an adapter needs that does not come with a lean install, and the error that says how to get it."""

from __future__ import annotations

import importlib.util

from rondel.errors import RondelError


class MissingExtra(RondelError, ImportError):
    """A package is missing that an adapter is made for; says which extra brings it."""

    code = "missing_extra"


def need(extra: str, *packages: str) -> None:
    """Raise `MissingExtra` if any of these packages is missing; ``extra`` brings them.

    >>> need("tea", "math", "teapot")
    Traceback (most recent call last):
    rondel.adapters.extra.MissingExtra: not installed, and needed here: teapot; pip install 'rondel[tea]' brings it
    """
    missing = [each for each in packages if importlib.util.find_spec(each) is None]
    if missing:
        them = "it" if len(missing) == 1 else "them"
        raise MissingExtra(f"not installed, and needed here: {', '.join(missing)}; pip install 'rondel[{extra}]' brings {them}")
