"""Attribute hints: errors for an attribute that a token, container or prop does not have, with what it has.

Python's own message says only that there is no such attribute. An author's data cannot be kept on a token or container, because
every copy and every undo would lose it; so the hint says where it belongs.
"""

from __future__ import annotations

import re
from typing import Final

from rondel.engine.components.boards.area import Area
from rondel.engine.components.boards.board import Board
from rondel.engine.components.boards.edges import Edges
from rondel.engine.components.boards.field import Field
from rondel.engine.components.boards.grid import Grid
from rondel.engine.components.boards.hexgrid import HexGrid
from rondel.engine.components.boards.sheet import Sheet
from rondel.engine.components.boards.spaces import Spaces
from rondel.engine.components.boards.track import Track
from rondel.engine.components.container import Container, Hand, Row
from rondel.engine.components.counter import Counter
from rondel.engine.components.pile import Pile
from rondel.engine.components.positions import Positions
from rondel.engine.components.prop import Prop
from rondel.engine.components.token import Token
from rondel.engine.declarations.action import parameters
from rondel.errors import RulesError, closest, endless

_KINDS: Final[dict[str, type]] = {
    kind.__name__: kind for kind in (Token, Row, Hand, Pile, Grid, HexGrid, Edges, Track, Area, Counter, Sheet, Positions, Prop)
}
_CALLED: Final[dict[str, type]] = {**_KINDS, **{kind.__name__: kind for kind in (Container, Field, Board, Spaces)}}
_IN: Final = "put a token into it with add(token), or token.move_to(it)"
_OUT: Final = "take a token out of it with token.move_to(...), or off the table with token.remove()"
_OF_LISTS: Final = {
    **dict.fromkeys(("append", "extend", "push"), _IN),
    **dict.fromkeys(("pop", "remove", "discard"), _OUT),
    "shuffle": "only a Pile has no order: put the tokens into one, pile.shuffle_in(row), and draw by game.draw(pile)",
}
"""The methods of containers, by the names that Python's lists have for them."""
_OF_BOARDS: Final = dict.fromkeys(("move", "move_to", "set"), "lay the token there: board.put(board.token(start), goal)")
"""The methods of boards, by the names that other libraries have for them."""
_NOT_ONE: Final = {
    "NoneType": "board[cell] is None for an empty cell: look before, or let board.token(cell) refuse it",
    "list": "take each token out of the list: for token in tokens",
    "tuple": "choose_each and choose_some give a tuple of tokens for each role: [token] = chosen",
}
"""What an author may have taken for a token, with the way to one."""
_ALIKE: Final = 0.7
"""The minimum similarity of a name to the one that was probably meant, from 0 to 1."""
_MISSING: Final = re.compile(r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'")
_FIXED: Final = re.compile(
    r"'(?P<kind>\w+)' object attribute '(?P<name>\w+)' is read-only"
    r"|attribute '(?P<other>\w+)' of '(?P<owner>\w+)' objects is not"
)
_NUMBER: Final = re.compile(
    r"(unsupported operand type\(s\) for .*|'\S+' not supported between instances of ).*'(?P<kind>Counter|Prop)'"
)
_CALL: Final = re.compile(r"(?P<kind>\w+)\.(?P<name>\w+)\(\) (missing|takes|got)")
_PUT: Final = re.compile(r"'(?P<kind>\w+)' object (does not support|doesn't support) item (assignment|deletion)")


def clearer(error: BaseException, where: str) -> RulesError | None:
    """The error to raise instead of one that a rule has raised; None where there is nothing to add.

    ``where`` names the rule, for one that has exceeded the recursion limit.
    """
    return endless(where) if isinstance(error, RecursionError) else hint(error)


def hint(error: BaseException) -> RulesError | None:
    """The error to raise instead of Python's own, if that is about a component; otherwise None.

    >>> hint(AttributeError("'Token' object has no attribute 'onwer'"))
    RulesError("a Token has no 'onwer'; did you mean 'owner'?")
    >>> hint(AttributeError("'str' object has no attribute 'owner'"))
    """
    said = str(error)
    if isinstance(error, TypeError):
        found = _NUMBER.match(said)
        if found is not None:
            return RulesError(f"a {found['kind']} is no value itself: read and assign its value, game.coins.value += 1")
        found = _CALL.match(said)
        if found is not None and found["kind"] in _CALLED:
            names = parameters(getattr(_CALLED[found["kind"]], found["name"]))
            cell = "; for a cell of a board: board.put(token, cell)" if found["name"] == "move_to" else ""
            return RulesError(f"{said}; it takes ({', '.join(names[1:])}){cell}")
        found = _PUT.match(said)
        kind = _KINDS.get(found["kind"]) if found is not None else None
        if kind is None:
            return None
        put = "token.move_to(it)" if issubclass(kind, Row) else "put(token, cell)"
        return RulesError(f"the places of a {kind.__name__} are not assigned or deleted: use {put} and token.remove()")
    if not isinstance(error, AttributeError):
        return None
    found = _MISSING.match(said)
    if found is not None and found["kind"] in _KINDS and not found["name"].startswith("_"):
        return RulesError(_missing(_KINDS[found["kind"]], found["name"]))
    if found is not None and hasattr(Token, found["name"]) and found["kind"] in _NOT_ONE:
        return RulesError(f"{said}, which a Token has; {_NOT_ONE[found['kind']]}")
    found = _FIXED.match(said)
    if found is not None and (found["kind"] or found["owner"]) in _KINDS:
        kind_name, name = found["kind"] or found["owner"], found["name"] or found["other"]
        return RulesError(f"{name!r} of a {kind_name} cannot be assigned: it is the same for all of them")
    return None


def _missing(kind: type, name: str) -> str:
    """The message for an unknown attribute."""
    if kind is Pile and name in ("draw", "deal", "peek"):
        return f"a Pile has no {name!r}: chance says what lies in it, so ask the game, game.{name}(pile, ...)"
    close = closest(name, [each for each in dir(kind) if not each.startswith("_")], _ALIKE)
    what = f"a {kind.__name__} has no {name!r}"
    if issubclass(kind, Container) and name in _OF_LISTS:
        return f"{what}; {_OF_LISTS[name]}"
    if issubclass(kind, Field) and name in _OF_BOARDS:
        return f"{what}; {_OF_BOARDS[name]}"
    if close:
        return f"{what}; did you mean {close!r}?"
    if kind is Token:
        return f"{what}; what is a token's own is kept in its props: token.set({name!r}, ...) and token.get({name!r})"
    return f"{what}; what changes is kept in a prop, made in setup: self.{name} = self.add(Prop({name!r}, ...))"
