"""Groups: cells that are connected by steps between neighbours, such as the groups of Go.

The caller gives the neighbours: ``near`` lists them for each cell. `Shape.near` includes corners, `Shape.beside` only sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rondel.engine.components.boards.field import Field
from rondel.engine.components.boards.shape import Near
from rondel.engine.components.cell import Cell
from rondel.engine.components.token import Token
from rondel.errors import RulesError, is_a, quoted


def group_of(field: Field, index: int, near: Near) -> list[Cell]:
    """The connected cells around a cell whose tokens have the same owner; for an empty cell, the connected empty cells.

    In the order of the board, with the cell itself.
    """
    owners: list[Any] = field._owners  # Any: compiled code compares without type checks
    tokens: list[Any] = field._tokens
    role = owners[index]
    empty = tokens[index] is None
    met = [False] * len(owners)  # a list is faster than a set of numbers
    met[index] = True
    waiting = [index]
    while waiting:
        for other in near[waiting.pop()]:
            if owners[other] is role and not met[other] and (role is not None or (tokens[other] is None) == empty):
                met[other] = True
                waiting.append(other)
    return [cell for cell, each in zip(field._shape.cells, met, strict=True) if each]


def groups_of(field: Field, role: str, near: Near) -> list[list[Cell]]:
    """The groups of a role, in the order of the board.

    ``role`` must be the game's own string: owners are compared by identity.
    """
    owners: list[Any] = field._owners
    cells = field._shape.cells
    own: list[int] = []
    number = [-1] * len(owners)  # of the group of each cell
    groups = 0
    for start, owner in enumerate(owners):
        if owner is not role:
            continue
        own.append(start)
        if number[start] >= 0:
            continue
        number[start] = groups
        waiting = [start]
        while waiting:
            for other in near[waiting.pop()]:
                if owners[other] is role and number[other] < 0:
                    number[other] = groups
                    waiting.append(other)
        groups += 1
    found: list[list[Cell]] = [[] for _group in range(groups)]
    for index in own:
        found[number[index]].append(cells[index])
    return found


def joined(field: Field, role: str, sides: Sequence[Iterable[str | Cell]], near: Near) -> int:
    """The index of a cell in a connected group of ``role`` that contains a cell of each side; -1 without such a group.

    ``role`` must be the game's own string: owners are compared by identity.
    """
    owners: list[Any] = field._owners
    touched = [0] * len(owners)  # a bit for each side
    starts: list[int] = []
    lacking = False
    for number, side in enumerate(sides):
        empty = True
        for cell in side:
            index = field._index(cell)
            if owners[index] is role:
                empty = False
                touched[index] |= 1 << number
                if number == 0:
                    starts.append(index)
        lacking = lacking or empty
    if lacking:  # most boards are like this for half of the game
        return -1
    whole = (1 << len(sides)) - 1
    met = [False] * len(owners)
    for start in starts:
        if met[start]:
            continue
        reached = 0
        met[start] = True
        waiting = [start]
        while waiting:
            index = waiting.pop()
            reached |= touched[index]
            if reached == whole:
                return start
            for following in near[index]:
                if owners[following] is role and not met[following]:
                    met[following] = True
                    waiting.append(following)
    return -1


def gaps(field: Field, role: str, side: Iterable[str | Cell], near: Near) -> list[int]:
    """For each cell, by index, the number of empty cells on the best way to it from a side over cells that are empty or have a
    token of ``role``; -1 if there is no way.

    The cell itself counts, too.
    """
    owners = field._owners
    tokens = field._tokens
    least = [-1] * len(owners)
    reached = [field._index(cell) for cell in side]
    missing = 0
    empty: list[int] = []  # the cells that need one token more than what is being reached
    while reached or empty:
        if not reached:
            missing += 1
            for index in empty:
                if least[index] < 0:
                    least[index] = missing
                    reached.extend(near[index])
            empty = []
            continue
        index = reached.pop()
        if least[index] >= 0:
            continue
        if tokens[index] is None:
            empty.append(index)
        elif owners[index] == role:
            least[index] = missing
            reached.extend(near[index])
    return least


def connected(field: Field, without: Sequence[Token], near: Near) -> bool:
    """Whether all tokens, of whatever owner, lie in one connected group; those in ``without`` are ignored."""
    taken = {field.where(token).index for token in field.tokens() if not (without and token in without)}
    if not taken:
        return True
    waiting = [taken.pop()]
    while waiting:
        for other in near[waiting.pop()]:
            if other in taken:
                taken.remove(other)
                waiting.append(other)
    return not taken


def flooded(field: Field, start: Iterable[str | Cell], through: Callable[[Cell], bool], near: Near) -> list[Cell]:
    """The cells that can be reached from ``start`` in steps to neighbours for which ``through`` returns True; ``start`` is
    included.

    In the order of the board. Raises `RulesError` if ``start`` is not a list of cells, or ``through`` not a function.

    >>> from rondel.engine.components.boards.shape import square
    >>> ground = square("ground", 2, 3)
    >>> [str(cell) for cell in flooded(Field("ground", ground), ["a1"], lambda cell: cell.column < 2, ground.beside)]
    ['a1', 'b1', 'a2', 'b2']
    """
    cells = field._shape.cells
    given: Any = through  # see `is_a`
    if not is_a(start, Iterable) or not callable(given):
        raise RulesError(
            f"{field._what()} {field.name!r} cannot be flooded from {quoted(start)} through {quoted(through)}: give a list "
            "of cells, and a function that says of a cell whether it lets pass"
        )
    waiting = [field.cell(cell).index for cell in start]
    met = set(waiting)
    while waiting:
        for other in near[waiting.pop()]:
            if other not in met and through(cells[other]):
                met.add(other)
                waiting.append(other)
    return [cells[index] for index in sorted(met)]
