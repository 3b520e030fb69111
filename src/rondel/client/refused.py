"""The errors of the client: a refused request, and a server that does not answer."""

from __future__ import annotations


class Refused(Exception):
    """The arena refused the request and changed nothing; ``docs/protocol/codes.md`` lists ``code``.

    >>> Refused("name_taken", "somebody has this name").code
    'name_taken'
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(f"{code}: {message}")


class Unreachable(Exception):
    """The arena did not answer within the time limit, or rejects the client's token."""
