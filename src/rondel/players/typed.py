"""What a person types, understood as one of the legal moves.

``play_disc(d3)``, ``play_disc d3``, ``d3`` and the number in the list all mean the same move. What cannot be understood gets
an answer that helps.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

SHOWN: Final = 12
"""How many moves an answer names at most."""


class NotUnderstood(Exception):
    """What was typed is not one of the moves; the message says what could be meant."""


def understand(typed: str, moves: Sequence[Mapping[str, Any]], *, places: Collection[str] = ()) -> str:
    """The text of the move that is meant. ``moves`` are those of a view, ``places`` the names of all cells there are.

    Raises `NotUnderstood`.

    >>> moves = [{"text": f"play_disc({cell})", "action": "play_disc"} for cell in ("d3", "c4", "f5", "e6")]
    >>> understand("D3", moves), understand("#2", moves), understand("4", moves), understand("play_disc f5", moves)
    ('play_disc(d3)', 'play_disc(c4)', 'play_disc(e6)', 'play_disc(f5)')
    >>> understand("c44", moves)
    Traceback (most recent call last):
    rondel.players.typed.NotUnderstood: I do not understand 'c44'. Did you mean c4? ...
    """
    said = plain(typed)
    texts = [move["text"] for move in moves]
    full = {plain(move["text"]): move["text"] for move in moves}
    if typed.strip() in texts:
        return typed.strip()
    if said in full:
        return str(full[said])
    for meant in (
        [move["text"] for move in moves if plain(short(move)) == said],
        [move["text"] for move in moves if plain(move["action"]) == said],
    ):
        if len(meant) == 1:
            return str(meant[0])
        if meant:
            raise NotUnderstood(f"{typed.strip()!r} can mean {listed(meant)}. Type more of it, or its number.")
    counted = re.fullmatch(r"#?(\d+)", typed.strip())
    if counted:
        if 1 <= int(counted[1]) <= len(texts):
            return str(texts[int(counted[1]) - 1])
        raise NotUnderstood(f"There is no move number {counted[1]}: they go from 1 to {len(texts)}.")
    begun = [
        move["text"] for move in moves if said and (plain(move["text"]).startswith(said) or plain(short(move)).startswith(said))
    ]
    if len(begun) == 1:
        return str(begun[0])
    if begun:
        raise NotUnderstood(f"{typed.strip()!r} can mean {listed(begun)}. Type more of it, or its number.")
    raise NotUnderstood(_nonsense(typed.strip(), said, moves, places))


def short(move: Mapping[str, Any]) -> str:
    """A move without its action's name: ``d3``; the name alone where there is nothing else.

    >>> short({"text": "move(a1,b2)", "action": "move"}), short({"text": "pass_on", "action": "pass_on"})
    ('a1 b2', 'pass_on')
    """
    inside = move["text"][len(move["action"]) :]
    return inside[1:-1].replace(",", " ") if inside else str(move["text"])


def plain(text: str) -> str:
    """A text without what people leave out: capitals, brackets, commas.

    >>> plain(" Move( A1, b2 )")
    'move a1 b2'
    """
    return " ".join(re.sub(r"[\s,;()]+", " ", text).lower().split())


def listed(texts: Sequence[str]) -> str:
    """Some of them, separated by commas, and how many there are if not all fit."""
    shown = ", ".join(texts[:SHOWN])
    return f"{shown}, ... ({len(texts)} in all)" if len(texts) > SHOWN else shown


def names(moves: Sequence[Mapping[str, Any]]) -> list[str]:
    """What to type for each move: the short form where it means one move only."""
    shorts = [short(move) for move in moves]
    return [each if shorts.count(each) == 1 else move["text"] for each, move in zip(shorts, moves, strict=True)]


def _nonsense(typed: str, said: str, moves: Sequence[Mapping[str, Any]], places: Collection[str]) -> str:
    ways = names(moves)
    legal = f"You can play {listed(ways)}."
    if said in {place.lower() for place in places}:
        return f"{typed!r} is on the board, but not a legal move now. {legal}"
    by_form = {plain(form): way for move, way in zip(moves, ways, strict=True) for form in (move["text"], way)}
    close = difflib.get_close_matches(said, by_form, 3, 0.6)
    hint = f"Did you mean {' or '.join(dict.fromkeys(by_form[each] for each in close))}? " if close else ""
    return f"I do not understand {typed!r}. {hint}{legal} Type help for help."
