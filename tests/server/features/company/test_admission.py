"""Admission: who is kept from a table, and that nobody else is."""

from __future__ import annotations

import pytest

from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.features.company.admission import Admission
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.features.company.test_relations import block, people

pytestmark = pytest.mark.anyio

SEATS = (SeatEntry("x", "person", holder="ada"), SeatEntry("o", "person", holder="cid"), SeatEntry("z", "open"))


async def test_the_host_alone_decides_and_not_everybody_who_plays(kept: Store) -> None:
    await people(kept, "Ada", "Bob", "Cid")
    admission, bob = Admission(kept), Principal("bob", "account", "Bob")
    table = TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", SEATS, host="x")
    await block(kept, "cid", "bob")
    for who in (bob, Principal("ada", "account", "Ada"), Principal("guest", "guest"), NOBODY):
        await admission.check(table, who)
    await block(kept, "ada", "bob")
    with pytest.raises(Refusal, match=r"^not_admitted: (?!.*block)"):
        await admission.check(table, bob)
    await admission.check(TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", SEATS), bob)
