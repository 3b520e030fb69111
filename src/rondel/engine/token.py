"""Tokens: pieces and cards, with props and nothing else.

A `TokenKind` is a reusable set of pieces of one make, with the faces they can show; calling it makes a token. A token
lies in at most one container at a time. What a token is drawn as comes from its face (or its owner, when it has no face
of its own).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from rondel.engine.journal import Journal, Journaled
from rondel.engine.prop import freeze, hashable, thaw
from rondel.errors import RulesError

if TYPE_CHECKING:
    from rondel.engine.container import Container

_OWNER: Final = 0
_FACE: Final = 1
_PROPS: Final = 2
_SERIAL: Final = 3

_NONE: Final[Mapping[str, object]] = MappingProxyType({})


class Face:
    """How one side of a token looks: a shape, a colour, a text, or an SVG path in a 100 by 100 box.

    Shapes: disc, stone, ring, cross, square, triangle, diamond, card, text.

    >>> Face("disc", colour="#1b1814").to_json()
    {'shape': 'disc', 'colour': '#1b1814'}
    """

    def __init__(self, shape: str, *, colour: str = "", text: str = "", path: str = "") -> None:
        self.shape = shape
        self.colour = colour
        self.text = text
        self.path = path

    def to_json(self) -> dict[str, Any]:
        """Plain data, with only what is set."""
        given = {"shape": self.shape, "colour": self.colour, "text": self.text, "path": self.path}
        return {name: value for name, value in given.items() if value}


class TokenKind:
    """Tokens of one make. ``faces`` are named by a token's face, or by its owner's role.

    >>> disc = TokenKind("disc", faces={"black": Face("disc", colour="#111")})
    >>> disc("black")
    disc('black')
    """

    def __init__(self, name: str, *, faces: Mapping[str, Face] | None = None) -> None:
        self.name = name
        self.faces: dict[str, Face] = dict(faces or {})

    def __call__(self, owner: str | None = None, *, face: str = "") -> Token:
        """A new token, in no container yet."""
        return Token(self, owner, face)

    def __repr__(self) -> str:
        return f"TokenKind({self.name!r})"

    def to_json(self) -> dict[str, Any]:
        """What a page needs to draw tokens of this kind."""
        return {"faces": {name: face.to_json() for name, face in self.faces.items()}}


class Token(Journaled):
    """One piece or card. Make it with its kind: ``Disc("black")``, ``Card(face="QS")``."""

    def __init__(self, kind: TokenKind, owner: str | None, face: str) -> None:
        self.kind = kind
        self.serial = -1
        """Counts the tokens of a game in the order they came into play; never leaves the engine for a hidden token."""
        self.born = -1
        """The serial number it began with: the same for a token that a rule makes anew when it is run again."""
        self._owner = owner
        self._face = face
        self._props: Mapping[str, object] = _NONE
        self._journal: Journal | None = None
        self._container: Container | None = None
        self._index = -1

    @property
    def owner(self) -> str | None:
        """The role it belongs to; assign to give it away."""
        return self._owner

    @owner.setter
    def owner(self, role: str | None) -> None:
        if self._journal is not None:
            self._journal.entries.append((self, _OWNER, self._owner, role))
        self._owner = role
        if self._container is not None:
            self._container._owner_changed(self)

    @property
    def face(self) -> str:
        """What it shows, ``"QS"`` for example; assign to turn it over."""
        return self._face

    @face.setter
    def face(self, face: str) -> None:
        if self._journal is not None:
            self._journal.entries.append((self, _FACE, self._face, face))
        self._face = face

    def get(self, name: str, default: Any = None) -> Any:
        """The token's own prop ``name``."""
        return self._props.get(name, default)

    def set(self, name: str, value: object) -> None:
        """Set the token's own prop ``name`` to a JSON value."""
        props = MappingProxyType({**self._props, name: freeze(value, f"{self!r}.{name}")})
        if self._journal is not None:
            self._journal.entries.append((self, _PROPS, self._props, props))
        self._props = props

    @property
    def container(self) -> Container | None:
        """Where it lies now, if anywhere."""
        return self._container

    def move_to(self, container: Container) -> None:
        """Take it from where it lies and put it into ``container`` (at its end, where there is an order)."""
        container.add(self)

    def remove(self) -> None:
        """Take it off the table. Raises `RulesError` if it lies nowhere."""
        if self._container is None:
            raise RulesError(f"{self!r} cannot be removed: it lies in no container")
        self._container._take(self)

    def renumber(self) -> None:
        """Give it a serial number that nobody has seen."""
        journal = self._journal
        if journal is not None:
            journal.entries.append((self, _SERIAL, self.serial, journal.made))
            self.serial = journal.made
            journal.made += 1

    def key(self) -> object:
        """What makes this token different from another, for position keys: no serial, no place."""
        if self._props:
            return (self.kind.name, self._face, self._owner, hashable(self._props))
        return (self.kind.name, self._face, self._owner)

    def to_json(self) -> dict[str, Any]:
        """Kind, owner, face and props as plain data; the place is its container's business."""
        data: dict[str, Any] = {"kind": self.kind.name}
        if self._owner is not None:
            data["owner"] = self._owner
        if self._face:
            data["face"] = self._face
        if self._props:
            data["props"] = thaw(self._props)
        return data

    def twin(self) -> Token:
        """An equal token for a copy of the game, in no container."""
        token = Token(self.kind, self._owner, self._face)
        token.serial = self.serial
        token.born = self.born
        token._props = self._props
        return token

    def _write(self, key: int, value: object) -> None:
        if key == _OWNER:
            self._owner = cast("str | None", value)
            if self._container is not None:
                self._container._owner_changed(self)
        elif key == _FACE:
            self._face = cast("str", value)
        elif key == _SERIAL:
            self.serial = cast("int", value)
        else:
            self._props = cast("Mapping[str, object]", value)

    def __repr__(self) -> str:
        shown = [repr(self._owner)] if self._owner is not None else []
        if self._face:
            shown.append(f"face={self._face!r}")
        return f"{self.kind.name}({', '.join(shown)})"
