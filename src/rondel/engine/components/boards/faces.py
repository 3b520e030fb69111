"""Faces: fields whose tokens are found by owner and face, and written as letters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rondel.engine.components.boards.field import Field
from rondel.engine.components.boards.lettering import Lettering
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import Token
from rondel.errors import RulesError

_TOKENS: Final = "tokens of each role"
"""The key of the cached results of `Board.tokens_of`."""
_FACES: Final = "cells of each role and face"
"""The key of those of `Board.cell_of`."""


class Faces(Field):
    """A field that knows its tokens by owner and face. Authors use `Grid`, `HexGrid` and `Edges`, which are boards."""

    __slots__ = ()

    def tokens_of(self, role: str) -> list[tuple[Cell, Token]]:
        """The tokens of ``role`` (on top), each with its cell, in the order of the board."""
        if self._guarded:
            self._read()
        known: dict[str, list[tuple[Cell, Token]]] | None = self._found.get(_TOKENS)
        if known is None:
            known = self._found[_TOKENS] = {}
        elif role in known:  # rules ask several times between two writes
            return known[role][:]
        tokens = self._tokens
        found: list[tuple[Cell, Token]] = []
        own: Any = self._own(role)
        owners: list[Any] = self._owners  # see `Board.owned`
        for index, owner in enumerate(owners):
            if owner is own:
                token = tokens[index]
                if token is not None:
                    found.append((self._shape.cells[index], token))
        known[role] = found
        return found[:]

    def letters(self, letters: Mapping[str, Mapping[str, str]], empty: str = ".") -> list[str]:
        """A text for each cell in the order of the board, by the owner and the face of its token (on top), for notations and
        for keys of positions: ``letters["white"]["king"]``. Raises `RulesError` for a token that has none.

        >>> from rondel.shelf.reversi import Reversi
        >>> "".join(Reversi().board.letters({"black": {"": "x"}, "white": {"": "o"}}))[24:40]
        '...ox......xo...'
        """
        if self._guarded:
            self._read()
        known: Lettering | None = self._lettering
        if known is None or known.letters is not letters or known.empty != empty:
            known = self._lettering = Lettering(letters, empty)
        try:
            return known.of(self)
        except (LookupError, TypeError):
            self._lettering = None
            raise RulesError(
                f"letters has none for {known.lacks(self)!r} of {self._what()} {self.name!r}; give one for each owner and face"
            ) from None

    def cell_of(self, role: str, face: str) -> Cell | None:
        """The first cell with a token of ``role`` (on top) with that face, such as a king's; None if there is none."""
        if self._guarded:
            self._read()
        known: dict[tuple[str, str], Cell | None] | None = self._found.get(_FACES)
        if known is None:
            known = self._found[_FACES] = {}
        elif (role, face) in known:  # rules ask several times between two writes
            return known[role, face]
        found: Cell | None = None
        veiled = False
        own: Any = self._own(role)
        owners: list[Any] = self._owners  # see `Board.owned`
        for index, owner in enumerate(owners):
            if owner is own:
                token = self._tokens[index]
                if token is not None:
                    veiled = veiled or token._shown_to is not None
                    if token.face == face:
                        found = self._shape.cells[index]
                        break
        if not veiled:  # that a face-down token was read is noted each time
            known[role, face] = found
        return found

    def _own(self, role: str) -> str:
        """The game's own string object for a role, which owners are compared with."""
        journal = self._journal
        own = None if journal is None else journal.owners.get(role)
        return role if own is None else own
