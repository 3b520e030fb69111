"""A principal: a guest, the holder of an account, or a bot account.

A principal owns seats; scopes limit what it may do with them. A seat's token does not authenticate a principal: it stands for
that seat only.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Kind = Literal["guest", "account", "bot"]

Scope = Literal["play", "read"]
"""``read``: look at one's own data. ``play``: create tables, sit down, answer, chat. No scope covers what a host does."""

SCOPES: Final[tuple[Scope, ...]] = ("play", "read")


class Principal(msgspec.Struct, frozen=True):
    """An identity with an id that is never used again."""

    id: str
    kind: Kind
    name: str = ""
    """The account's unique name; empty for a guest."""
    scopes: frozenset[Scope] = frozenset(SCOPES)

    def may(self, scope: Scope) -> bool:
        """Whether the principal's credential has that scope."""
        return scope in self.scopes

    def shown(self, name: str) -> str:
        """The name of this principal at a table where it gives that name.

        >>> Principal("p1", "account", "Ada").shown(""), Principal("p1", "account", "Ada").shown("Bob")
        ('Ada', 'Bob')
        >>> Principal("p2", "bot", "Engine").shown("Ada")
        'Engine'
        """
        return self.name if self.kind == "bot" else name or self.name

    def badge(self, shown: str) -> str:
        """The badge beside that name, so that nobody can impersonate another person, and no program a person.

        >>> Principal("p1", "account", "Ada").badge("Ada"), Principal("p3", "guest").badge("Ada")
        ('account', '')
        >>> Principal("p2", "bot", "Engine").badge("Engine")
        'bot'
        """
        if self.kind == "bot":
            return "bot"
        return "account" if self.kind == "account" and shown == self.name else ""


NOBODY: Final = Principal("", "guest")
"""The principal of a program without a session, and of the server itself. It holds seats by their tokens only."""
