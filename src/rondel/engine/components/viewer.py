"""Viewers: which parts of a position a role or the observer sees, and the ids by which it knows tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rondel.engine.visibility import EVERYONE, sees

if TYPE_CHECKING:
    from rondel.engine.components.part import Part
    from rondel.engine.components.token import Holder, Token


class Viewer:
    """A role, or the observer: what it sees of each part, and the numbers by which it knows tokens."""

    def __init__(self, role: str, reveals: tuple[str, ...]) -> None:
        self.role = role
        self.reveals = reveals
        self.revealing = False
        """Whether the viewer sees what the game reveals at its end: the game is over, and the view is of the present."""
        self.numbers: dict[int, int] | None = None
        """The viewer's numbers for tokens, by serial number; None in a game that hides nothing."""
        self.late: dict[int, int] = {}
        """The numbers of tokens that are seen only because the game is over, by serial number."""
        self.partial = False
        """Whether the viewer was asked for anything that another viewer may see differently."""

    def sees(self, part: Part) -> bool:
        """Whether the viewer sees the contents of a container, or the value of a prop."""
        if part._visible_to == EVERYONE:
            return True
        self.partial = True
        return self.role in part._visible_to or (self.revealing and revealed(part.name, self.reveals))

    def counts(self, container: Holder) -> bool:
        """Whether the viewer may know how many tokens lie in a container."""
        self.partial = True
        return sees(container._backs_visible_to, self.role)

    def shows(self, token: Token, container: Holder) -> dict[str, Any]:
        """The data of a token whose place the viewer sees."""
        if token._shown_to is not None:
            self.partial = True
        return token.view(self.role, self.turns_up(container))

    def turns_up(self, container: Holder) -> bool:
        """Whether the viewer sees the faces of face-down tokens in a container, because the game reveals it at its end."""
        return self.revealing and revealed(container.name, self.reveals)

    def number(self, token: Token) -> int:
        """The number by which the viewer knows a token that it sees."""
        numbers = self.numbers
        if numbers is None:
            return token.serial
        number = numbers.get(token.serial, 0)
        return number or self.late[token.serial]


def revealed(name: str, reveals: tuple[str, ...]) -> bool:
    """Whether a game reveals the container or prop of that name at its end."""
    return reveals == EVERYONE or name in reveals
