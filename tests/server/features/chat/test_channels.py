"""Channels: who may read and write which, in every case."""

from __future__ import annotations

from itertools import product

import pytest

from rondel.server.features.chat.channels import readable, writable
from rondel.server.protocol import Terms
from rondel.server.protocol.refused import Refusal

PLAYERS, WATCHERS = True, False


def test_who_may_read_what_depends_on_the_terms_and_on_whether_it_is_over() -> None:
    both, own, gallery = ("table", "gallery"), ("table",), ("gallery",)
    wanted = {
        ("apart", PLAYERS, False): own,
        ("apart", WATCHERS, False): gallery,
        ("apart", PLAYERS, True): both,
        ("apart", WATCHERS, True): both,
        ("open", PLAYERS, False): own,
        ("open", WATCHERS, False): both,
        ("open", PLAYERS, True): both,
        ("open", WATCHERS, True): both,
    }
    for chat, watchable, plays, over in product(("apart", "open", "off"), (True, False), (True, False), (True, False)):
        terms = Terms(chat=chat, watchable=watchable)  # type: ignore[arg-type]
        expected = wanted.get((chat, plays, over), ()) if watchable or plays else ()
        assert readable(terms, plays=plays, over=over) == expected


def test_everybody_writes_to_their_own_channel() -> None:
    assert [writable(Terms(), plays=plays) for plays in (PLAYERS, WATCHERS)] == ["table", "gallery"]
    with pytest.raises(Refusal, match=r"^no_chat: "):
        writable(Terms(chat="off"), plays=PLAYERS)
    with pytest.raises(Refusal, match=r"^not_seated: "):
        writable(Terms(watchable=False), plays=WATCHERS)
