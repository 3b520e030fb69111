"""Threats: the lines on which tokens may attack a cell, each looked along once for all pieces that move on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from rondel.engine.components.boards.field import Field
from rondel.engine.components.boards.reaches.reach import Reach
from rondel.engine.components.boards.shape import Shape
from rondel.engine.components.token import Token

Attacks: TypeAlias = Sequence[tuple[Reach, tuple[str, ...]]]
"""Reaches, each with the faces of the tokens that attack by it."""

KNOWN: Final = 16
"""The most sequences of attacks that are found again without comparing them."""


class Threat:
    """A line of cells, nearest first, and the faces that attack from each of them."""

    def __init__(self, cells: tuple[int, ...], faces: tuple[frozenset[str], ...]) -> None:
        self.cells = cells
        self.faces = faces


class Threats:
    """The threats to the cells of one shape, by the attacks that rules ask about.

    >>> from rondel.engine import Reach, rider
    >>> from rondel.engine.components.boards.shape import square
    >>> found = Threats(square("board", 3, 3)).by([(rider(0, 1), ("rook",)), (Reach((1, 0, 1)), ("pawn",))])
    >>> [(threat.cells, [sorted(faces) for faces in threat.faces]) for threat in found[0]]
    [((1, 2), [['rook'], ['rook']]), ((3, 6), [['pawn', 'rook'], ['rook']])]
    """

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._asked: list[object] = []
        self._answers: list[tuple[tuple[Threat, ...], ...]] = []
        """The answers to those that were asked."""
        self._equal: dict[object, tuple[tuple[Threat, ...], ...]] = {}

    def by(self, attacks: Attacks) -> tuple[tuple[Threat, ...], ...]:
        """The threats to each cell."""
        for place, each in enumerate(self._asked):  # rules mostly ask with a constant
            if each is attacks:
                return self._answers[place]
        equal = tuple([(reach, tuple(faces)) for reach, faces in attacks])
        found = self._equal.get(equal)
        if found is None:
            found = self._equal[equal] = self._found(equal)
        if len(self._asked) == KNOWN:
            self._asked.pop(0)
            self._answers.pop(0)
        self._asked.append(attacks)
        self._answers.append(found)
        return found

    def _found(self, attacks: Attacks) -> tuple[tuple[Threat, ...], ...]:
        lines: dict[tuple[int, int], list[tuple[int, tuple[str, ...]]]] = {}
        for reach, faces in attacks:
            self._shape.ways(reach)  # raises the error for what is no reach
            for down, right, times in reach.ways:
                lines.setdefault((down, right), []).append((times, faces))
        longest: dict[tuple[int, int], Reach] = {}
        for (down, right), each in lines.items():
            most = [times for times, _faces in each]
            longest[down, right] = Reach((down, right, max(most) if min(most) else 0))
        found: list[tuple[Threat, ...]] = []
        for index in range(len(self._shape.cells)):
            around: list[Threat] = []
            for step, each in lines.items():
                for way in self._shape.ways(longest[step])[index]:
                    by_step = [
                        frozenset([face for times, faces in each if not times or far < times for face in faces])
                        for far in range(len(way))
                    ]
                    around.append(Threat(way, tuple(by_step)))
            found.append(tuple(around))
        return tuple(found)


def threats_to(shape: Shape, attacks: Attacks) -> tuple[tuple[Threat, ...], ...]:
    """The threats to each cell of a shape."""
    known = shape.threats
    if not isinstance(known, Threats):
        known = shape.threats = Threats(shape)
    return known.by(attacks)


def attacked(field: Field, place: int, by: str, attacks: Attacks, without: Sequence[Token], stop: int) -> bool:
    """Whether a token of the role attacks a cell; see `Board.attacked`. ``by`` must be the game's own string."""
    tokens = field._tokens
    own: Any = by  # Any: compiled code compares without type checks
    first = without[0] if without else None
    for threat in threats_to(field._shape, attacks)[place]:
        for far, index in enumerate(threat.cells):
            if index == stop:
                break
            token = tokens[index]
            if token is not None and token is not first and not (without and token in without):
                owner: Any = token._owner
                if owner is own and token.face in threat.faces[far]:
                    return True
                break
    return False


def shields(field: Field, place: int, by: str, attacks: Attacks) -> list[Token]:
    """The tokens that alone keep an attack off a cell; see `Board.shields`. ``by`` must be the game's own string."""
    tokens = field._tokens
    own: Any = by
    found: list[Token] = []
    for threat in threats_to(field._shape, attacks)[place]:
        shield: Token | None = None
        for far, index in enumerate(threat.cells):
            token = tokens[index]
            if token is not None:
                owner: Any = token._owner
                if shield is not None:
                    if owner is own and token.face in threat.faces[far]:
                        found.append(shield)
                    break
                if owner is own:
                    break
                shield = token
    return found
