"""The moves of tokens with places, as long as each token lies where it lay and looks as it did.

A token belongs to one game, so these moves are kept with its journal, and not with the action as the moves of cells are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rondel.engine.components.cell import Cell, Spot
from rondel.engine.components.container import Row
from rondel.engine.components.move import Move, word
from rondel.engine.components.token import Token
from rondel.engine.visibility import sees


class NamedToken:
    """A token of a row as moves name it, with its moves that were made."""

    def __init__(self, token: Token, holder: Row, said: str) -> None:
        self.holder = holder
        self.face = token._face
        self.owner = token._owner
        self.word = said
        self.listed = 0
        """The number of the list that it was in last."""
        self.board: object = None
        """The shape of the board whose cells are the other part."""
        self.on: list[Move | None] = []
        """The moves by the number of the cell."""
        self.at: dict[str, Move] = {}
        """The moves with other places, by their names."""


class TokenMoves:
    """The moves of one action and role in one game."""

    def __init__(self, role: str, action: str, message: str, names: tuple[str, ...]) -> None:
        self._role = role
        self._action = action
        self._message = message
        self._names = names
        self._tokens: dict[Token, NamedToken] = {}
        self._words: dict[str, int] = {}
        """The number of the list in which each word named a token last."""
        self._listings = 0

    def of(self, options: Sequence[Any]) -> list[Move] | None:
        """The moves of pairs of a token and a place, each once. None for other options, for tokens that do not lie openly in a
        row, and where two tokens have the same name."""
        listing = self._listings = self._listings + 1
        listed: list[Move] = []
        last: object = None
        named: NamedToken | None = None
        for option in options:
            if type(option) is not tuple or len(option) != 2:
                return None
            token: Any = option[0]
            if token is not last or named is None:
                named = self._name(token, listing)
                if named is None:
                    return None
                last = token
            if not self._list(named, token, [option[1]], listed):
                return None
        return listed

    def begin(self) -> None:
        """Begin a list of moves to `add` to."""
        self._listings += 1

    def add(self, token: object, cells: Sequence[Any], listed: list[Move]) -> bool:
        """Add the moves of a token with each of these places to a list that was begun; False as `of` returns None."""
        named = self._name(token, self._listings)
        return named is not None and self._list(named, token, cells if isinstance(cells, list) else list(cells), listed)

    def _list(self, named: NamedToken, token: object, cells: list[Any], listed: list[Move]) -> bool:
        listing = self._listings
        board, on = named.board, named.on
        for cell in cells:
            if not isinstance(cell, Cell) or cell.of is None:
                if not self._list_spot(named, token, cell, listed):
                    return False
                continue
            if cell.of is not board:
                if board is not None:
                    return False
                board = named.board = cell.of
            index = cell.index
            move = on[index] if index < len(on) else None
            if move is None:
                move = Move(self._role, self._action, (token, cell), self._message, self._names)
                while len(on) <= index:
                    on.append(None)
                on[index] = move
            if move.listed != listing:
                move.listed = listing
                listed.append(move)
        return True

    def _list_spot(self, named: NamedToken, token: object, spot: object, listed: list[Move]) -> bool:
        """Add the move of a token with a place that has no number; False for what is no place, and for another one of that
        name."""
        if not isinstance(spot, Spot):
            return False
        move = named.at.get(spot.name)
        if move is None:
            if "," in spot.name:  # in texts of moves it separates parts
                return False
            move = named.at[spot.name] = Move(self._role, self._action, (token, spot), self._message, self._names)
        elif move.args[1] is not spot:
            return False
        if move.listed != self._listings:
            move.listed = self._listings
            listed.append(move)
        return True

    def _name(self, token: object, listing: int) -> NamedToken | None:
        """A token in a list; None if it has no name of its own there, or not always the same."""
        if not isinstance(token, Token) or token._shown_to is not None:
            return None
        holder = token._container
        named = self._tokens.get(token)
        if named is None or named.holder is not holder or named.face is not token._face or named.owner is not token._owner:
            if not isinstance(holder, Row) or not sees(holder._visible_to, self._role):
                return None
            named = self._tokens[token] = NamedToken(token, holder, word(token, self._role))
        if named.listed != listing:
            if self._words.get(named.word, 0) == listing:
                return None
            named.listed = self._words[named.word] = listing
        return named
