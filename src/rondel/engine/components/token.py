"""Tokens: pieces and cards, with props and nothing else.

A `TokenKind` is a reusable set of pieces of one make, with the faces they can show; calling it makes a token. A token
lies in at most one container at a time. What a token is drawn as comes from its face (or its owner, when it has no face
of its own).

A token may lie face down where its container is seen: only those in ``shown_to`` see its face and its props then, and
everybody else who sees the container sees its kind, its owner and where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, cast

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.journal import Journal, Journaled
from rondel.engine.components.part import Part
from rondel.engine.components.prop import freeze, hashable, thaw
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility, sees
from rondel.errors import RulesError, is_a, meant, quoted

_OWNER: Final = 0
_FACE: Final = 1
_PROPS: Final = 2
_SHOWN: Final = 3

_CACHED: Final = 4_096
"""How many faces are kept of a kind that says nothing of them."""
NO_PROPS: Final[Mapping[str, object]] = MappingProxyType({})
"""Those of a new token."""


class Face:
    """How one side of a token looks: a shape, a colour, a text, or an SVG path in a 100 by 100 box.

    ``note`` says in a sentence what a card does; a page shows it in small print.

    Shapes: disc, stone, ring, cross, square (a tile, with what is drawn on it as its path), triangle, diamond, path, die (its
    text is its spots, 1 to 6), card, text.

    >>> Face("disc", colour="#1b1814").to_json()
    {'shape': 'disc', 'colour': '#1b1814'}
    """

    def __init__(self, shape: str, *, colour: str = "", text: str = "", path: str = "", note: str = "") -> None:
        self.shape = shape
        self.colour = colour
        self.text = text
        self.path = path
        self.note = note

    def to_json(self) -> dict[str, Any]:
        """Plain data, with only what is set."""
        given = {"shape": self.shape, "colour": self.colour, "text": self.text, "path": self.path, "note": self.note}
        return {name: value for name, value in given.items() if value}


class TokenKind:
    """Tokens of one make. ``faces`` are named by a token's face, by its owner's role, or by both, ``"white king"``.

    >>> disc = TokenKind("disc", faces={"black": Face("disc", colour="#111")})
    >>> disc("black")
    disc('black')
    """

    def __init__(self, name: str, *, faces: Mapping[str, Face] | None = None) -> None:
        if faces and not is_a(faces, Mapping):
            raise RulesError(
                f"the faces of {name!r} are {quoted(faces)}; they are a dict of how each looks, faces={{'king': Face('card')}}"
            )
        self.name = name
        self.faces: dict[str, Face] = dict(faces or {})
        self._known = {"", *self.faces}
        """The faces that its tokens may show, as far as they have been asked for."""
        self._by_owner = False
        """Whether its faces are all those of roles."""

    def __call__(self, owner: str | None = None, face: str = "") -> Token:
        """A new token, in no container yet. Raises `RulesError` for a face that the kind does not have."""
        if type(face) is not str or face not in self._known:
            self._check(face)
        token = Token()
        token.kind = self
        token.serial = -1
        token._owner = owner
        token._face = face
        token._props = NO_PROPS
        token._shown_to = None
        token._journal = None
        token._container = None
        token._index = -1
        return token

    def set(self, counts: Mapping[str, int], *, owner: str | None = None, named: bool = False) -> list[Token]:
        """New tokens, so many of each face, in that order. Raises `RulesError` for a count that is none.

        With ``named`` each has a name of its own as its prop ``name``, numbered from 1 where there are several of a face;
        so equal ones can be told apart, also by those who draw them.

        >>> piece = TokenKind("piece")
        >>> piece.set({"king": 1, "pawn": 2}, owner="white")
        [piece('white', face='king'), piece('white', face='pawn'), piece('white', face='pawn')]
        >>> [token.get("name") for token in piece.set({"king": 1, "pawn": 2}, named=True)]
        ['king', 'pawn#1', 'pawn#2']
        """
        given: Any = counts
        if not isinstance(given, Mapping):
            raise RulesError(f"{self!r} cannot make {quoted(given)}: say how many of each face, {self.name}.set({{'king': 1}})")
        made: list[Token] = []
        for face, count in counts.items():
            if type(count) is not int or count < 0:
                raise RulesError(f"{self!r} cannot make {count!r} tokens of the face {face!r}; give a whole number from 0")
            for number in range(1, count + 1):
                token = self(owner, face=face)
                if named:
                    token.set("name", face if count == 1 else f"{face}#{number}")
                made.append(token)
        return made

    def lacks(self, face: str) -> str:
        """What to say of a face that the kind does not have, of those it has; empty where it has it.

        A kind that says nothing of faces has them all, and so has one whose faces are all those of roles, which is drawn by its
        owner. ``"king"`` is one where ``"white king"`` is.
        """
        if not self.faces or self._by_owner or face in self.faces:
            return ""
        sides = {name.rpartition(" ")[2] for name in self.faces}
        if face in sides:
            return ""
        return meant(face, "", [name for name in self.faces if " " not in name] + sorted(sides.difference(self.faces)))

    def serve(self, seats: Iterable[str]) -> None:
        """Know the roles of a game in which its tokens come into play."""
        self._by_owner = self._by_owner or set(self.faces).issubset(seats)

    def _check(self, face: Any) -> None:
        """Raise `RulesError` for what is no face of the kind."""
        if not isinstance(face, str):
            raise RulesError(f"a {self.name} cannot show {face!r}: a face is a string, '' for none")
        fix = self.lacks(face)
        if fix:
            raise RulesError(
                f"a {self.name} cannot show {face!r}, which is none of its faces; add it to those of "
                f"TokenKind({self.name!r}), or keep it as a prop, token.set(...); {fix}"
            )
        if len(self._known) < _CACHED:
            self._known.add(face)

    def __repr__(self) -> str:
        return f"TokenKind({self.name!r})"

    def to_json(self) -> dict[str, Any]:
        """What a page needs to draw tokens of this kind."""
        return {"faces": {name: face.to_json() for name, face in self.faces.items()}}


@mypyc_attr(free_list_len=1)
class Token(Journaled):
    """One piece or card. Make it with its kind: ``Disc("black")``, ``Card(face="QS")``."""

    # Its kind writes what a new token begins with: tokens come into play with many a move, and with an __init__ they would
    # be made in twice the time. It has no other attributes, for they would be lost with every copy.
    __slots__ = ("_container", "_face", "_index", "_journal", "_owner", "_props", "_shown_to", "kind", "serial")

    kind: TokenKind
    serial: int
    """Counts the tokens of a game in the order they came into play; a token that a rule makes anew when it is run again
    has the same. It leaves the engine only where a game hides nothing."""
    _props: Mapping[str, object]
    _shown_to: Visibility | None
    _journal: Journal | None
    _container: Holder | None
    _index: int
    _owner: str | None
    _face: str

    @property
    def owner(self) -> str | None:
        """The role it belongs to, or None; assign to give it away. Raises `RulesError` for what is no role of the game."""
        return self._owner

    @owner.setter
    def owner(self, role: str | None) -> None:
        if self._journal is not None:
            try:
                role = self._journal.owners[role]
            except (KeyError, TypeError) as error:
                raise no_role(role, self, self._journal) from error
            self._journal.entries.append((self, _OWNER, self._owner, role))
        self._owner = role
        if self._container is not None:
            self._container._owner_changed(self)

    @property
    def face(self) -> str:
        """What it shows, ``"QS"`` for example; assign to turn it over. Raises `RulesError` for what is no face of its kind."""
        if self._shown_to is not None:
            self._look_under()
        return self._face

    @face.setter
    def face(self, face: str) -> None:
        given: Any = face  # the compiler does not look at what is assigned to a property
        if type(given) is not str or given not in self.kind._known:
            self.kind._check(given)
        if self._journal is not None:
            self._journal.entries.append((self, _FACE, self._face, face))
        self._face = face
        if self._container is not None:
            self._container._changed(self)

    def get(self, name: str, default: Any = None) -> Any:
        """The token's own prop ``name``."""
        if self._shown_to is not None:
            self._look_under()
        return self._props.get(name, default)

    def set(self, name: str, value: object) -> None:
        """Set the token's own prop ``name`` to a JSON value. Raises `RulesError` for what is none, or no name."""
        given: Any = name  # see `is_a`, without its call
        if not isinstance(given, str):
            raise RulesError(f"{self!r} cannot have a prop {given!r}: props are named, as in token.set('hits', 2)")
        props = MappingProxyType({**self._props, name: freeze(value, f"{self!r}.{name}")})
        if self._journal is not None:
            self._journal.entries.append((self, _PROPS, self._props, props))
        self._props = props
        if self._container is not None:
            self._container._changed(self)

    # -- who sees it ---------------------------------------------------------------------------------------------------

    @property
    def shown_to(self) -> Visibility | None:
        """Who sees its face and props, of those who see its container; None for all of them.

        Assign a tuple of roles, or use `turn_up` and `turn_down`. Raises `RulesError` for a name that is no role. It stays
        when the token is moved, but in a pile all lie the same way: there it is None again.
        """
        return self._shown_to

    @shown_to.setter
    def shown_to(self, shown_to: Visibility | None) -> None:
        if shown_to is not None and shown_to != EVERYONE:
            if not isinstance(shown_to, tuple):
                raise RulesError(f"{self!r} cannot be shown to {shown_to!r}; give a tuple of roles, or None for all who see it")
            journal = self._journal
            if journal is not None:
                for role in shown_to:
                    if role != OBSERVER and role not in journal.roles:
                        raise no_role(role, self, journal)
        if self._journal is not None:
            self._journal.entries.append((self, _SHOWN, self._shown_to, shown_to))
        self._shown_to = shown_to

    @property
    def face_down(self) -> bool:
        """Whether some of those who see where it lies do not see what it is."""
        return self._shown_to is not None and self._shown_to != EVERYONE

    def turn_up(self) -> None:
        """Turn it face up: who sees its container sees it."""
        if self._shown_to is not None:
            self.shown_to = None

    def turn_down(self, *seen_by: str) -> None:
        """Turn it face down: of those who see its container only the roles ``seen_by`` see what it is; nobody by default.

        Raises `RulesError` for a name that is no role.
        """
        self.shown_to = seen_by

    def readers(self) -> Visibility:
        """Who sees its face and props where it lies; nobody while it lies nowhere."""
        holder = self._container
        if holder is None:
            return NOBODY
        seen = holder.readers(self)
        shown = self._shown_to
        if shown is None or shown == EVERYONE:
            return seen
        return shown if seen == EVERYONE else tuple([role for role in seen if role in shown])

    def seen_by(self, role: str) -> bool:
        """Whether a role (or the observer) sees its face and props where it lies."""
        return sees(self.readers(), role)

    def _look_under(self) -> None:
        """Note that what a face-down token is was read, as `Part._read` does."""
        journal = self._journal
        if journal is not None and self not in journal.looked:
            journal.looked.append(self)

    # -- where it lies -------------------------------------------------------------------------------------------------

    @property
    def container(self) -> Holder | None:
        """Where it lies now, if anywhere; nowhere once its game is gone."""
        return self._container

    def move_to(self, container: Holder) -> None:
        """Take it from where it lies and put it into ``container`` (at its end, where there is an order). Raises `RulesError`
        for what is no container."""
        try:
            container.add(self)
        except AttributeError as error:
            if is_a(container, Holder):
                raise
            raise RulesError(
                f"{self!r} cannot be moved to {quoted(container)}, which is no container; move it to one, as in "
                "token.move_to(game.discard)"
            ) from error

    def remove(self) -> None:
        """Take it off the table. Raises `RulesError` if it lies nowhere."""
        if self._container is None:
            raise RulesError(f"{self!r} cannot be removed: it lies in no container")
        self._container._take(self)

    def key(self) -> object:
        """What makes this token different from another, for position keys: no serial, no place."""
        if self._shown_to is not None:
            return (self.kind.name, self._face, self._owner, hashable(self._props), tuple(sorted(self._shown_to)))
        if self._props:
            return (self.kind.name, self._face, self._owner, hashable(self._props))
        return (self.kind.name, self._face, self._owner)

    def to_json(self) -> dict[str, Any]:
        """Kind, owner, face, props and whom it is shown to, as plain data: all of it, for snapshots and positions. The place
        is its container's business."""
        data: dict[str, Any] = {"kind": self.kind.name}
        if self._owner is not None:
            data["owner"] = self._owner
        if self._face:
            data["face"] = self._face
        if self._props:
            data["props"] = thaw(self._props)
        if self._shown_to is not None:
            data["shown_to"] = list(self._shown_to)
        return data

    def view(self, role: str, up: bool) -> dict[str, Any]:
        """What those see of it who see where it lies: kind and owner, and face and props unless it is hidden from ``role``;
        with ``up`` those too, as if it lay face up.

        ``down`` says that it lies face down for somebody.
        """
        data: dict[str, Any] = {"kind": self.kind.name}
        if self._owner is not None:
            data["owner"] = self._owner
        shown = self._shown_to
        if shown is None or up or sees(shown, role):
            if self._face:
                data["face"] = self._face
            if self._props:
                data["props"] = thaw(self._props)
        if self.face_down and not up:
            data["down"] = True
        return data

    def twin(self, container: Holder, index: int = -1) -> Token:
        """An equal token for a copy of the game, which lies in ``container``."""
        token = Token()
        token.kind = self.kind
        token._owner = self._owner
        token._face = self._face
        token._journal = container._journal
        token._container = container
        token._index = index
        token.serial = self.serial
        token._props = self._props
        token._shown_to = self._shown_to
        return token

    def _write(self, key: int, value: object) -> None:
        if key == _OWNER:
            self._owner = cast("str | None", value)
            if self._container is not None:
                self._container._owner_changed(self)
        elif key == _FACE:
            self._face = cast("str", value)
        elif key == _SHOWN:
            self._shown_to = cast("Visibility | None", value)
        else:
            self._props = cast("Mapping[str, object]", value)
        if self._container is not None and key != _OWNER:
            self._container._changed(self)

    def shows(self, key: int, old: object, new: object) -> str:
        """See `Journaled.shows`: turning it up, or to more roles, shows it."""
        if key != _SHOWN or old is None:
            return ""
        before = cast("Visibility", old)
        after = EVERYONE if new is None else cast("Visibility", new)
        if before == EVERYONE or (after != EVERYONE and all(role in before for role in after)):
            return ""
        return f"a {self.kind.name} was turned up"

    def __repr__(self) -> str:
        shown = [repr(self._owner)] if self._owner is not None else []
        if self._face:
            shown.append(f"face={self._face!r}")
        return f"{self.kind.name}({', '.join(shown)})"


class Holder(Part):
    """What a token lies in, as far as the token knows it. Authors use the containers."""

    __slots__ = ("_backs_visible_to",)

    ordered: ClassVar[bool] = True
    """Whether those who cannot see what lies in it still know which slot is which."""

    _backs_visible_to: Visibility

    def add(self, token: Token) -> None:
        """Put a token into it, taking it from where it lies."""
        raise NotImplementedError

    def _take(self, token: Token) -> None:
        raise NotImplementedError

    def _owner_changed(self, token: Token) -> None:
        """A token lying here changed hands."""

    def _changed(self, token: Token) -> None:
        """A token lying here shows something else."""

    def _all(self) -> list[Token]:
        """The same as `tokens`, unnoticed: for the engine, which may look everywhere."""
        raise NotImplementedError

    def slot(self, token: Token) -> str:
        """Where in the container a token lies, as its place is named on the wire."""
        return str(self._all().index(token))

    def readers(self, token: Token) -> Visibility:
        """Who would see the face of a token that lies here, were it face up."""
        return self.visible_to

    def name_of(self, token: Token) -> str:
        """How a move that means this token names it: by its face, as the mover sees it."""
        return token._face or token._owner or token.kind.name

    def blind_name(self, token: Token) -> str:
        """How a move names it for a mover who may not see it: by where it lies."""
        return self.slot(token)


def no_role(role: object, token: Token, journal: Journal) -> RulesError:
    """The error for a token that is given or shown to somebody who does not play."""
    return RulesError(
        f"{token!r} cannot belong or be shown to {role!r}, which is no role: {', '.join(map(repr, journal.roles))}"
    )
