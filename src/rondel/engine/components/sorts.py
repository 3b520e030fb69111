"""Sorts: the equal tokens of a bag, one outcome of a draw each, in an order that reveals nothing of their places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from rondel.engine.components.move import word
from rondel.engine.components.token import NO_PROPS, Token
from rondel.engine.visibility import CHANCE

Pattern: TypeAlias = tuple[list[list[int]], list[str], bool]
"""The places of the tokens of each sort of a bag, the texts of their draws, and whether none of these needs a number."""

_CACHED: Final = 4_096
_TEXTS: Final[dict[object, str]] = {}
"""A cache: the texts that tokens are ordered by, for the keys of tokens without props."""
_CONTENTS: Final = 256
_PATTERNS: Final[dict[tuple[object, ...], Pattern]] = {}
"""A cache: the patterns of bags whose tokens have no props, by the keys of the tokens. A new game begins with a known one."""


def in_order(tokens: Iterable[Token]) -> list[Token]:
    """Tokens in the order of their keys, equal ones by serial number."""
    # Tuples sort faster than by a key function. With the place no two are equal, so tokens are never compared.
    ranked = [(_text(token, token.key()), token.serial, place, token) for place, token in enumerate(tokens)]
    ranked.sort()
    return [each[3] for each in ranked]


def _text(token: Token, key: object) -> str:
    """The key of a token as a text; keys themselves cannot be compared, because they may contain None."""
    if token._props is not NO_PROPS:
        return repr(key)
    text = _TEXTS.get(key)
    if text is None:
        text = repr(key)
        if len(_TEXTS) < _CACHED:
            _TEXTS[key] = text
    return text


def _pattern(tokens: Sequence[Token], keys: Sequence[object]) -> Pattern:
    """The pattern of a bag with these tokens."""
    places: list[list[int]] = []
    texts: list[str] = []
    met: dict[object, int] = {}
    names: dict[str, int] = {}
    for _key, place in sorted([(_text(token, keys[place]), place) for place, token in enumerate(tokens)]):
        number = met.setdefault(keys[place], len(places))
        if number < len(places):
            places[number].append(place)
            continue
        places.append([place])
        name = word(tokens[place], CHANCE)
        same = names[name] = names.get(name, 0) + 1
        texts.append(f"draw({name})" if same == 1 else f"draw({name}@{same})")
    return places, texts, len(names) == len(texts)


class Sorts:
    """The possible outcomes of a draw from a bag: its tokens with equal ones together, in the order of their keys; equal tokens
    by serial number."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        keys = tuple([token.key() for token in tokens])
        for token in tokens:
            if token._props is not NO_PROPS:  # 1, 1.0 and True are equal, and differ as text
                pattern = _pattern(tokens, keys)
                break
        else:
            known = _PATTERNS.get(keys)
            if known is None:
                if len(_PATTERNS) >= _CONTENTS:
                    _PATTERNS.pop(tuple(_PATTERNS)[0], None)  # noqa: RUF015 - the oldest; other threads may change it meanwhile
                known = _PATTERNS[keys] = _pattern(tokens, keys)
            pattern = known
        self.tokens: list[list[Token]] = []
        self.counts: list[int] = []
        """The number of tokens of each sort."""
        self.texts: list[str] = pattern[1].copy()
        """The text of the draw of each sort, unique: ``draw(QS)``."""
        self._plain = pattern[2]
        for places in pattern[0]:
            alike = [tokens[place] for place in places]
            if len(alike) > 1:
                alike.sort(key=_serial)
            self.tokens.append(alike)
            self.counts.append(len(alike))

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


def _serial(token: Token) -> int:
    return token.serial
