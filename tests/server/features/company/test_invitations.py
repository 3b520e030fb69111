"""Stored invitations: open until they are answered, expire or lose their seat; limited; hidden from who has blocked."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from rondel.server.features.company import invitations
from rondel.server.features.company.invitations import Invitation
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.features.company.test_relations import block, people

pytestmark = pytest.mark.anyio

ONE = Invitation("i1", "t1", "o", "ada", "bob", "open", 10, 100)


async def table(store: Store, id_: str) -> None:
    seats = (SeatEntry("x", "person", holder="ada"), SeatEntry("o", "open"))
    await store.add(TableEntry(id_, "tic_tac_toe", {}, b"s" * 32, id_.encode(), seats), 0)


async def states(store: Store, at: int) -> tuple[list[str], list[str], int]:
    """What Bob is shown, what becomes of Ada's, and how many wait for Bob."""
    received = await store.read(partial(invitations.received, who="bob", at=at))
    sent = await store.read(partial(invitations.sent, who="ada", at=at))
    count = await store.read(partial(invitations.count, who="bob", at=at))
    return [each.id for each in received], [each.state for each in sent], count


async def test_an_invitation_is_open_until_it_expires_or_its_seat_is_taken(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await table(kept, "t1")
    await kept.write(partial(invitations.add, invitation=ONE))
    (shown,) = await kept.read(partial(invitations.received, who="bob", at=20))
    assert (shown.name, shown.table, shown.title, shown.role) == ("Ada", "t1", "Tic-tac-toe", "o")
    assert await states(kept, 99) == (["i1"], ["open"], 1)
    assert await states(kept, 100) == ([], ["expired"], 0)
    await kept.take_seat("t1", SeatEntry("o", "person", name="Cid"))
    assert await states(kept, 20) == ([], ["expired"], 0)
    assert not await kept.read(partial(invitations.is_open, id_="i1", at=20))


async def test_an_answer_is_given_once(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await table(kept, "t1")
    await kept.write(partial(invitations.add, invitation=ONE))
    answers: tuple[invitations.Answer, ...] = ("declined", "accepted", "withdrawn")
    settled = [await kept.write(partial(invitations.settle, id_="i1", answer=each)) for each in answers]
    assert settled == [True, False, False]
    assert await states(kept, 20) == ([], ["declined"], 0)
    found = await kept.read(partial(invitations.find, id_="i1"))
    assert found == msgspec.structs.replace(ONE, state="declined")


async def test_whoever_has_blocked_the_inviter_sees_nothing_and_the_inviter_no_difference(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    await table(kept, "t1")
    await block(kept, "bob", "ada")
    await kept.write(partial(invitations.add, invitation=ONE))
    assert await states(kept, 20) == ([], ["open"], 0)
    assert await states(kept, 100) == ([], ["expired"], 0)


async def test_a_seat_has_one_invitation_and_an_account_few_at_a_time(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "MOST_OPEN", 1)
    await people(kept, "Ada", "Bob", "Cid")
    for each in ("t1", "t2"):
        await table(kept, each)
    await kept.write(partial(invitations.add, invitation=ONE))
    to_cid = msgspec.structs.replace(ONE, id="i2", invited="cid")
    with pytest.raises(Refusal, match=r"^invited: "):
        await kept.write(partial(invitations.add, invitation=to_cid))
    elsewhere = msgspec.structs.replace(ONE, id="i3", table="t2", at=11)
    with pytest.raises(Refusal, match=r"^too_many: "):
        await kept.write(partial(invitations.add, invitation=elsewhere))
    await kept.write(partial(invitations.settle, id_="i1", answer="withdrawn"))
    await kept.write(partial(invitations.add, invitation=elsewhere))
    assert await states(kept, 20) == (["i3"], ["open", "withdrawn"], 1)
