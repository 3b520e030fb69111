"""Which node a connection goes to: all connections of a table to the same one, while it is there.

Rendezvous hashing: each node has a score for the table, and the highest of the nodes that are ready wins. So only the tables of
a node that is away go elsewhere, and they come back with it. The hash has a secret key: otherwise a client could make tables
that all go to one node.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping


class Placement:
    """Chooses among nodes, which are numbered.

    >>> placement = Placement(b"a key")
    >>> first = placement.node("7Q4K", {1: 0, 2: 0, 3: 9})
    >>> first == placement.node("7Q4K", {1: 5, 2: 7, 3: 0}), placement.node("", {1: 5, 2: 3, 3: 4})
    (True, 2)
    """

    def __init__(self, key: bytes | None = None) -> None:
        self._key = secrets.token_bytes(32) if key is None else key

    def node(self, table: str, loads: Mapping[int, int]) -> int | None:
        """The node for a table, or the one with the fewest connections where there is no table; None without a node. ``loads``
        are the numbers of connections of the nodes that are ready."""
        if not table:
            return min(loads, key=lambda node: (loads[node], node), default=None)
        return max(loads, key=lambda node: self._score(table, node), default=None)

    def _score(self, table: str, node: int) -> bytes:
        named = table.encode(errors="surrogatepass") + node.to_bytes(4, "big")
        return hashlib.blake2b(named, key=self._key, digest_size=8).digest()
