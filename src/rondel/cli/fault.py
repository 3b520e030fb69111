"""An error in one line, for the author of a game: what went wrong, and where in their own file.

What the rules of a file raise is the author's to mend, so it is told without a traceback through Rondel.
"""

from __future__ import annotations

import re
import traceback
from difflib import get_close_matches
from pathlib import Path

import rondel
from rondel.door import FILE_PREFIX
from rondel.errors import RondelError


def told(error: BaseException) -> str:
    """An error in a line: with its type, unless it is one of ours, and with where in the author's file it came from.

    >>> told(KeyError("d3"))
    "KeyError: 'd3'"
    """
    ours = isinstance(error, RondelError)
    what = str(error) if ours else f"{type(error).__name__}: {error}{_meant(error)}"
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    authors = [each for each in frames if _by_author(each[0].f_globals)]
    if isinstance(error, SyntaxError) or not (authors or (frames and not ours)):
        return what
    frame, line = (authors or frames)[-1]
    return f"{what} in {frame.f_code.co_name}, {Path(frame.f_code.co_filename).name} line {line}"


def _meant(error: BaseException) -> str:
    """The name of ours that was meant by one that cannot be imported: a kind of state, most often."""
    asked = re.match(r"cannot import name '(\w+)' from 'rondel'", str(error)) if isinstance(error, ImportError) else None
    close = get_close_matches(asked[1], rondel.__all__, 1) if asked else []
    return f"; did you mean {close[0]!r}?" if close else ""


def in_rules(error: BaseException) -> bool:
    """Whether an error passed through the rules of a file, and so is its author's to mend.

    >>> in_rules(KeyError("d3"))
    False
    """
    return any(_by_author(frame.f_globals) for frame, _line in traceback.walk_tb(error.__traceback__))


def _by_author(names: dict[str, object]) -> bool:
    return str(names.get("__name__")).startswith(FILE_PREFIX)
