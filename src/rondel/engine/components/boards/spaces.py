"""Spaces: containers whose places hold stacks of tokens; the base of tracks and areas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from rondel.engine.components.cell import Cell
from rondel.engine.components.container import Container
from rondel.engine.components.token import Token
from rondel.engine.visibility import Visibility
from rondel.errors import BadPosition, RulesError, is_a

if TYPE_CHECKING:
    from rondel.engine.components.viewer import Viewer


class Spaces(Container):
    """Places with stacks of tokens. Authors use `Track` and `Area`.

    ``capacity`` is the maximum number of tokens on a place, None for any number.
    """

    __slots__ = ("capacity",)

    def __init__(self, name: str, visible_to: Visibility, backs: Visibility, capacity: int | None) -> None:
        super().__init__(name, visible_to=visible_to, backs_visible_to=backs)
        if capacity is not None and (not is_a(capacity, int) or capacity < 1):
            raise RulesError(
                f"{self.layout} {name!r} cannot have places for {capacity!r} tokens; give 1 or more, or None for any"
            )
        self.capacity = capacity

    # -- for subclasses ------------------------------------------------------------------------------------------------

    def _numbered(self, index: int) -> Cell:
        """The place of that number."""
        raise NotImplementedError

    def _named(self, name: object) -> Cell | None:
        """The place of that name; None if there is none."""
        raise NotImplementedError

    def _order(self) -> list[int]:
        """The numbers of the places with tokens, in the order of listings."""
        raise NotImplementedError

    def _at(self, index: int) -> tuple[Token, ...]:
        """The tokens on a place, from the bottom to the top."""
        raise NotImplementedError

    def _lie(self, index: int, tokens: tuple[Token, ...]) -> None:
        """Let these tokens be all on a place, without a journal entry."""
        raise NotImplementedError

    # -- looking -------------------------------------------------------------------------------------------------------

    def where(self, token: Token) -> Cell:
        """The place a token lies on. Raises `RulesError` if it is not here."""
        if self._guarded:
            self._read()
        try:
            if token._container is self:
                return self._numbered(token._index)
        except AttributeError:
            raise self._no_token(token) from None
        raise RulesError(f"{token!r} does not lie on {self.layout} {self.name!r}")

    def _stack(self, cell: Cell) -> tuple[Token, ...]:
        """The tokens on a place, from the bottom to the top."""
        if self._guarded:
            self._read()
        return self._at(cell.index)

    # -- changing ------------------------------------------------------------------------------------------------------

    def _lay(self, token: Token, cell: Cell) -> None:
        """Move a token to a place, on top of the tokens there."""
        index = cell.index
        there = self._at(index)
        if self.capacity is not None and len(there) >= self.capacity and not (token in self and token._index == index):
            raise RulesError(f"{token!r} cannot be put on {cell.name}: {there[-1]!r} lies there; remove it first")
        self._adopt(token)
        self._set(index, self._at(index) + (token,))  # noqa: RUF005 - compiled, half the time of a tuple with a star
        token._container = self
        token._index = index

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _all(self) -> list[Token]:
        return [token for index in self._order() for token in self._at(index)]

    def _size(self) -> int:
        return sum([len(self._at(index)) for index in self._order()])

    def _take(self, token: Token) -> None:
        index = token._index
        self._set(index, tuple([each for each in self._at(index) if each is not token]))
        token._container = None

    def _set(self, index: int, tokens: tuple[Token, ...]) -> None:
        if self._journal is not None:
            self._journal.entries.append((self, index, self._at(index), tokens))
        self._lie(index, tokens)

    def _write(self, key: int, value: object) -> None:
        for token in self._at(key):
            if token._container is self and token._index == key:
                token._container = None
        tokens = cast("tuple[Token, ...]", value)
        self._lie(key, tokens)
        for token in tokens:
            token._container = self
            token._index = key

    def key(self) -> object:
        return tuple(
            [(self._numbered(index).name, tuple([token.key() for token in self._at(index)])) for index in self._order()]
        )

    def _level(self, token: Token) -> int:
        """The number of tokens under it."""
        for number, each in enumerate(self._at(token._index)):
            if each is token:
                return number
        raise RulesError(f"{token!r} does not lie on {self.layout} {self.name!r}")

    def _shown(self, token: Token, viewer: Viewer) -> dict[str, Any]:
        data = super()._shown(token, viewer)
        data["at"] = self._numbered(token._index).name
        if self.capacity != 1:
            data["level"] = self._level(token)
        return data

    def to_json(self) -> list[dict[str, Any]]:
        return [{"id": token.serial, "at": self._numbered(token._index).name, **token.to_json()} for token in self._all()]

    def _place(self, token: Token, data: Mapping[str, Any], where: str, roles: tuple[str, ...]) -> None:
        cell = self._named(data.get("at"))
        if cell is None:
            raise BadPosition(f"{where} lies at {data.get('at')!r}; {self._places()}")
        if self.capacity is not None and len(self._at(cell.index)) >= self.capacity:
            there = "another token lies" if self.capacity == 1 else f"{self.capacity} tokens lie"
            raise BadPosition(f"{where} lies at {cell.name!r}, where {there} already")
        self._lay(token, cell)

    def _places(self) -> str:
        """The possible places, in words."""
        raise NotImplementedError

    def clear(self) -> None:
        for index in self._order():
            self._write(index, ())

    def copy_from(self, other: Container) -> None:
        source = cast("Spaces", other)
        for index in self._order():
            self._lie(index, ())
        for index in source._order():
            self._lie(index, tuple([token.twin(self, index) for token in source._at(index)]))
