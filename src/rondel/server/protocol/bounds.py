"""The bounds of messages, used by the decoders, OpenAPI and AsyncAPI."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

LONGEST_ID: Final = 64
"""Characters of the id of a message."""

MOST_TOKENS: Final = 16
"""Tokens of seats in a `Hello`."""

LARGEST_FRAME: Final = 16 * 1024
"""Bytes of one message over a socket."""

MessageId = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID, pattern=r"^[^\x00]*$")]
"""The client's own id of a message."""

Tokens = Annotated[tuple[str, ...], Meta(max_length=MOST_TOKENS)]
"""The tokens of the seats a client plays."""
