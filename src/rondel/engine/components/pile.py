"""Piles: blocks of tokens, each in order or shuffled.

A shuffled pile has *no order* until someone draws from it: it is a bag (multiset). So no order can leak, and no bot can read
it. A draw is a question to chance, with equal tokens merged. A token that is put on top or underneath, or that a role peeks
at, has a known place from then on, and the pile stores the roles that know it. A shuffle merges all blocks into one bag again.
(`Game.draw`, `Game.deal` and `Game.peek` ask chance for tokens in bags.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, cast

from rondel.engine.components.container import Container, Row
from rondel.engine.components.sorts import Sorts, in_order
from rondel.engine.components.token import Token
from rondel.engine.visibility import EVERYONE, NOBODY, Visibility, sees
from rondel.errors import BadPosition, RulesError, is_a, quoted

if TYPE_CHECKING:
    from rondel.engine.components.viewer import Viewer

Mark: TypeAlias = tuple[int, Visibility]
"""The number of a token's bag, or `ORDERED`; and the roles that know the token, or the contents of its bag."""

ORDERED: Final = -1

ITEMS: Final = 0
_MARKS: Final = 1
_LOOKED: Final = 2
"""A journal key without a value, written whenever a role has learnt the place of a token."""


class Pile(Row):
    """A pile of tokens, from the bottom to the top; shuffled at first.

    Draw from it with ``game.draw(pile)``. The roles in ``visible_to`` see its contents, but not the order; those in
    ``backs_visible_to`` only the number of tokens.

    All tokens of a pile lie the same way: a token put into it loses its `Token.shown_to`, and cannot be turned down there.

    >>> deck = Pile("deck", backs_visible_to=("north",))
    >>> len(deck), deck.shuffled, deck.backs_visible_to
    (0, True, ('north',))
    """

    __slots__ = ("_marks", "_sorted", "_sorts")

    layout = "pile"
    same_way = True
    whole = True  # the marks belong to the tokens
    keys: ClassVar[tuple[str, ...]] = ("kind", "owner", "face", "props", "bag", "known", "id")

    def __init__(self, name: str, *, visible_to: Visibility = NOBODY, backs_visible_to: Visibility = NOBODY) -> None:
        super().__init__(name, visible_to=visible_to, backs_visible_to=backs_visible_to)
        self._marks: tuple[Mark, ...] = ()
        # A mark for each token; empty for a pile that is one bag with unknown contents.
        self._sorted: list[Token] | None = None
        # A cache: the tokens in the order of their keys.
        self._sorts: Sorts | None = None
        # A cache: the sorts of a pile that is one bag.

    # -- looking -------------------------------------------------------------------------------------------------------

    def faces(self) -> list[tuple[Token, int]]:
        """One token of each sort in the pile with the number of equal ones, in the order of their keys, which reveals
        nothing."""
        if self._guarded:
            self._read()
        found = Sorts(self._items)
        return [(alike[0], count) for alike, count in zip(found.tokens, found.counts, strict=True)]

    def __getitem__(self, index: int) -> Token:
        try:
            return self.tokens()[index]
        except (IndexError, TypeError):
            raise self._no_index(index) from None

    @property
    def shuffled(self) -> bool:
        """Whether the whole pile is one bag."""
        return not self._marks or (self._marks[0][0] != ORDERED and all(mark == self._marks[0] for mark in self._marks))

    # -- changing ------------------------------------------------------------------------------------------------------

    def add(self, token: Token) -> None:
        """Put a token into a shuffled pile. Raises `RulesError` for a pile with an order."""
        if not self.shuffled:
            raise RulesError(
                f"pile {self.name!r} has an order, so say where {token!r} goes: put_on_top, put_under, or shuffle_in"
            )
        self._lay(token)
        self._put(self._items + (token,), [])  # noqa: RUF005 - see `Row.add`
        token._container = self

    def put_on_top(self, token: Token) -> None:
        """Put a token on top. The roles that could see it before know its place until the pile is shuffled."""
        known = self._known_of(token)
        self._lay(token)
        self._put((*self._items, token), [*self._spread(), (ORDERED, known)])
        token._container = self

    def put_under(self, token: Token) -> None:
        """Put a token under all others. The roles that could see it before know its place until the pile is shuffled."""
        known = self._known_of(token)
        self._lay(token)
        self._put((token, *self._items), [(ORDERED, known), *self._spread()])
        token._container = self

    def insert(self, index: int, token: Token) -> None:
        """Not for piles: raises `RulesError`."""
        raise RulesError(
            f"{token!r} cannot be put into pile {self.name!r} at {index!r}: use put_on_top, put_under or shuffle_in"
        )

    def sort(self, key: Callable[[Token], Any]) -> None:
        """Not for piles: raises `RulesError`."""
        raise RulesError(f"pile {self.name!r} cannot be sorted: use a Row, or list pile.tokens(), which tell no order")

    def stack(self, other: Pile) -> None:
        """Put another pile on top of this one, with its order and bags unchanged.

        Raises `RulesError` for the pile itself, and for anything that is not a pile.
        """
        if not is_a(other, Pile):
            raise RulesError(
                f"{quoted(other)} is no pile, and cannot be put on top of pile {self._name!r} as it is; put its tokens there "
                "one by one with put_on_top, or shuffle them in with shuffle_in"
            )
        if other is self:
            raise RulesError(f"pile {self.name!r} cannot be put on top of itself")
        tokens, marks = other._items, other._spread()
        first = max([bag for bag, _known in self._spread()], default=ORDERED) + 1
        for token in tokens:
            self._lay(token)
        raised = [(bag if bag == ORDERED else bag + first, known) for bag, known in marks]
        self._put((*self._items, *tokens), [*self._spread(), *raised])
        for token in tokens:
            token._container = self

    def shuffle(self) -> None:
        """Merge all of it into one bag: nobody knows the place of any token in it any more."""
        self._put(self._items, [])

    def shuffle_in(self, tokens: Container | Iterable[Token]) -> None:
        """Put these tokens, or all tokens of another container such as a discard pile, into the pile and shuffle it."""
        if not is_a(tokens, Iterable):
            raise RulesError(
                f"{quoted(tokens)} cannot be shuffled into pile {self._name!r}: give a container or a list of tokens, [token]"
            )
        if isinstance(tokens, Row) and tokens is not self and tokens._journal is not None and tokens._journal is self._journal:
            taken = [*tokens._items]
            if taken:
                tokens._empty()  # one write, and not one for each token
            for token in taken:
                token._container = None
                if token._shown_to is not None:
                    token.shown_to = None
        else:
            taken = tokens._all() if isinstance(tokens, Container) else list(tokens)
            for each in list[Any](taken):
                if not isinstance(each, Token):
                    raise self._no_token(each)
            for token in taken:
                self._lay(token)
        self._put((*self._items, *taken), [])
        for token in taken:
            token._container = self

    def cut(self, count: int) -> None:
        """Put the ``count`` topmost tokens under the others. A shuffled pile stays shuffled.

        Raises `RulesError` if there are fewer tokens, or if the cut would divide a bag that is not the whole pile: the
        tokens in the upper part of a bag are not determined.
        """
        size = len(self._items)
        if not is_a(count, int) or not 0 <= count <= size:
            raise RulesError(f"pile {self.name!r} of {size} cannot be cut below {count!r} tokens")
        if not self._marks or self.shuffled or count in (0, size):
            return
        rest = size - count
        if self._marks[rest - 1][0] == self._marks[rest][0] != ORDERED:
            raise RulesError(
                f"pile {self.name!r} cannot be cut below {count} tokens, in the middle of what was shuffled: "
                "shuffle it whole, or cut it elsewhere"
            )
        self._put(self._items[rest:] + self._items[:rest], [*self._marks[rest:], *self._marks[:rest]])

    def search(self, role: str) -> list[Token]:
        """Let a role look through the pile; returns its tokens in the order of faces. The pile is shuffled by this.

        The role may choose from it, and sees its contents until it is shuffled or drawn from. Raises `RulesError` for an
        unknown role.
        """
        if self._journal is not None and role not in self._journal.roles:
            roles = ", ".join(map(repr, self._journal.roles))
            raise RulesError(f"pile {self.name!r} cannot be searched by {role!r}, which is no role: this game has {roles}")
        self._put(self._items, [])
        if self._items:
            self._note(((0, (role,)),) * len(self._items))
        return self._by_key()

    # -- for the engine ------------------------------------------------------------------------------------------------

    def _known_of(self, token: Token) -> Visibility:
        """The roles that see a token now. Raises `RulesError` for anything that is not a token."""
        if not is_a(token, Token):
            raise self._no_token(token)
        return token.readers()

    def _lay(self, token: Token) -> None:
        """Take a token out of its container for this pile."""
        self._adopt(token)
        if token._shown_to is not None:
            token.shown_to = None

    def _spread(self) -> list[Mark]:
        """A mark for each token, also if none are stored."""
        return list(self._marks) if self._marks else [(0, NOBODY)] * len(self._items)

    def _put(self, items: tuple[Token, ...], marks: list[Mark]) -> None:
        """Write the contents; one bag with unknown contents is stored without marks."""
        if marks and all(mark == (marks[0][0], NOBODY) and mark[0] != ORDERED for mark in marks):
            marks = []
        if marks or self._marks:
            if self._journal is not None:
                self._journal.entries.append((self, _MARKS, self._marks, tuple(marks)))
            self._marks = tuple(marks)
        if items is not self._items:
            self._forget()
            self._set(items)

    def _note(self, marks: tuple[Mark, ...]) -> None:
        """Write new marks for the same contents."""
        if marks != self._marks:
            if self._journal is not None:
                self._journal.entries.append((self, _MARKS, self._marks, marks))
                self._journal.entries.append((self, _LOOKED, False, True))
            self._marks = marks

    def _take(self, token: Token) -> None:
        sorted_tokens = self._sorted
        found = self._sorts
        marks = self._marks
        number = _position(self._items, token)
        rest = [*marks[:number], *marks[number + 1 :]] if marks else []
        self._put(self._items[:number] + self._items[number + 1 :], rest)
        if sorted_tokens is not None:
            del sorted_tokens[_position(sorted_tokens, token)]
            self._sorted = sorted_tokens
        if found is not None and found.without(token):
            self._sorts = found
        token._container = None

    def _empty(self) -> None:
        self._put((), [])

    def _forget(self) -> None:
        """Drop the caches after a change of the contents."""
        self._sorted = None
        self._sorts = None

    def _write(self, key: int, value: object) -> None:
        if key == ITEMS:
            self._forget()
            super()._write(key, value)
        elif key == _MARKS:
            self._marks = cast("tuple[Mark, ...]", value)

    def _owner_changed(self, token: Token) -> None:
        self._forget()

    def _changed(self, token: Token) -> None:
        self._forget()

    def shows(self, key: int, old: object, new: object) -> str:
        return f"somebody looked into {self.name!r}" if key == _LOOKED and new else ""

    # for `Game.draw` and `Game.peek`

    def _at_depth(self, depth: int) -> Sorts | None:
        """The possible tokens below ``depth`` others, if chance decides; None for a token with a known place."""
        if not self._marks:
            if self._sorts is None:
                self._sorts = Sorts(self._items)
            return self._sorts
        bag = self._marks[-1 - depth][0]
        if bag == ORDERED:
            return None
        marks = self._marks
        return Sorts([token for number, token in enumerate(self._items) if marks[number][0] == bag])

    def _settle(self, token: Token, known: Visibility = NOBODY) -> None:
        """Make this token the topmost of its bag. Roles that have searched the bag do not know its contents any more."""
        marks = self._spread()
        number = _position(self._items, token)
        bag = marks[number][0]
        if bag == ORDERED:
            if known:
                marks[number] = (ORDERED, _joined(marks[number][1], known))
                self._note(tuple(marks))
            return
        last = max([place for place, mark in enumerate(marks) if mark[0] == bag])
        items = [each for each in self._items if each is not token]
        items.insert(last, token)
        below = [(bag, NOBODY) if mark[0] == bag else mark for mark in marks]
        below[last] = (ORDERED, NOBODY)
        self._put(tuple(items), below)
        if known:
            below[last] = (ORDERED, known)
            self._note(tuple(below))

    # order and views

    def _by_key(self) -> list[Token]:
        """The tokens in the order of their keys, which reveals nothing of their places."""
        if self._sorted is None:
            self._sorted = in_order(self._items)
        return self._sorted[:]

    def _all(self) -> list[Token]:
        # From the bottom to the top; bags in the order of keys.
        if not self._marks:
            return self._by_key()
        return [token for _mark, block in self._blocks() for token in block]

    def _blocks(self) -> list[tuple[Mark, list[Token]]]:
        """The bags, each in the order of keys, and the single tokens with known places; from the bottom."""
        found: list[tuple[Mark, list[Token]]] = []
        for mark, token in zip(self._spread(), self._items, strict=True):
            if found and mark[0] != ORDERED and found[-1][0] == mark:
                found[-1][1].append(token)
            else:
                found.append((mark, [token]))
        return [(mark, in_order(block)) for mark, block in found]

    def slot(self, token: Token) -> str:
        # Only data known to the roles that may choose it: its place in the sorted contents of a shuffled pile, or the number
        # of tokens above it.
        if self.shuffled:
            return str(_position(self._by_key(), token))
        above = 0
        for mark, block in reversed(self._blocks()):
            for number, each in enumerate(block):
                if each is token:
                    return f"top{above}" if mark[0] == ORDERED else f"bag{mark[0]}.{number}"
            above += len(block)
        raise RulesError(f"{token!r} does not lie in pile {self.name!r}")

    def readers(self, token: Token) -> Visibility:
        if not self._marks:
            return self.visible_to
        return _joined(self.visible_to, self._marks[_position(self._items, token)][1])

    def blind_name(self, token: Token) -> str:
        raise RulesError(
            f"nobody can choose from pile {self.name!r} without seeing what is in it: it has no order; draw with game.draw(...)"
        )

    def key(self) -> object:
        if not self._marks:
            return tuple(sorted([token.key() for token in self._items], key=repr))
        return tuple(
            [
                (mark[0] == ORDERED, tuple(sorted(mark[1])), tuple([token.key() for token in block]))
                for mark, block in self._blocks()
            ]
        )

    def view(self, viewer: Viewer) -> dict[str, Any] | None:
        """The view for a viewer: the contents or their number, and in ``known`` the tokens it knows, from the top.

        Tokens in a pile have no ids, so that nobody can follow one. ``at`` is the number of tokens above, "top0" for none; it
        is included only for viewers who may know the number of tokens.
        """
        seen: dict[str, Any] = {}
        counted = True
        marks = self._marks
        role = viewer.role
        if viewer.sees(self) or (marks and self.shuffled and sees(marks[0][1], role)):
            seen["tokens"] = [token.view(role, False) for token in self._by_key()]
        elif viewer.counts(self):
            seen["backs"] = len(self._items)
        else:
            counted = False
        if marks and not self.shuffled:
            known: list[dict[str, Any]] = []
            above = 0
            for mark, block in reversed(self._blocks()):
                if sees(mark[1], role):
                    at = {"at": f"top{above}"} if counted and mark[0] == ORDERED else {}
                    known.extend([{**at, **token.view(role, False)} for token in block])
                above += len(block)
            if known:
                seen["known"] = known
        return seen or None

    # positions

    def to_json(self) -> list[dict[str, Any]]:
        """The contents from the bottom to the top. Unless the pile is one bag, ``bag`` is the number of a token's bag, left out
        for a token with a known place; ``known`` lists the roles that know the token."""
        if not self._marks:
            return super().to_json()
        listed: list[dict[str, Any]] = []
        for mark, block in self._blocks():
            where: dict[str, Any] = {"bag": mark[0]} if mark[0] != ORDERED else {}
            if mark[1] or mark[0] == ORDERED:
                where["known"] = list(mark[1])
            listed.extend([{"id": token.serial, **token.to_json(), **where} for token in block])
        return listed

    def _place(self, token: Token, data: Mapping[str, Any], where: str, roles: tuple[str, ...]) -> None:
        bag = data.get("bag", 0 if data.get("known") is None else ORDERED)
        if type(bag) is not int or bag < ORDERED or ("bag" in data and bag == ORDERED):
            raise BadPosition(f"{where} lies in bag {bag!r}; bags are numbered from 0")
        mark = (bag, self._known(data.get("known", ()), f"{where} is known to", roles))
        marks = self._spread()
        if bag != ORDERED and marks and marks[-1] != mark and any(each[0] == bag for each in marks):
            raise BadPosition(f"{where} lies in bag {bag}, which is another bag already; the tokens of a bag stand together")
        self._lay(token)
        self._put((*self._items, token), [*marks, mark])
        token._container = self

    def clear(self) -> None:
        super().clear()
        self._marks = ()

    def copy_from(self, other: Container) -> None:
        super().copy_from(other)
        self._marks = cast("Pile", other)._marks
        self._forget()


def _position(tokens: Iterable[Token], token: Token) -> int:
    """The index of a token."""
    for number, each in enumerate(tokens):
        if each is token:
            return number
    raise RulesError(f"{token!r} does not lie there")


def _joined(one: Visibility, other: Visibility) -> Visibility:
    """The union of two visibilities."""
    if EVERYONE in (one, other):
        return EVERYONE
    return (*one, *[role for role in other if role not in one])
