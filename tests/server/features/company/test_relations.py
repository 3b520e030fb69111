"""Relations: follow, block, and what a block ends, in either database."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from rondel.server.accounts import names, principal_repository
from rondel.server.accounts.principal_repository import Entry, add, forget
from rondel.server.features.chat import chat_log
from rondel.server.features.company import relations
from rondel.server.protocol import Relation
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry

pytestmark = pytest.mark.anyio


async def people(store: Store, *called: str) -> None:
    """Store an account for each name, whose id is the name in small letters."""
    for name in called:
        await store.write(partial(add, entry=Entry(name.lower(), "account", name, 7, names.skeleton(name))))


async def follow(store: Store, who: str, other: str, *, on: bool = True) -> None:
    await store.write(partial(relations.follow, who=who, other=other, at=5, on=on))


async def block(store: Store, who: str, other: str, *, on: bool = True) -> None:
    await store.write(partial(relations.block, who=who, other=other, at=6, on=on))


async def between(store: Store, who: str, other: str) -> Relation:
    return await store.read(partial(relations.relation, who=who, other=other, name=other.title()))


async def test_two_follow_each_other_until_one_blocks_the_other_who_sees_no_difference(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await follow(kept, "ada", "bob")
    assert await between(kept, "ada", "bob") == Relation("Bob", follows=True, mutual=False, blocks=False)
    await follow(kept, "bob", "ada")
    await follow(kept, "bob", "ada")
    assert await between(kept, "bob", "ada") == Relation("Ada", follows=True, mutual=True, blocks=False)
    await block(kept, "ada", "bob")
    assert await between(kept, "ada", "bob") == Relation("Bob", follows=False, mutual=False, blocks=True)
    assert await between(kept, "bob", "ada") == Relation("Ada", follows=True, mutual=False, blocks=False)
    assert [each.name for each in await kept.read(partial(relations.blocked_by, who="ada"))] == ["Bob"]
    assert await kept.read(partial(relations.apart, people=["ada", "bob", "cid"])) == {frozenset(("ada", "bob"))}
    await block(kept, "ada", "bob", on=False)
    await follow(kept, "bob", "ada", on=False)
    assert await between(kept, "bob", "ada") == Relation("Ada", follows=False, mutual=False, blocks=False)


async def test_a_bot_is_blocked_with_its_owner(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await kept.write(partial(add, entry=Entry("engine", "bot", "Engine", 7, "engine", owner="bob")))
    assert not await kept.read(partial(relations.is_blocked, who="engine", by="ada"))
    await block(kept, "ada", "bob")
    assert await kept.read(partial(relations.is_blocked, who="engine", by="ada"))
    assert not await kept.read(partial(relations.is_blocked, who="ada", by="engine"))


async def test_there_is_a_limit(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST_FOLLOWED", 1)
    monkeypatch.setattr(relations, "MOST_BLOCKED", 1)
    await people(kept, "Ada", "Bob", "Cid")
    for act, held in ((follow, "follows"), (block, "blocks")):
        await act(kept, "ada", "bob")
        await act(kept, "ada", "bob")
        with pytest.raises(Refusal, match=r"^too_many: "):
            await act(kept, "ada", "cid")
        assert not getattr(await between(kept, "ada", "cid"), held)


async def test_lines_are_heard_by_all_but_those_who_have_blocked_their_authors(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    seats = (SeatEntry("x", "person", holder="ada"), SeatEntry("o", "person", holder="bob"))
    await kept.add(TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", seats), 0)
    said: Any = partial(chat_log.Entry, "t", "table", at=1, name="", badge="", text="hello")
    for number, author in enumerate(("bob", "ada", "bob")):
        entry = said(author=author, client_id=str(number), role="x")
        await kept.write(partial(chat_log.add, entry=entry))
    await block(kept, "ada", "bob")
    deaf = await kept.read(partial(relations.deaf, table="t", channel="table", numbers=[1, 2, 3]))
    assert deaf == {1: {"ada"}, 3: {"ada"}}


async def test_with_an_account_its_relations_are_gone_on_both_sides(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await follow(kept, "ada", "bob")
    await follow(kept, "bob", "ada")
    await block(kept, "bob", "ada")
    await kept.write(partial(forget, principal="ada", pseudonym="Gone"))
    assert await kept.read(partial(principal_repository.find, principal="ada")) is None
    assert await between(kept, "bob", "ada") == Relation("Ada", follows=False, mutual=False, blocks=False)
