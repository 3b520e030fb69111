"""Texts: messages with placeholders, marked for translation, filled in where they are read.

Authors mark a text with `_`; the wire carries the message and its arguments, never the filled text, so one log can be
read in many languages. Placeholders are in braces: ``{actplayer}`` the player whose turn it is, ``{you}`` the reader,
and whatever arguments belong to the text.
"""

from __future__ import annotations

from collections.abc import Mapping
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


def placeholders(message: str) -> list[str]:
    """The names in braces, in order. Raises ``ValueError`` for broken braces.

    >>> placeholders("{actplayer} plays {cell}")
    ['actplayer', 'cell']
    """
    return [name for _literal, name, _format, _conversion in Formatter().parse(message) if name is not None]


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
