"""What an arena answers when it does not do what it was asked, and what is said when it does not answer."""

from __future__ import annotations


class Refused(Exception):
    """The arena refused, and nothing has changed; ``code`` is one of those of ``docs/protocol/codes.md``.

    >>> Refused("name_taken", "somebody has this name").code
    'name_taken'
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(f"{code}: {message}")


class Unreachable(Exception):
    """The arena did not answer for longer than the client has patience, or does not let it in any more."""
