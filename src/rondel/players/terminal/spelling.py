"""Spelling: moves in a game's own notation, ``Nf3``, made from the scene's letters and the move's places.

The terminal and the page use the same rules, which know no game: see `Game.written`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

Move: TypeAlias = Mapping[str, Any]
"""A move of a view."""

_CASTLED: Final = re.compile(r"\s*[0Oo]-[0Oo]")
_MARKS: Final = re.compile(r"e\.p\.|[^\w]|_|x")


def spellings(written: Mapping[str, str], view: Mapping[str, Any], move: Move) -> list[str]:
    """The spellings of a move: its piece, any part of its origin that is needed or allowed, and its target; none if the game
    has no notation for it.

    >>> from rondel.shelf.chess.notation import WRITTEN
    >>> pawn = {"at": "e2", "face": "pawn"}
    >>> view = {"containers": {"board": {"tokens": [pawn]}}}
    >>> spellings(WRITTEN, view, {"text": "move(e2,e4)", "action": "move", "places": ["board:e2", "board:e4"]})
    ['e4', 'ee4', '2e4', 'e2e4']
    """
    start, goal = [*move["places"], "", ""][:2]
    face = _face(view, start)
    letter = written.get(face)
    if letter is None or not goal:
        return []
    begin, end = start.partition(":")[2], goal.partition(":")[2]
    own = written.get(f"{face} {begin} {end}")
    if own is not None:
        return [own]
    inside = move["text"][len(move["action"]) + 1 : -1].split(",")[2:]
    rest = "".join([written.get(word, word) for word in inside])
    column = _column(begin)
    which = [column, begin[len(column) :], begin]
    if letter or column == _column(end):  # a piece without a letter is named by its column when it leaves it
        which.insert(0, "")
    return [letter + each + end + rest for each in which]


def spelt(text: str, moves: Sequence[Move], spell: Callable[[Move], Sequence[str]]) -> list[Move]:
    """The moves with this spelling: capitals count if they tell two moves apart; marks for captures, checks or promotions may
    be left out.

    >>> moves = [{"text": "bishop"}, {"text": "pawn"}]
    >>> [move["text"] for move in spelt("Bxc3+", moves, lambda move: ["Bc3"] if move["text"] == "bishop" else ["bc3"])]
    ['bishop']
    """
    wanted = _bare(text)
    if not wanted:
        return []
    said = [(move, [_bare(each) for each in spell(move)]) for move in moves]
    exact = [move for move, ways in said if wanted in ways]
    return exact or [move for move, ways in said if wanted.lower() in [way.lower() for way in ways]]


def _face(view: Mapping[str, Any], place: str) -> str:
    """The face of the first visible token at a place; empty if there is none."""
    name, _, at = place.partition(":")
    contents = view["containers"].get(name) or {}
    for token in (*contents.get("tokens", ()), *contents.get("known", ())):
        if str(token.get("at")) == at or str(token.get("at")).startswith(f"{at}."):
            return str(token.get("face") or "")
    return ""


def _column(cell: str) -> str:
    return cell.rstrip("0123456789")


def _bare(text: str) -> str:
    """The text without marks; a zero stands for an O too."""
    return _MARKS.sub("", re.sub("[0o]", "O", text) if _CASTLED.match(text) else text)
