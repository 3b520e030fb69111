"""Admission: who is kept from a table, and that nobody else is."""

from __future__ import annotations

import pytest

from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.features.company.admission import Admission
from rondel.server.protocol import Terms
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from tests.server.features.company.test_relations import block, people
from tests.server.features.test_reliability import ended

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


async def test_a_table_asks_for_people_who_finish_their_games_and_admits_newcomers_with_accounts(kept: Store) -> None:
    await people(kept, "Ada", "Bob")
    admission, ada, bob = Admission(kept), Principal("ada", "account", "Ada"), Principal("bob", "account", "Bob")
    seats = (SeatEntry("x", "person", holder="bob"), SeatEntry("o", "open"))
    table = TableEntry("t", "tic_tac_toe", {}, b"s" * 32, b"", seats, host="x", terms=Terms(reliability=80))
    for number in range(4):
        await ended(kept, f"t{number}", number, {"x": "time"})
    await admission.check(table, ada)  # a newcomer, whatever has happened so far
    await ended(kept, "t4", 4, {})
    with pytest.raises(Refusal, match=r"^reliability: .* finish 80 % .* you finish 2\d %: "):
        await admission.check(table, ada)
    with pytest.raises(Refusal, match=r"^reliability: .* register or log in first"):
        await admission.check(table, Principal("guest", "guest"))
    for number in range(5, 60):
        await ended(kept, f"t{number}", number, {})
    await admission.check(table, ada)
    await admission.check(table, bob)  # the host
