"""The making of tables."""

import asyncio

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.live.table_maker import TableMaker
from rondel.server.protocol import NewSeat, NewTable
from rondel.server.protocol.refused import Refusal
from rondel.server.rule_host.local import LocalRules
from rondel.server.table.entries import hashed


def maker() -> TableMaker:
    return TableMaker(LocalRules(), lambda size: b"e" * size, lambda size: b"c" * size)


def test_the_seats_of_a_table_are_in_the_order_of_its_rules_and_only_the_answer_holds_the_tokens() -> None:
    wanted = NewTable("tic_tac_toe", (NewSeat("o", "bot", "level:1"), NewSeat("x", "me")), name="Ada")
    entry, created = asyncio.run(maker().made(wanted, Principal("p", "guest")))
    assert [(seat.role, seat.kind, seat.name, seat.holder) for seat in entry.seats] == [
        ("x", "person", "Ada", "p"),
        ("o", "bot", "", ""),
    ]
    assert (created.table, list(created.tokens), entry.host, entry.seed) == (entry.id, ["x"], "x", b"c" * 32)
    assert entry.seats[0].token_hash == hashed(created.tokens["x"])
    assert entry.opens(created.invite)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (NewTable("tic_tac_toe", (NewSeat("x", "me"),)), "bad_option"),
        (NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("z", "open"))), "seats"),
        (NewTable("no_such_game", (NewSeat("x", "me"),)), "unknown_game"),
        (NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "bot", "wizard"))), "unknown_bot"),
        (NewTable("tic_tac_toe", (NewSeat("x", "me"), NewSeat("o", "open")), {"wings": 2}), "bad_option"),
    ],
)
def test_what_the_rules_cannot_begin_is_refused(wanted: NewTable, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        asyncio.run(maker().made(wanted))
    assert refused.value.code == code
