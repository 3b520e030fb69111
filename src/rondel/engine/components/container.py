"""Containers: ordered holders of tokens, with visibility.

`Container` is the base class. A `Row` has tokens in a line: a row on the table, a player's hand, a face-up stack. Boards and
piles have modules of their own. Only the roles in ``visible_to`` see the contents, and only those in ``backs_visible_to`` the
number of tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rondel.engine.components.cell import Spot
from rondel.engine.components.part import Part
from rondel.engine.components.prop import Prop, freeze
from rondel.engine.components.token import Holder, Token, TokenKind, no_role
from rondel.engine.visibility import EVERYONE, NOBODY, OBSERVER, Visibility
from rondel.errors import BadPosition, RulesError, is_a, quoted

if TYPE_CHECKING:
    from rondel.engine.components.journal import Journal
    from rondel.engine.components.viewer import Viewer

_SPOTS: Final[dict[tuple[str, str], Spot]] = {}
"""The spots of whole containers, by their name in moves and the container's name; shared by all games."""


class Container(Holder):
    """A named holder of tokens. Authors use its subclasses.

    ``visible_to`` may see the tokens, ``backs_visible_to`` only how many there are.
    """

    __slots__ = ("_uncounted", "under")

    layout: ClassVar[str] = "row"
    """The name of its layout in a page."""
    keys: ClassVar[tuple[str, ...]] = ("kind", "owner", "face", "props", "at", "shown_to", "id")
    """The keys of its tokens in a position."""

    def __init__(self, name: str, visible_to: Visibility = NOBODY, backs_visible_to: Visibility = NOBODY) -> None:
        Part.__init__(self, name, visible_to)
        self.under: tuple[str, ...] = ()
        """The names of containers under which a page draws it; see `place_under`."""
        self._backs_visible_to = backs_visible_to
        self._uncounted = self._guarded and backs_visible_to != EVERYONE
        """Whether some viewer may not know the number of its tokens."""

    @property
    def backs_visible_to(self) -> Visibility:
        """The roles that may know the number of its tokens. Read-only: assigning raises `RulesError`."""
        return self._backs_visible_to

    @backs_visible_to.setter
    def backs_visible_to(self, backs_visible_to: Visibility) -> None:
        raise self._settled("backs_visible_to", backs_visible_to)

    def _instead(self) -> str:
        return "move the tokens to a container that others see, or turn them with token.turn_down(...) and token.turn_up()"

    # -- for authors ---------------------------------------------------------------------------------------------------

    def tokens(self) -> list[Token]:
        """Its tokens, in order if it has one."""
        if self._guarded:
            self._read()
        return self._all()

    def find(self, face: str) -> Token:
        """Its first token with that face. Raises `RulesError` if there is none."""
        for token in self.tokens():
            if token.face == face:
                return token
        raise RulesError(f"{self.name!r} holds no token with the face {face!r}; look first, if there may be none")

    def place_under(self, *hosts: Container) -> None:
        """Let a page draw it under the first of these containers that its reader sees: a fleet under its sea. Called in
        ``setup``.

        >>> row, sea = Row("fleet"), Row("sea")
        >>> row.place_under(sea)
        >>> row.under
        ('sea',)
        """
        for host in hosts:
            if not is_a(host, Container) or host is self:
                raise RulesError(f"{self._name!r} cannot lie under {quoted(host)}; name other containers of the game")
        self.under = tuple([host._name for host in hosts])

    def spot(self, name: str = "") -> Spot:
        """The whole container as an option of a move, with ``name`` as its text; by default its own name. Equal names give the
        same object in all games.

        >>> [str(Row("plot_1_red").spot("1")), Row("deck").spot().place]
        ['1', 'deck']
        """
        given: Any = name  # see `is_a`, without its call
        if not isinstance(given, str):
            raise RulesError(f"a spot of {self._name!r} cannot be called {given!r}: a name is a text, as in spot('2')")
        key = (name or self._name, self._name)
        known = _SPOTS.get(key)
        if known is None:
            known = _SPOTS[key] = Spot(key[0], key[1])
        return known

    def __len__(self) -> int:
        if self._uncounted:
            self._read()
        return self._size()

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens())

    def __contains__(self, token: object) -> bool:
        if self._guarded:
            self._read()
        return isinstance(token, Token) and token._container is self

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, {self._size()} tokens)"

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _size(self) -> int:
        """The number of its tokens, without noting a read."""
        return len(self._all())

    def _adopt(self, token: Token) -> Journal:
        """Take a token out of its container, and register a new one with the journal. Returns the journal.

        Raises `RulesError` for anything that is not a token.
        """
        journal = self._journal
        if journal is None:
            raise RulesError(f"container {self.name!r} is in no game yet: add it first, with self.add(...) in setup")
        try:
            if token._journal is not None:
                if token._journal is not journal:
                    raise RulesError(f"{token!r} belongs to another game, and cannot go into {self.name!r}; make a new token")
                if token._container is not None:
                    token._container._take(token)
                return journal
            kind = token.kind
        except AttributeError:
            if is_a(token, Token):
                raise
            raise self._no_token(token) from None
        if kind not in journal.kinds:
            known = ", ".join([repr(each.name) for each in journal.kinds]) or "none"
            raise RulesError(
                f"{token!r} cannot come into play: {kind.name!r} is not among the kinds of the game ({known}); "
                "list it in the game class, kinds = (...)"
            )
        try:
            token._owner = journal.owners[token._owner]
        except (KeyError, TypeError) as error:
            raise no_role(token._owner, token, journal) from error
        token._journal = journal
        made = token.serial = journal.made
        journal.made = made + 1
        return journal

    def _no_token(self, given: object) -> RulesError:
        """The error for an argument that is not a token."""
        kinds = [kind.name for kind in self._journal.kinds] if self._journal is not None else []
        what = f"one of {', '.join(kinds)}" if kinds else "made by its kind"
        return RulesError(f"{quoted(given)} is no token, and {self._name!r} holds tokens; give a token, {what}")

    def let_go(self) -> None:
        """Remove the references of its tokens to it, because the game no longer exists and reference cycles are freed late.

        It may run while an exception propagates, which compiled code notices only at calls. So overrides loop over their tokens
        and call nothing; containers that cannot do so do nothing.
        """

    def key(self) -> object:
        """The identity of its contents, for position keys."""
        return tuple([token.key() for token in self._all()])

    def scene(self) -> dict[str, Any]:
        """The constant data that a page needs to draw it."""
        return {"name": self.name, "layout": self.layout}

    def view(self, viewer: Viewer) -> dict[str, Any] | None:
        """The view of it for a viewer; None if it is hidden."""
        if viewer.sees(self):
            return {"tokens": [self._shown(token, viewer) for token in self._all()]}
        if viewer.counts(self):
            return {"backs": self._size()}
        return None

    def _shown(self, token: Token, viewer: Viewer) -> dict[str, Any]:
        """The data of a token for a viewer who sees the contents."""
        return {"id": viewer.number(token), "at": self.slot(token), **viewer.shows(token, self)}

    def to_json(self) -> list[dict[str, Any]]:
        """The contents as plain data, for snapshots and positions."""
        return [{"id": token.serial, **token.to_json()} for token in self._all()]

    def load(self, contents: Iterable[object], kinds: Mapping[str, TokenKind], roles: tuple[str, ...]) -> None:
        """Replace the contents by those of a position, without journal entries. Raises `BadPosition` naming the invalid
        data."""
        self.clear()
        for number, each in enumerate(contents):
            where = f"containers.{self.name}[{number}]"
            if not isinstance(each, Mapping):
                raise BadPosition(f"{where} is {each!r}: a token is an object with a kind")
            named = each.get("kind")
            kind = kinds.get(named) if isinstance(named, str) else None
            if kind is None:
                known = ", ".join(map(repr, kinds)) or "none; the game class lists its kinds of token, kinds = (...)"
                raise BadPosition(f"{where} has the kind {named!r}; known kinds: {known}")
            owner = each.get("owner")
            if owner is not None and owner not in roles:
                raise BadPosition(f"{where} belongs to {owner!r}; roles: {', '.join(map(repr, roles))}")
            unknown = [name for name in each if name not in self.keys]
            if unknown:
                raise BadPosition(f"{where} has an unknown key {unknown[0]!r}; a token has {', '.join(self.keys)}")
            face = each.get("face", "")
            if not isinstance(face, str):
                raise BadPosition(f"{where} has the face {face!r}; a face is a string")
            fix = kind.lacks(face) if face else ""
            if fix:
                raise BadPosition(f"{where} has the face {quoted(face)}, which no {kind.name} has; {fix}")
            token = kind(owner, face)
            props = each.get("props", {})
            if not isinstance(props, Mapping):
                raise BadPosition(f"{where} has the props {props!r}; give an object")
            if props:
                try:
                    token._props = cast("Mapping[str, object]", freeze(props, f"{where}.props", "position"))
                except RulesError as error:
                    raise BadPosition(str(error)) from error
            shown = each.get("shown_to")
            if shown is not None:
                token._shown_to = self._known(shown, f"{where} is shown to", roles)
            self._place(token, each, where, roles)
            serial = each.get("id")
            if serial is not None:
                if type(serial) is not int or serial < 0:
                    raise BadPosition(f"{where} has the id {serial!r}; an id is a whole number, or left out")
                self._number(token, serial)

    def _known(self, given: object, what: str, roles: tuple[str, ...]) -> Visibility:
        """The visibility in a position. Raises `BadPosition` unless it is a list of roles or EVERYONE."""
        known = (*roles, OBSERVER, *EVERYONE)
        if not isinstance(given, list | tuple) or any(role not in known for role in given):
            raise BadPosition(f"{what} {given!r}; give a list of some of {', '.join(map(repr, known))}")
        return tuple(given)

    def _number(self, token: Token, serial: int) -> None:
        """Set the serial number of a loaded token to the stored one."""
        token.serial = serial
        if self._journal is not None and self._journal.made <= serial:
            self._journal.made = serial + 1

    def _place(self, token: Token, data: Mapping[str, Any], where: str, roles: tuple[str, ...]) -> None:
        """Put a loaded token on its place in the position. Raises `BadPosition` for an unknown place."""
        self.add(token)

    def clear(self) -> None:
        """Empty it without journal entries; for loading."""
        raise NotImplementedError

    def copy_from(self, other: Container) -> None:
        """Copy the contents of the same container in another game, as equal tokens, without journal entries."""
        raise NotImplementedError


SPREADS: Final = ("", "down")
"""The ways in which a page may lay out a row."""


class Row(Container):
    """Tokens in a line, first to last: an open row, a display, a discard pile (the last one on top).

    With ``stacked=True`` a page draws the last token on top of the others, as in a face-up pile. ``groups`` is the prop with
    the sizes of the groups in which its tokens lie, such as melds, ``(3, 4)``: a page leaves a gap after each.

    With ``spread="down"`` they lie in a column, each over the lower part of the one before. Only the last ``in_sight`` are
    drawn, as of a heap; by default all.

    >>> Row("column_1", spread="down").spread, Row("waste", in_sight=3).in_sight
    ('down', 3)
    >>> import rondel
    >>> game = rondel.new(rondel.load("examples/goofspiel.py"), seed=3)
    >>> len(game.prize), game.prize[-1].face, game.prize[-1] in game.prize, len(game.gone)
    (1, '3', True, 0)
    """

    __slots__ = ("_items", "groups", "in_sight", "spread", "stacked")

    layout = "row"

    def __init__(
        self,
        name: str,
        *,
        stacked: bool = False,
        groups: Prop[Any] | None = None,
        spread: str = "",
        in_sight: int = 0,
        visible_to: Visibility = NOBODY,
        backs_visible_to: Visibility = NOBODY,
    ) -> None:
        Container.__init__(self, name, visible_to, backs_visible_to)  # not super(): see `Part`
        self._items: tuple[Token, ...] = ()
        self.stacked = stacked
        self.groups = groups.name if groups is not None else ""
        self.spread = spread
        self.in_sight = in_sight
        if spread or in_sight:
            self._check_layout()

    def _check_layout(self) -> None:
        """Raise `RulesError` for a layout that a page does not know."""
        spread: Any = self.spread  # what an author wrote may be of any type
        in_sight: Any = self.in_sight
        if spread not in SPREADS:
            raise RulesError(f'row {self._name!r} cannot be spread {quoted(spread)}; write spread="down", or nothing')
        if type(in_sight) is not int or in_sight < 0:
            raise RulesError(
                f"row {self._name!r} cannot show {quoted(in_sight)} tokens; write a whole number, or nothing for all"
            )

    def scene(self) -> dict[str, Any]:
        found: dict[str, Any] = {"name": self.name, "layout": "pile" if self.stacked else self.layout}
        if self.groups:
            found["groups"] = self.groups
        if self.spread:
            found["spread"] = self.spread
        if self.in_sight:
            found["in_sight"] = self.in_sight
        return found

    def _all(self) -> list[Token]:
        return list(self._items)

    def _size(self) -> int:
        return len(self._items)

    def add(self, token: Token) -> None:
        """Move a token to the end."""
        self._adopt(token)
        self._set(self._items + (token,))  # noqa: RUF005 - compiled, half the time of a tuple with a star
        token._container = self

    def let_go(self) -> None:
        for token in self._items:
            token._container = None

    def insert(self, index: int, token: Token) -> None:
        """Move a token to the place before that index.

        Indices count as in ``list.insert``: negative ones from the end, and indices beyond an end mean that end.
        """
        if not is_a(index, int):
            raise RulesError(f"{self._name!r} has no place {quoted(index)}: an index is a whole number, 0 for the first token")
        self._adopt(token)
        items = list(self._items)
        items.insert(index, token)
        self._set(tuple(items))
        token._container = self

    def sort(self, key: Callable[[Token], Any]) -> None:
        """Sort the tokens by ``key``; the order of equal ones stays."""
        if self._guarded:
            self._read()
        given: Any = key  # see `is_a`
        if not callable(given):
            raise RulesError(
                f"{self._name!r} cannot be sorted by {quoted(given)}: give a function of a token, as in "
                "sort(lambda token: token.face)"
            )
        self._set(tuple(sorted(self._items, key=key)))

    def __getitem__(self, index: int) -> Token:
        if self._guarded:
            self._read()
        try:
            return self._items[index]
        except (IndexError, TypeError):
            raise self._no_index(index) from None

    def _no_index(self, index: object) -> RulesError:
        """The error for an index without a token."""
        size = self._size()
        held = f"they go from 0 to {size - 1}, and from -{size} to -1" if size else "it is empty"
        return RulesError(f"{self._name!r} has no token number {quoted(index)}: {held}")

    def _take(self, token: Token) -> None:
        self._set(tuple([each for each in self._items if each is not token]))
        token._container = None

    def _empty(self) -> None:
        """Take all tokens out in one write; the caller says where each of them lies then."""
        self._set(())

    def _set(self, items: tuple[Token, ...]) -> None:
        if self._journal is not None:
            self._journal.entries.append((self, 0, self._items, items))
        self._items = items

    def _write(self, key: int, value: object) -> None:
        # The last container that was written determines the place of a token. So undoing the writes in reverse order restores
        # the places without entries for tokens.
        for token in self._items:
            if token._container is self:
                token._container = None
        self._items = cast("tuple[Token, ...]", value)
        for token in self._items:
            token._container = self

    def clear(self) -> None:
        self._write(0, ())

    def copy_from(self, other: Container) -> None:
        self._items = tuple([token.twin(self) for token in cast("Row", other)._items])


class Hand(Row):
    """The cards of a player, drawn as a fan. Roles that do not see them cannot distinguish their slots. With ``cover="cup"``
    tokens that are hidden, such as dice, are drawn under a cup.

    >>> import rondel
    >>> game = rondel.new("hearts", seed=1)
    >>> hand = game.hands["north"]
    >>> type(hand).__name__, hand.belongs_to, len(hand), game.view("east")["containers"]["hand_north"]
    ('Hand', 'north', 13, {'backs': 13})
    """

    __slots__ = ("cover",)

    layout = "hand"
    ordered = False

    def __init__(
        self, name: str, *, cover: str = "", visible_to: Visibility = NOBODY, backs_visible_to: Visibility = NOBODY
    ) -> None:
        Row.__init__(self, name, visible_to=visible_to, backs_visible_to=backs_visible_to)
        if cover not in ("", "cup"):
            raise RulesError(f'hand {name!r} cannot be covered by {quoted(cover)}; write cover="cup", or nothing')
        self.cover = cover

    def scene(self) -> dict[str, Any]:
        return {**super().scene(), **({"cover": self.cover} if self.cover else {})}
