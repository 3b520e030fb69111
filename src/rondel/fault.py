"""An error in one line, for the author of a game: the error, and its place in the author's file.

The author corrects an error of the rules, so it is reported without a traceback through Rondel. The command prints it, and an
editor marks its place.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import rondel
from rondel.door import FILE_PREFIX
from rondel.engine.declarations.action import Action
from rondel.errors import RondelError, closest

PARTS = (rondel.Pile, rondel.Row, rondel.Grid, rondel.Token)
"""The classes whose methods an author may look for in the game."""


def told(error: BaseException) -> str:
    """An error in one line: its type unless it is Rondel's own, its message, and its place in the author's file.

    >>> told(KeyError("d3"))
    "KeyError: 'd3'"
    """
    ours = isinstance(error, RondelError)
    what = worded(error)
    frames = list(traceback.walk_tb(error.__traceback__))
    found = authors(error)
    if isinstance(error, SyntaxError) or not (found or (frames and not ours)):
        return what
    frame, line = (found or frames)[-1]
    return f"{what} (in {frame.f_code.co_name}, {Path(frame.f_code.co_filename).name} line {line})"


def worded(error: BaseException) -> str:
    """An error without its place: its type unless it is Rondel's own, its message, and a hint for an unknown name."""
    return str(error) if isinstance(error, RondelError) else f"{type(error).__name__}: {error}{_meant(error)}"


def authors(error: BaseException) -> list[tuple[FrameType, int]]:
    """The frames and lines of the author's file in an error's traceback, the innermost last. If there are none, those of its
    cause: a clearer error may replace one of Python's."""
    found = [each for each in traceback.walk_tb(error.__traceback__) if _by_author(each[0].f_globals)]
    if isinstance(error, RecursionError):
        # Under a trace function the calls that were too deep have frames as well, with the lines of their 'def'.
        while len(found) > 1 and found[-1][1] == found[-1][0].f_code.co_firstlineno:
            found.pop()
    cause = error.__cause__
    if not isinstance(error, RondelError) or not isinstance(cause, (AttributeError, TypeError, RecursionError)):
        return found
    return authors(cause) or found


def _meant(error: BaseException) -> str:
    """The hint for an unknown name: the import that is missing, the name that was probably meant, or the part that has it."""
    name: str | None = None
    known: Sequence[str] = ()
    if isinstance(error, ImportError):
        asked = re.match(r"cannot import name '(\w+)' from 'rondel'", str(error))
        name, known = asked[1] if asked else None, rondel.__all__
    elif isinstance(error, NameError) and error.name in rondel.__all__:
        return f"; import it: from rondel import {error.name}"
    elif isinstance(error, AttributeError) and isinstance(error.obj, (rondel.Game, Action)):
        name, known = error.name, [each for each in dir(error.obj) if not each.startswith("_")]
    close = closest(name, known) if name else ""
    if close:
        return f"; did you mean {close!r}?"
    if not (name and isinstance(error, AttributeError) and isinstance(error.obj, rondel.Game)):
        return ""
    owner = next((each.__name__ for each in PARTS if hasattr(each, name)), "")
    return f"; a {owner} has it" if owner else ""


def in_rules(error: BaseException) -> bool:
    """Whether an error passed through the rules of a file, and so is its author's to mend.

    >>> in_rules(KeyError("d3"))
    False
    """
    return bool(authors(error))


def _by_author(names: dict[str, object]) -> bool:
    return str(names.get("__name__")).startswith(FILE_PREFIX)
