"""Mail addresses: which texts are one, and how two are compared.

An address is `local@domain` of printable ASCII without quotes, comments or lists, so that it cannot add a header or a second
recipient. Whether somebody reads it only a mail can tell.
"""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 254
"""Characters of an address (RFC 5321)."""

_LOCAL: Final = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}")
_DOMAIN: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*")


def is_address(text: str) -> bool:
    """Whether a text is a mail address.

    >>> [is_address(each) for each in ("ann@example.org", "a.b+c@localhost", "ann", "a@b@c", "a@b c", "a@b\\nBcc: x@y")]
    [True, True, False, False, False, False]
    """
    local, at, domain = text.rpartition("@")
    dots = local.startswith(".") or local.endswith(".") or ".." in local
    return bool(
        at
        and len(text) <= LONGEST
        and not dots
        and _LOCAL.fullmatch(local)
        and len(domain) <= 253
        and _DOMAIN.fullmatch(domain.lower())
    )


def normalized(text: str) -> str:
    """An address as it is stored: without blanks around it, its domain in lower case.

    >>> normalized(" Ann@Example.ORG ")
    'Ann@example.org'
    """
    local, at, domain = text.strip().rpartition("@")
    return f"{local}{at}{domain.lower()}"
