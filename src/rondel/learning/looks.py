"""Looks: the possible appearances of a token, numbered, for learning programs.

A kind of token is drawn by a token's face, its owner's role, or both (`TokenKind`). This and the roles give a finite list of
looks. A face that names no owner has one look for each owner and one without. A token whose face is hidden has the look
of its kind without a face.
"""

from __future__ import annotations

from collections.abc import Iterable

from rondel.engine.components.token import TokenKind
from rondel.errors import RulesError


class Looks:
    """The looks of the tokens of a game.

    >>> from rondel.engine.components.token import Face, TokenKind
    >>> looks = Looks([TokenKind("mark", faces={"x": Face("cross"), "o": Face("ring")})], ("x", "o"), hides=False)
    >>> looks.names, looks.number("mark", "o", "")
    (('x', 'o'), 1)
    >>> Looks([TokenKind("chip")], ("north", "south"), hides=False).names
    ('chip', 'north chip', 'south chip')
    """

    def __init__(self, kinds: Iterable[TokenKind], roles: tuple[str, ...], *, hides: bool) -> None:
        self._numbers: dict[tuple[str, str, str], int] = {}
        """By kind, owner ("" for none) and face ("" for none)."""
        self._roles = roles
        listed = list(kinds)
        several = len(listed) > 1
        names: list[str] = []
        for kind in listed:
            begin = f"{kind.name} " if several else ""
            bare = False  # whether a face names no owner
            for face in kind.faces:
                owner, rest = self._owner_of(face)
                if owner:
                    self._put(names, begin + face, kind.name, [(owner, rest), ("", face)])
                    if not rest:
                        self._more(len(names) - 1, kind.name, [(each, face) for each in roles])
                else:
                    bare = True
                    for each in ("", *roles):
                        self._put(names, begin + (f"{each} {face}" if each else face), kind.name, [(each, face)])
            if bare or hides or not kind.faces:
                for each in ("", *roles):
                    if (kind.name, each, "") not in self._numbers:
                        self._put(names, f"{each} {kind.name}" if each else kind.name, kind.name, [(each, "")])
        self.names: tuple[str, ...] = tuple(names)
        self.bare: dict[str, int] = {}
        """The look of each owner's tokens without a face, if there is only one kind of token."""
        if not several:
            self.bare.update([(owner, look) for (_kind, owner, face), look in self._numbers.items() if owner and not face])

    def _owner_of(self, face: str) -> tuple[str, str]:
        """The role that a face names and the rest of the face; no role for a face without one."""
        for role in self._roles:
            if face == role:
                return role, ""
            if face.startswith(role + " "):
                return role, face[len(role) + 1 :]
        return "", face

    def _put(self, names: list[str], name: str, kind: str, shown: list[tuple[str, str]]) -> None:
        self._more(len(names), kind, shown)
        names.append(name)

    def _more(self, number: int, kind: str, shown: list[tuple[str, str]]) -> None:
        for owner, face in shown:
            self._numbers.setdefault((kind, owner, face), number)

    def __len__(self) -> int:
        return len(self.names)

    def number(self, kind: str, owner: str | None, face: str) -> int:
        """The number of a token's look. Raises `RulesError` for a face that its kind does not declare."""
        found = self._numbers.get((kind, owner or "", face), -1)
        if found < 0:
            whose = f"of {owner}" if owner else "of nobody"
            raise RulesError(
                f"a {kind} {whose} with the face {face!r} has no number, since it is not declared; list the face in the "
                f"kind, TokenKind({kind!r}, faces={{{face or owner or kind!r}: Face(...)}}), and the kind in kinds = (...)"
            )
        return found
