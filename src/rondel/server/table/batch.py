"""The frames of one broadcast, and the viewers that they are made for."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rondel.server.table.commands import Roles


class Recipients(msgspec.Struct, frozen=True):
    """The viewers connected to a table, and what they have been sent."""

    groups: frozenset[Roles] = frozenset()
    """The roles of each group of viewers."""
    present: frozenset[str] = frozenset()
    """The roles whose holders are connected."""
    told: Mapping[str, int] = {}
    """How many events of each role every viewer of that role has been sent."""


class Batch(msgspec.Struct, frozen=True):
    """One frame for each group, ready to be sent once the answer is stored."""

    frames: dict[Roles, bytes]
    told: dict[str, int]
    """How many events of each role the viewers have been sent after these frames."""
