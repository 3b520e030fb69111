"""Texts with placeholders, to be translated and filled in by the client that shows them."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from rondel.server.protocol.views.described import REF, STRUCT


class RoleArg(msgspec.Struct, frozen=True):
    """A player, named by their role."""

    role: str


Arg = Annotated[
    Any,
    msgspec.Meta(
        extra={"typescript": "Arg", STRUCT: RoleArg},
        extra_json_schema={
            "anyOf": [
                *({"type": kind} for kind in ("string", "number", "boolean", "null", "array")),
                {"$ref": REF.format(name="RoleArg")},
                {"$ref": REF.format(name="Text")},
                {"type": "object"},
            ]
        },
    ),
]
"""What stands in a placeholder: a string, a number, a truth value, null, a `RoleArg`, another `Text`, or a list of these.
An argument that no placeholder uses may be any plain data."""


class Text(msgspec.Struct, frozen=True):
    """A sentence with placeholders in braces."""

    text: str
    """In English. It is also the key in the catalogue of each language."""
    args: dict[str, Arg] | UnsetType = UNSET
    """A value for each placeholder; absent where the text has none."""
    plural: str | UnsetType = UNSET
    """The English form for several; absent where no number decides about the form."""
    count: str | UnsetType = UNSET
    """The placeholder whose number selects the form."""
