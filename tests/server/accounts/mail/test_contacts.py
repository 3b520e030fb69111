"""Contacts: what is stored of them, also by earlier versions."""

from __future__ import annotations

import msgspec
import pytest

from rondel.server.accounts.mail.contacts import contact, stored_settings
from rondel.server.protocol import NotificationSettings
from rondel.server.storage import row_decoder


def test_settings_are_read_as_they_were_stored() -> None:
    for settings in (NotificationSettings(), NotificationSettings(turn=(), tournament=("mail",), round=(), delay=3)):
        assert stored_settings(msgspec.json.encode(settings).decode()) == settings
    assert stored_settings("{}") == NotificationSettings()


@pytest.mark.parametrize(("kept", "sent"), [((), ()), (("push",), ("push",)), (("webhook", "mail"), ("mail", "webhook"))])
def test_a_kind_that_is_new_is_sent_where_others_are(kept: tuple[str, ...], sent: tuple[str, ...]) -> None:
    """Version 0.2.0 had three kinds. Who had unsubscribed from them hears of no other."""
    before = msgspec.json.encode({"turn": kept, "reminder": (), "invitation": (), "delay": 5}).decode()
    found = contact(("ann", "ann@example.org", "en", before, "token", 1)).settings
    assert (found.turn, found.reminder, found.tournament, found.round, found.delay) == (kept, (), sent, sent, 5)


def test_settings_that_do_not_decode_are_damage() -> None:
    with pytest.raises(row_decoder.Damaged, match="the row 'ann' of contacts has settings that do not decode"):
        contact(("ann", "", "en", "[]", "", None))
