"""Letterings: a text for each cell of a board, kept from one question to the next.

The journal tells which cells were written since the last question, so only they are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rondel.engine.components.boards.field import Field
from rondel.engine.components.token import Token

Letters = Mapping[str, Mapping[str, str]]
"""A text for each owner and face of a token."""


class Lettering:
    """The texts of one board by one table of letters. It does not refer to the board, which would be a cycle."""

    __slots__ = ("_count", "_last", "_texts", "_veiled", "empty", "letters")

    def __init__(self, letters: Letters, empty: str) -> None:
        self.letters = letters
        """The table, by whose identity it is found again: rules mostly ask with a constant."""
        self.empty = empty
        self._texts: list[str] = []
        self._count = 0
        """The number of entries in the journal at the last question, ..."""
        self._last: object = None
        """... and the last of them."""
        self._veiled = False
        """Whether a token lies face down: that it was read is noted each time."""

    def of(self, field: Field) -> list[str]:
        """The texts now. Raises `LookupError` for a token that has no letter."""
        journal = field._journal
        entries: list[Any] = [] if journal is None else journal.entries
        count = len(entries)
        since = self._count
        texts = self._texts
        if 0 < since <= count and not self._veiled and count - since < len(texts) and entries[since - 1] is self._last:
            # An entry that is still in its place, and all before it, have not been undone since.
            for number in range(since, count):
                entry: tuple[Any, ...] = entries[number]
                target: Any = entry[0]
                if target is field:
                    index: int = entry[1]
                    if index < len(texts):
                        texts[index] = self._text(field._tokens[index])
                elif isinstance(target, Token) and target._container is field:
                    texts[target._index] = self._text(field._tokens[target._index])
        else:
            self._veiled = False
            texts = [self._text(token) for token in field._tokens]
            self._texts = texts
        self._count = count
        self._last = entries[count - 1] if count > 0 else None
        return texts.copy()

    def lacks(self, field: Field) -> Token | None:
        """The first token that has no letter."""
        for token in field._tokens:
            try:
                self._text(token)
            except (LookupError, TypeError):
                return token
        return None

    def _text(self, token: Token | None) -> str:
        if token is None:
            return self.empty
        if token._shown_to is not None:
            self._veiled = True
        return self.letters[token._owner or ""][token.face]
