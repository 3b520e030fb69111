"""Running games: those with others count, and who finishes games may have more of them; in either database."""

from __future__ import annotations

from functools import partial

import pytest

from rondel.server.accounts.principal import Principal
from rondel.server.features import reliability
from rondel.server.features.running_games import MostGames, RunningGames, running
from rondel.server.protocol.refused import Refusal
from rondel.server.storage.store import Store
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from tests.server.features.test_reliability import ended

pytestmark = pytest.mark.anyio

ADA = Principal("ada", "account", "Ada")
MINE = SeatEntry("x", "person", holder="ada")


async def begun(store: Store, table: str, *others: SeatEntry) -> None:
    seats = (MINE, *others)
    await store.add(TableEntry(table, "tic_tac_toe", {}, b"s" * 32, table.encode(), seats, active="x"), 0)


async def count(store: Store) -> int:
    return await store.read(partial(running, who="ada"))


async def test_games_alone_and_with_bots_count_nothing(kept: Store) -> None:
    await begun(kept, "alone", SeatEntry("o", "person", holder="ada"))
    await begun(kept, "bot", SeatEntry("o", "bot", "random"))
    assert await count(kept) == 0
    await begun(kept, "bob", SeatEntry("o", "person", holder="bob"))
    await begun(kept, "waits", SeatEntry("o", "open"))
    await begun(kept, "three", SeatEntry("y", "bot", "random"), SeatEntry("z", "person", holder="bob"))
    assert await count(kept) == 3
    await ended(kept, "over", 1, {})
    assert await count(kept) == 3


async def test_a_game_that_has_ended_or_is_frozen_counts_no_more(kept: Store) -> None:
    await begun(kept, "bob", SeatEntry("o", "person", holder="bob"))
    await kept.append(Answer("bob", 1, 1, "play", "x", "m", "c", at=1, active="", result='{"ranks": {"x": 1, "o": 2}}'))
    assert await count(kept) == 0


async def test_who_finishes_games_may_have_more_of_them(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reliability, "FADING", 1.0)
    games = RunningGames(kept, MostGames(newcomer=2, reliable=3, unreliable=1))

    async def refused() -> str:
        try:
            await games.check(ADA)
        except Refusal as refusal:
            return f"{refusal.code}: {refusal.message}"
        return ""

    await begun(kept, "b1", SeatEntry("o", "person", holder="bob"))
    assert await refused() == ""
    await begun(kept, "b2", SeatEntry("o", "person", holder="bob"))
    assert "too_many: a newcomer has at most 2 games" in await refused()
    for number in range(5):
        await ended(kept, f"done{number}", number, {})
    assert await refused() == ""
    await begun(kept, "b3", SeatEntry("o", "person", holder="bob"))
    assert "an account has at most 3 games" in await refused()
    for number in range(2):
        await ended(kept, f"left{number}", 10 + number, {"x": "time"})
    assert "you finish 71 % of your games, and below 80 % an account has at most 1 at a time" in await refused()
