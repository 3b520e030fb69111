"""Viewers: which parts one viewer sees, and the ids under which it sees tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rondel.engine.visibility import EVERYONE, sees

if TYPE_CHECKING:
    from rondel.engine.components.part import Part
    from rondel.engine.components.token import Holder, Token


class Sight:
    """What one viewer sees: parts of the position are shown to him by it, and tokens called by their numbers."""

    def __init__(self, role: str, reveals: tuple[str, ...]) -> None:
        self.role = role
        self.reveals = reveals
        self.revealing = False
        """Whether the game is over and looked at as it is now, so that what it reveals at its end is seen."""
        self.numbers: dict[int, int] | None = None
        """The viewer's numbers by serial number; None in a game that hides nothing."""
        self.late: dict[int, int] = {}
        """The numbers of what is seen only because the game is over."""
        self.partial = False
        """Whether anything was looked at that another viewer may see otherwise."""

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
        """What a viewer who sees where a token lies is shown of it."""
        if token._shown_to is not None:
            self.partial = True
        return token.view(self.role, self.turns_up(container))

    def turns_up(self, container: Holder) -> bool:
        """Whether what lies face down in a container is seen all the same, because the game reveals it at its end."""
        return self.revealing and revealed(container.name, self.reveals)

    def number(self, token: Token) -> int:
        """What the viewer calls a token that he sees."""
        numbers = self.numbers
        if numbers is None:
            return token.serial
        number = numbers.get(token.serial, 0)
        return number or self.late[token.serial]


def revealed(name: str, reveals: tuple[str, ...]) -> bool:
    """Whether a container or prop of that name is among what a game reveals at its end."""
    return reveals == EVERYONE or name in reveals
