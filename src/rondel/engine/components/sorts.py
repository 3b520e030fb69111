"""Sorts: the equal tokens of a bag, one outcome of a draw each, in an order that reveals nothing of their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rondel.engine.components.move import word
from rondel.engine.components.token import NO_PROPS, Token
from rondel.engine.visibility import CHANCE

_CACHED: Final = 4_096
_TEXTS: Final[dict[object, str]] = {}
"""A cache: the texts that tokens are ordered by, for the keys of tokens without props."""


def in_order(tokens: Iterable[Token]) -> list[Token]:
    """Tokens in the order of their keys, equal ones by serial number."""
    # Tuples sort faster than by a key function. With the place no two are equal, so tokens are never compared.
    ranked = [(_text(token), token.serial, place, token) for place, token in enumerate(tokens)]
    ranked.sort()
    return [each[3] for each in ranked]


def _text(token: Token) -> str:
    """The key of a token as a text; keys themselves cannot be compared, because they may contain None."""
    key = token.key()
    if token._props is not NO_PROPS:
        return repr(key)
    text = _TEXTS.get(key)
    if text is None:
        text = repr(key)
        if len(_TEXTS) < _CACHED:
            _TEXTS[key] = text
    return text


class Sorts:
    """The possible outcomes of a draw from a bag: its tokens with equal ones together, in the order of their keys."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        # In the order of keys, so that equal tokens are neighbours.
        self.tokens: list[list[Token]] = []
        self.counts: list[int] = []
        """The number of tokens of each sort."""
        self.texts: list[str] = []
        """The text of the draw of each sort, unique: ``draw(QS)``."""
        met: dict[object, int] = {}
        names: dict[str, int] = {}
        for token in tokens:
            key = token.key()
            number = met.get(key, -1)
            if number >= 0:
                self.tokens[number].append(token)
                self.counts[number] += 1
                continue
            met[key] = len(self.tokens)
            self.tokens.append([token])
            self.counts.append(1)
            name = word(token, CHANCE)
            same = names[name] = names.get(name, 0) + 1
            self.texts.append(f"draw({name})" if same == 1 else f"draw({name}@{same})")
        self._plain = len(names) == len(self.texts)

    def without(self, token: Token) -> bool:
        """Remove a token. Returns False if that changes the texts of the others, so that the sorts must be computed anew."""
        if not self._plain:
            return False
        for number, alike in enumerate(self.tokens):
            if alike[0] is token:
                alike.pop(0)
                self.counts[number] -= 1
                if not alike:
                    del self.tokens[number]
                    del self.counts[number]
                    del self.texts[number]
                return True
        return False
