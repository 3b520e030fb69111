"""Texts: messages with placeholders, marked for translation, filled in where they are read.

Authors mark a text with `_`; the wire carries the message and its arguments, never the filled text, so one log can be
read in many languages. Placeholders are in braces: ``{actplayer}`` the player whose turn it is, ``{you}`` the reader,
and whatever arguments belong to the text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any, Final

PLAYERS: Final = ("actplayer", "you")
"""Placeholders the engine fills in itself."""


def translatable(message: str) -> str:
    """Mark a message for translation; returns it as it is. Authors know it as ``_``.

    >>> _("{actplayer} plays {cell}")
    '{actplayer} plays {cell}'
    """
    return message


_ = translatable  # Not defined by this name: the compiler takes a function called ``_`` for one that nobody calls.


@lru_cache(maxsize=1_000)
def placeholders(message: str) -> tuple[str, ...]:
    """The names in braces, in order. Raises ``ValueError`` for broken braces.

    >>> placeholders("{actplayer} plays {cell}")
    ('actplayer', 'cell')
    """
    return tuple([name for _literal, name, _format, _conversion in Formatter().parse(message) if name is not None])


def faults(where: str, message: str, known: Collection[str] | None) -> list[str]:
    """What is wrong with a message's placeholders, where only the ``known`` ones are filled in; None if all may be.

    >>> faults("ask", "{you} must play {crad}", ("actplayer", "you", "card"))
    ['the ask has the unknown placeholder {crad}; known here: {actplayer}, {you}, {card}']
    """
    try:
        used = placeholders(message)
    except ValueError as error:
        return [f"the {where}, {message!r}, has broken braces: {error}"]
    found: list[str] = []
    for name in used:
        if not name.isascii() or not name.isidentifier():
            found.append(f"the {where} has the placeholder {{{name}}}; use a plain ASCII name")
        elif known is not None and name not in known:
            listed = ", ".join("{" + each + "}" for each in known)
            found.append(f"the {where} has the unknown placeholder {{{name}}}; known here: {listed or 'none'}")
    return found


def render(message: str, args: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """The filled text for a reader in English; ``names`` says what roles are called.

    >>> render("{actplayer} plays {cell}", {"actplayer": {"role": "black"}, "cell": "d3"})
    'black plays d3'
    """
    filled = {name: _shown(value, names or {}) for name, value in args.items()}
    return message.format_map(filled)


def _shown(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, Mapping):
        if "role" in value:
            return names.get(value["role"], value["role"])
        if "text" in value:
            return render(value["text"], value.get("args", {}), names)
    if isinstance(value, list | tuple):
        return ", ".join(_shown(each, names) for each in value)
    return str(value)
