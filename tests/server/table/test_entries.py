"""Tables and seats as values."""

from __future__ import annotations

from rondel.server.table.entries import SeatEntry, TableEntry, hashed


def test_only_its_own_invitation_opens_a_table() -> None:
    table = TableEntry("t", "reversi", {}, b"seed", hashed("invite"), (SeatEntry("a", "open"),))
    assert table.opens("invite")
    assert not any(table.opens(wrong) for wrong in ("", "invitation", "invite ", "\ud800"))
