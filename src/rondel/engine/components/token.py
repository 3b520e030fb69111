"""Tokens: pieces and cards, with props and nothing else.

A `TokenKind` describes tokens with the same set of faces; calling it makes a token. A token lies in at most one container. It
is drawn by its face, or by its owner if it has no face.

A token may lie face down in a visible container. Then only the roles in ``shown_to`` see its face and props; the other viewers
of the container see its kind, owner and place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, cast

from rondel.engine.compiling import mypyc_attr
from rondel.engine.components.colour import colour_of
from rondel.engine.components.journal import Journal, Journaled
from rondel.engine.components.part import Part
from rondel.engine.components.prop import freeze, hashable, thaw
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility, sees
from rondel.errors import RulesError, is_a, meant, quoted

OWNER_KEY: Final = 0
_FACE: Final = 1
_PROPS: Final = 2
_SHOWN: Final = 3

_CACHED: Final = 4_096
"""The maximum number of cached faces of a kind that does not declare its faces."""
FACE_SHAPES: Final = ("disc", "stone", "ring", "cross", "square", "triangle", "diamond", "path", "die", "card", "text")
"""The shapes of faces."""
NO_PROPS: Final[Mapping[str, object]] = MappingProxyType({})
"""The props of a new token."""


class Face:
    """The look of one side of a token: a shape, a colour, a text, or an SVG path in a 100 by 100 box.

    ``colour`` is ``"#b3312c"``, or a name such as ``"red"``. The text is drawn on every shape. ``ink`` is the colour of the
    text and path on a solid shape; without it they are dark on light colours and light on dark ones. ``note`` describes the
    effect of a card in a sentence; a page shows it in small print.

    Shapes: disc (with its path drawn on it), stone, ring, cross, square (a tile with its path drawn on it), triangle, diamond,
    path, die (its text is the number of spots, 1 to 6), card, text.

    >>> Face("disc", colour="#1b1814").to_json()
    {'shape': 'disc', 'colour': '#1b1814'}
    """

    def __init__(self, shape: str, *, colour: str = "", ink: str = "", text: str = "", path: str = "", note: str = "") -> None:
        self.shape = shape
        self.colour = colour_of(colour) if is_a(colour, str) else colour
        self.ink = colour_of(ink) if is_a(ink, str) else ink
        self.text = text
        self.path = path
        self.note = note

    def to_json(self) -> dict[str, Any]:
        """Plain data, with only what is set."""
        given = {
            "shape": self.shape,
            "colour": self.colour,
            "ink": self.ink,
            "text": self.text,
            "path": self.path,
            "note": self.note,
        }
        return {name: value for name, value in given.items() if value}


class TokenKind:
    """A kind of token. ``faces`` are named by a token's face, by its owner's role, or by both, ``"white king"``.

    With ``unique`` no two tokens on the table may have the same face and owner; the check of the rules tests that. Tokens on
    neighbouring squares with the same value of the prop ``joined_by`` are drawn as one body, such as a ship.

    >>> disc = TokenKind("disc", faces={"black": Face("disc", colour="#111")})
    >>> disc("black")
    disc('black')
    """

    def __init__(
        self, name: str, *, faces: Mapping[str, Face] | None = None, unique: bool = False, joined_by: str = ""
    ) -> None:
        if faces and not is_a(faces, Mapping):
            raise RulesError(
                f"the faces of {name!r} are {quoted(faces)}; they are a dict of how each looks, faces={{'king': Face('card')}}"
            )
        self.name = name
        self.unique = unique
        """Whether no two of its tokens may be equal."""
        self.joined_by = joined_by
        self.faces: dict[str, Face] = dict(faces or {})
        self._known = {"", *self.faces}
        """A cache of faces that its tokens may show."""
        self._by_owner = False
        """Whether all its faces are named by roles."""

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
        """New tokens by their number for each face, in that order. Raises `RulesError` for an invalid count.

        With ``named`` each token has a unique name as its prop ``name``, numbered from 1 if there are several of a face. So
        chance and players can distinguish equal tokens.

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
        """The message for a face that the kind does not have; empty for a valid face.

        A kind without declared faces has every face, and so has one whose faces are all named by roles. ``"king"`` is valid if
        ``"white king"`` is declared.
        """
        if not self.faces or self._by_owner or face in self.faces:
            return ""
        sides = {name.rpartition(" ")[2] for name in self.faces}
        if face in sides:
            return ""
        return meant(face, "", [name for name in self.faces if " " not in name] + sorted(sides.difference(self.faces)))

    def serve(self, seats: Iterable[str]) -> None:
        """Set the roles of a game that uses the kind."""
        self._by_owner = self._by_owner or set(self.faces).issubset(seats)

    def _check(self, face: Any) -> None:
        """Raise `RulesError` if the kind does not have the face."""
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
        joined = {"joined_by": self.joined_by} if self.joined_by else {}
        return {"faces": {name: face.to_json() for name, face in self.faces.items()}, **joined}


@mypyc_attr(free_list_len=1)
class Token(Journaled):
    """One piece or card. Make it with its kind: ``Disc("black")``, ``Card(face="QS")``.

    >>> Disc = TokenKind("disc")
    >>> disc = Disc("black")
    >>> disc.owner, disc.face, disc.kind.name, disc.get("hits", 0)
    ('black', '', 'disc', 0)
    """

    # Its kind sets the attributes of a new token: many moves make tokens, and an __init__ would take twice the time. It has no
    # other attributes, because copies would lose them.
    __slots__ = ("_container", "_face", "_index", "_journal", "_owner", "_props", "_shown_to", "kind", "serial")

    kind: TokenKind
    """Its kind."""
    serial: int
    """The number of the token in the order in which tokens were made; a rule that runs again gives the same numbers. Views
    contain it only in games that hide nothing."""
    _props: Mapping[str, object]
    _shown_to: Visibility | None
    _journal: Journal | None
    _container: Holder | None
    _index: int
    _owner: str | None
    _face: str

    @property
    def owner(self) -> str | None:
        """The role it belongs to, or None; assign to change it. Raises `RulesError` for an unknown role."""
        return self._owner

    @owner.setter
    def owner(self, role: str | None) -> None:
        if self._journal is not None:
            try:
                role = self._journal.owners[role]
            except (KeyError, TypeError) as error:
                raise no_role(role, self, self._journal) from error
            self._journal.entries.append((self, OWNER_KEY, self._owner, role))
        self._owner = role
        if self._container is not None:
            self._container._owner_changed(self)

    @property
    def face(self) -> str:
        """Its face, ``"QS"`` for example; assign to turn it over. Raises `RulesError` for a face that its kind does not
        have."""
        if self._shown_to is not None:
            self._look_under()
        return self._face

    @face.setter
    def face(self, face: str) -> None:
        given: Any = face  # see `is_a`
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
        """Set the token's own prop ``name`` to a JSON value. Raises `RulesError` for another value or name."""
        given: Any = name  # see `is_a`, without its call
        if not isinstance(given, str):
            raise RulesError(f"{self!r} cannot have a prop {given!r}: props are named, as in token.set('hits', 2)")
        props = MappingProxyType({**self._props, name: freeze(value, f"{self!r}.{name}")})
        if self._journal is not None:
            self._journal.entries.append((self, _PROPS, self._props, props))
        self._props = props
        if self._container is not None:
            self._container._changed(self)

    # -- visibility ----------------------------------------------------------------------------------------------------

    @property
    def shown_to(self) -> Visibility | None:
        """The roles that see its face and props, among the viewers of its container; None for all of them.

        Assign a tuple of roles, or use `turn_up` and `turn_down`. Raises `RulesError` for an unknown role, and for a token in a
        pile, whose tokens all lie the same way. A move keeps it, except into a pile: there it becomes None.
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
        holder = self._container
        if shown_to is not None and holder is not None and holder.same_way:
            raise RulesError(
                f"{self!r} lies in pile {holder.name!r}, where all tokens lie the same way: turn it down where it lies next, "
                "or say by the pile's visible_to who sees what is in it"
            )
        if self._journal is not None:
            self._journal.entries.append((self, _SHOWN, self._shown_to, shown_to))
        self._shown_to = shown_to
        if holder is not None:
            holder._changed(self)

    @property
    def face_down(self) -> bool:
        """Whether some viewers of its container do not see its face."""
        return self._shown_to is not None and self._shown_to != EVERYONE

    def turn_up(self) -> None:
        """Turn it face up: every viewer of its container sees its face."""
        if self._shown_to is not None:
            self.shown_to = None

    def turn_down(self, *seen_by: str) -> None:
        """Turn it face down: of the viewers of its container, only the roles ``seen_by`` see its face; none by default.

        Raises `RulesError` for an unknown role.
        """
        self.shown_to = seen_by

    def readers(self) -> Visibility:
        """The roles that see its face and props now; none while it lies in no container."""
        holder = self._container
        if holder is None:
            return NOBODY
        seen = holder.readers(self)
        shown = self._shown_to
        if shown is None or shown == EVERYONE:
            return seen
        return shown if seen == EVERYONE else tuple([role for role in seen if role in shown])

    def seen_by(self, role: str) -> bool:
        """Whether a role (or the observer) sees its face and props now."""
        return sees(self.readers(), role)

    def _look_under(self) -> None:
        """Note that a face-down token was read, as `Part._read` does."""
        journal = self._journal
        if journal is not None and self not in journal.looked:
            journal.looked.append(self)

    # -- its place -----------------------------------------------------------------------------------------------------

    @property
    def container(self) -> Holder | None:
        """The container in which it lies; None if it lies in none, or its game no longer exists."""
        return self._container

    def move_to(self, container: Holder) -> None:
        """Move it to ``container`` (to the end of an ordered one). Raises `RulesError` if that is not a container."""
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
        """Take it out of its container. Raises `RulesError` if it lies in none."""
        if self._container is None:
            raise RulesError(f"{self!r} cannot be removed: it lies in no container")
        self._container._take(self)

    def key(self) -> object:
        """The identity of the token for position keys: no serial number, no place."""
        if self._shown_to is not None:
            return (self.kind.name, self._face, self._owner, hashable(self._props), tuple(sorted(self._shown_to)))
        if self._props:
            return (self.kind.name, self._face, self._owner, hashable(self._props))
        return (self.kind.name, self._face, self._owner)

    def to_json(self) -> dict[str, Any]:
        """Kind, owner, face, props and ``shown_to`` as plain data, for snapshots and positions. Its container adds the
        place."""
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
        """The data of a token in a visible container: kind and owner, and face and props unless they are hidden from ``role``.
        With ``up`` it is treated as face up.

        ``down`` in the result says that it lies face down for some viewer.
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
        if key == OWNER_KEY:
            self._owner = cast("str | None", value)
            if self._container is not None:
                self._container._owner_changed(self)
        elif key == _FACE:
            self._face = cast("str", value)
        elif key == _SHOWN:
            self._shown_to = cast("Visibility | None", value)
        else:
            self._props = cast("Mapping[str, object]", value)
        if self._container is not None and key != OWNER_KEY:
            self._container._changed(self)

    def shows(self, key: int, old: object, new: object) -> str:
        """See `Journaled.shows`: showing a token to more roles reveals it."""
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
    """The interface of containers that tokens use. Authors use the containers."""

    __slots__ = ("_backs_visible_to",)

    ordered: ClassVar[bool] = True
    """Whether viewers who do not see its contents can still distinguish its slots."""
    same_way: ClassVar[bool] = False
    """Whether all tokens in it lie the same way, so that none can be turned down there."""

    _backs_visible_to: Visibility

    def add(self, token: Token) -> None:
        """Put a token into it, taking it from where it lies."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Token]:
        raise NotImplementedError

    def _take(self, token: Token) -> None:
        raise NotImplementedError

    def _owner_changed(self, token: Token) -> None:
        """Called when the owner of a token here has changed."""

    def _changed(self, token: Token) -> None:
        """Called when the face, props or visibility of a token here have changed."""

    def _all(self) -> list[Token]:
        """As `tokens`, without noting a read; for the engine."""
        raise NotImplementedError

    def slot(self, token: Token) -> str:
        """The slot of a token in the container, as views and moves name it."""
        for number, each in enumerate(self._all()):  # `index` would compare other tokens with `==`
            if each is token:
                return str(number)
        raise ValueError(f"{token!r} does not lie in {self._name!r}")

    def readers(self, token: Token) -> Visibility:
        """The roles that see the faces of face-up tokens here."""
        return self.visible_to

    def name_of(self, token: Token) -> str:
        """The name of a token in a move's text, for a mover who sees it: its face."""
        return token._face or token._owner or token.kind.name

    def blind_name(self, token: Token) -> str:
        """The name of a token in a move's text, for a mover who does not see it: its slot."""
        return self.slot(token)


def no_role(role: object, token: Token, journal: Journal) -> RulesError:
    """The error for an owner or reader of a token that is not a role."""
    return RulesError(
        f"{token!r} cannot belong or be shown to {role!r}, which is no role: {', '.join(map(repr, journal.roles))}"
    )
