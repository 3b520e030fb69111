"""Presence: who of the followed is online and where they play, and nothing for those whom they have blocked."""

from __future__ import annotations

from functools import partial

import pytest

from rondel.server.accounts import sessions
from rondel.server.features.company import presence
from rondel.server.features.company.presence import ONLINE, Presence
from rondel.server.protocol import Followed, PublicTable, Terms
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.features.company.test_relations import block, follow, people

pytestmark = pytest.mark.anyio


async def seen(store: Store, who: str, at: int) -> list[tuple[str, bool, str]]:
    """Whom an account sees: name, whether they are online, and their table."""
    found = await store.read(partial(presence.followed_by, who=who, at=at))
    return [(each.name, each.online, each.table.id if each.table else "") for each in found]


async def sits(
    store: Store, table: str, at: int, *, badge: str = "account", public: bool = True, watchable: bool = True
) -> None:
    seats = (SeatEntry("x", "person", holder="bob", name="Bob", badge=badge), SeatEntry("o", "open"))
    shown = Terms(public=public, watchable=watchable)
    await store.add(TableEntry(table, "tic_tac_toe", {}, b"s" * 32, b"", seats, terms=shown), at)


async def test_the_followed_are_seen_while_they_are_connected_and_at_their_newest_public_table(kept: Store) -> None:
    await people(kept, "Ada", "Bob", "Cid")
    for name in ("bob", "cid"):
        await kept.write(partial(sessions.add, hash_=name.encode(), principal=name, at=1))
    await follow(kept, "ada", "bob")
    noted = Presence(kept, lambda: [b"bob", b"cid", b"guest"], lambda: 1_000)
    await noted.note()
    await noted.note()
    assert await seen(kept, "ada", 1_000) == [("Bob", True, "")]
    await follow(kept, "ada", "cid")
    await follow(kept, "bob", "ada")
    for number, (public, watchable) in enumerate(((True, True), (True, True), (False, True), (True, False))):
        await sits(kept, f"t{number}", number, public=public, watchable=watchable)
    await sits(kept, "disguised", 9, badge="")
    (bob, cid) = await kept.read(partial(presence.followed_by, who="ada", at=2_000))
    assert bob == Followed("Bob", 5, mutual=True, online=True, table=PublicTable("t1", "tic_tac_toe", "Tic-tac-toe"))
    assert cid == Followed("Cid", 5, mutual=False, online=False, table=None)
    assert await seen(kept, "ada", 1_000 + ONLINE) == [("Bob", False, ""), ("Cid", False, "")]
    await block(kept, "bob", "ada")
    assert await seen(kept, "ada", 1_000) == [("Bob", False, ""), ("Cid", False, "")]


async def test_a_node_whose_clock_is_behind_takes_nobody_away(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await kept.write(partial(sessions.add, hash_=b"bob", principal="bob", at=1))
    await follow(kept, "ada", "bob")
    for at in (90_000, 1_000):
        await Presence(kept, lambda: [b"bob"], partial(int, at)).note()
    assert await seen(kept, "ada", 100_000) == [("Bob", True, "")]
