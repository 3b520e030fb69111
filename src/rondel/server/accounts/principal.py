"""A principal: a guest, the holder of an account, or a bot account.

Who somebody is says which seats are theirs; what they may do with them, their scopes say. A seat's token makes nobody a
principal: it is the seat and nothing else.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Kind = Literal["guest", "account", "bot"]

Scope = Literal["play", "read"]
"""``read``: look at what is one's own. ``play``: make tables, sit, answer, talk. There is none for what a host does."""

SCOPES: Final[tuple[Scope, ...]] = ("play", "read")


class Principal(msgspec.Struct, frozen=True):
    """Somebody, by an id that nobody else ever has."""

    id: str
    kind: Kind
    name: str = ""
    """The account's, which is nobody else's; a guest has none."""
    scopes: frozenset[Scope] = frozenset(SCOPES)

    def may(self, scope: Scope) -> bool:
        """Whether what this principal came in with is good for that."""
        return scope in self.scopes

    def shown(self, name: str) -> str:
        """What this principal is called at a table where it gives that name.

        >>> Principal("p1", "account", "Ada").shown(""), Principal("p1", "account", "Ada").shown("Bob")
        ('Ada', 'Bob')
        >>> Principal("p2", "bot", "Engine").shown("Ada")
        'Engine'
        """
        return self.name if self.kind == "bot" else name or self.name

    def badge(self, shown: str) -> str:
        """What stands beside that name, so that nobody passes for somebody else, or a program for a person.

        >>> Principal("p1", "account", "Ada").badge("Ada"), Principal("p3", "guest").badge("Ada")
        ('account', '')
        >>> Principal("p2", "bot", "Engine").badge("Engine")
        'bot'
        """
        if self.kind == "bot":
            return "bot"
        return "account" if self.kind == "account" and shown == self.name else ""


NOBODY: Final = Principal("", "guest")
"""Who holds no seat but by its token: a program that came without a session, and the server itself."""
