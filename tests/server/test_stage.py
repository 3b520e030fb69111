"""What everybody at a table is shown, by the roles they play then."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from rondel.server import schema
from rondel.server.catalogue import SeatEntry, hashed
from rondel.server.company import Came
from rondel.server.protocol import NewSeat, Since, Terms
from rondel.server.refusal import Refusal
from rondel.server.store import Answer
from tests.server.backstage import Page, staged

pytestmark = pytest.mark.anyio


async def test_who_comes_is_shown_the_table_and_the_others_that_they_are_there(tmp_path: Path) -> None:
    async with staged(tmp_path) as house:
        node = await house.node()
        ada = await node.page(house.tokens["x"])
        assert (ada.kinds, ada.roles) == (["welcome"], ("x",))
        bob = await node.page(house.tokens["o"])
        assert (ada.kinds, bob.kinds) == (["welcome", "seats"], ["welcome"])
        watcher = await node.page()
        assert (watcher.roles, ada.kinds) == ((), ["welcome", "seats"]), "who looks on is nobody's concern"
        node.stage.leave(bob)
        assert [seat["present"] for seat in ada.heard[-1]["seats"]] == [True, False]
        assert bob.kinds == ["welcome"]
        again = Page()
        await node.stage.enter(again, Came((hashed(house.tokens["o"]),), ""), Since(0, {"o": 0}))
        assert again.kinds == ["resumed"]


async def test_who_has_gone_while_somebody_comes_is_not_said_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the rules run in a process of their own, making a `Welcome` takes a while."""
    async with staged(tmp_path) as house:
        node = await house.node()
        ada = await node.page(house.tokens["x"])
        table = await node.stage.table()
        joined = table.joined

        async def slowly(*given: object, **more: object) -> object:
            made = await joined(*given, **more)  # type: ignore[arg-type]
            node.stage.leave(ada)
            return made

        monkeypatch.setattr(table, "joined", slowly)
        bob = await node.page(house.tokens["o"])
        assert bob.kinds == ["welcome", "seats"]
        assert [seat["present"] for seat in bob.heard[-1]["seats"]] == [False, True]


async def test_what_another_node_has_done_is_shown_as_soon_as_it_is_known_and_once(tmp_path: Path) -> None:
    async with staged(tmp_path) as house:
        node = await house.node()
        ada = await node.page(house.tokens["x"])
        await house.store.append(Answer(house.table, 1, 1, "play", "x", "mark(b2)"))
        node.replica.hear(1)
        for _ in range(2):
            assert (await node.stage.table()).seq == 1
        assert ada.kinds == ["welcome", "update"]
        assert [event["name"] for event in ada.heard[-1]["events"]["x"]] == ["mark"]
        await node.stage.show_all(await node.stage.table())
        assert ada.heard[-1]["type"] == "welcome"


@pytest.mark.parametrize("watchable", [True, False])
async def test_who_has_lost_a_seat_looks_on_or_is_sent_away(tmp_path: Path, watchable: bool) -> None:
    async with staged(tmp_path, terms=Terms(watchable=watchable)) as house:
        node = await house.node()
        ada, bob = [await node.page(house.tokens[role]) for role in "xo"]
        node.replica.reseat([SeatEntry("x", "open"), node.replica.entry.seats[1]])
        await node.stage.show_anew(node.stage.company)
        assert (ada.roles, bob.roles) == ((), ("o",))
        assert (ada.gone is None, ada.kinds[-1], ada in node.stage.company) == (
            (True, "seats", True) if watchable else (False, "seats", False)
        )
        assert bob.kinds[-2:] == ["welcome", "seats"]
        if watchable:
            assert ada.heard[-2]["roles"] == []


async def test_where_nobody_may_look_on_a_seat_counts_that_one_has_when_one_is_let_in(tmp_path: Path) -> None:
    """It may be gone since one knocked: as what was due was done, another node was quicker, and the table opened again."""
    async with staged(tmp_path, terms=Terms(watchable=False, rotate=True)) as house:
        came = Came((), "bob")
        seats = schema.seats.c

        async def held_by(holder: str) -> None:
            change = update(schema.seats).where(seats.table_id == house.table, seats.role == "o").values(holder=holder)
            await house.store.write(lambda connection: connection.execute(change))

        await held_by("bob")
        node = await house.node()
        assert node.stage.roles_of(await node.stage.table(), came) == ("o",)
        await held_by("")
        node.replica.discard()
        late = Page()
        with pytest.raises(Refusal, match="only those who play may look on"):
            await node.stage.enter(late, came, None)
        assert late.heard == []
        with pytest.raises(Refusal, match="only those who play may look on"):
            await node.stage.welcome(came)
        assert await node.stage.welcome(Came((hashed(house.tokens["x"]),), ""))


async def test_a_table_that_cannot_be_opened_is_looked_at_again_where_somebody_waits(tmp_path: Path) -> None:
    async with staged(tmp_path, (NewSeat("x", "me"), NewSeat("o", "open"))) as house:
        node = await house.node()
        ada = await node.page(house.tokens["x"])
        node.replica.discard()
        await house.store.write(lambda connection: connection.exec_driver_sql("ALTER TABLE answers RENAME TO elsewhere"))
        for present, looks in ((True, 1), (False, 1)):
            if not present:
                node.stage.leave(ada)
            with pytest.raises(Refusal, match="unavailable"):
                await node.stage.table()
            assert node.looks == looks
