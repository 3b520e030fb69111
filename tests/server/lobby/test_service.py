"""The lobby: tables that wait come first, and pages follow each other by cursor."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rondel.server.accounts.principal import NOBODY, Principal
from rondel.server.lobby import service
from rondel.server.lobby.queries import TableFilter
from rondel.server.lobby.service import Lobby
from rondel.server.protocol import Terms
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from tests.server.harness import empty_store

pytestmark = pytest.mark.anyio

ADA = Principal("ada", "guest")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    made = empty_store(tmp_path)
    yield made
    await made.close()


async def table(store: Store, name: str, *answers: str, second: str = "bob", game: str = "tic_tac_toe") -> None:
    """A table of Ada's, and whom it waits for after each answer."""
    seats = (SeatEntry("x", "person", name="Ada", holder="ada"), SeatEntry("o", "person", holder=second))
    terms = Terms(public=True)
    await store.add(TableEntry(name, game, {}, b"", b"", seats, active="x", terms=terms), 10)
    for seq, active in enumerate(answers, 1):
        result = None if active else '{"ranks": {"x": 1, "o": 2}}'
        await store.append(Answer(name, seq, 1, "play", "x", "", at=int(name[1:]) + seq, active=active, result=result))


async def test_what_waits_for_me_comes_first_and_the_longest_waiting_foremost(store: Store) -> None:
    for name, answers in {"t300": ["x"], "t200": ["o"], "t100": ["o", "x"], "t400": ["o"], "t500": [""]}.items():
        await table(store, name, *answers)
    mines = await Lobby(store).mine(ADA, "")
    assert [(mine.table.id, mine.turn) for mine in mines.tables] == [
        ("t100", True),
        ("t300", True),
        ("t400", False),
        ("t200", False),
    ]
    assert (mines.tables[0].roles, mines.tables[0].table.title, mines.next) == (("x",), "Tic-tac-toe", None)
    assert (await Lobby(store).mine(NOBODY, "")).tables == ()


async def test_pages_follow_each_other(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for each in range(5):
        await table(store, f"t{each}", "x")
        await table(store, f"t1{each}", "", second="ada")
    monkeypatch.setattr(service, "MOST", 2)
    monkeypatch.setattr(service, "MOST_MINE", 2)
    lobby = Lobby(store)
    seen: dict[str, list[str]] = {"public": [], "mine": [], "finished": []}
    after: str | None = ""
    while after is not None:
        listing = await lobby.public(TableFilter(), after)
        seen["public"] += [each.id for each in listing.tables]
        after = listing.next
    after = ""
    while after is not None:
        mines = await lobby.mine(ADA, after)
        seen["mine"] += [each.table.id for each in mines.tables]
        after = mines.next
    after = ""
    while after is not None:
        finishes = await lobby.finished(ADA, after)
        assert all((each.roles, each.ranks) == (("o", "x"), {"x": 1, "o": 2}) for each in finishes.rounds)
        seen["finished"] += [each.table for each in finishes.rounds]
        after = finishes.next
    assert sorted(seen["public"]) == sorted(seen["mine"]) == [f"t{each}" for each in range(5)]
    assert seen["finished"] == ["t14", "t13", "t12", "t11", "t10"]


async def test_a_game_that_is_not_here_any_more_is_called_by_its_name(store: Store) -> None:
    await table(store, "t1", "x", game="long_gone")
    (listed,) = (await Lobby(store).public(TableFilter(), "")).tables
    assert (listed.game, listed.title) == ("long_gone", "long_gone")
