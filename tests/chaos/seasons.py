"""R19: the server is killed again and again while it closes a season: rates the last games, and counts them.

The games ended on both sides of a season's end, and wait in the database as games wait that ended just before a crash. In the
standings of each season each game must count once, for both players, in the order in which the games ended.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from rondel.rating import Rating, rate
from rondel.server.accounts import principal_repository
from rondel.server.accounts.principal_repository import Entry
from rondel.server.features.ratings.season_dates import season_named
from rondel.server.protocol import Terms
from rondel.server.storage.sqlite import SqliteStore
from rondel.server.table.entries import SeatEntry, TableEntry
from rondel.server.table.log.entries import Answer
from tests.chaos.report import Figure
from tests.server.harness import Program, prepare

SEASONS: Final = ("2026-Q2", "2026-Q3")
GAP: Final = 1_000
"""Milliseconds between the ends of two games."""

LONGEST: Final = 600
"""Seconds until games that are not counted are given up."""


class Ended(msgspec.Struct, frozen=True):
    """A game that has ended, and what it means."""

    at: int
    season: str
    players: tuple[str, str]
    ranks: tuple[int, int]


def run(folder: Path, short: bool = False) -> Figure:
    """2,000 games and 20 kills; in short, 60 and 2."""
    count, kills, people = (60, 2, 8) if short else (2_000, 20, 60)
    dice = random.Random(1)
    database = folder / "arena.sqlite3"
    prepare(database)
    games = [_drawn(number, count, people, dice) for number in range(count)]
    asyncio.run(_store(database, games, people))
    began = time.monotonic()
    program = Program(folder)
    left = []
    for _ in range(kills):
        time.sleep(dice.uniform(0.0, 0.15 if short else 0.5))
        program.kill()
        left.append(_uncounted(database, count))
        program.start()
    while _uncounted(database, count) and time.monotonic() - began < LONGEST:
        time.sleep(0.1)
    seconds = time.monotonic() - began
    program.stop()
    wrong = _wrong(database, games)
    measured = {
        "kills -9": kills,
        "rated games": count,
        "kills while games waited to be counted": sum(each > 0 for each in left),
        "games lost, doubled, in another season or out of order": len(wrong),
        "s": f"{seconds:.0f}",
    }
    return Figure("R19 seasons", "each game counts once in its season, none is lost", measured, tuple(wrong))


def _drawn(number: int, count: int, people: int, dice: random.Random) -> Ended:
    """A game; half of all end before the season does."""
    first, second = dice.sample(range(people), 2)
    dates = season_named(SEASONS[0])
    assert dates is not None
    at = dates.ends + (number - count // 2) * GAP
    return Ended(at, SEASONS[number >= count // 2], (f"p{first}", f"p{second}"), dice.choice(((1, 2), (2, 1), (1, 1))))


async def _store(database: Path, games: list[Ended], people: int) -> None:
    """Accounts, and the rows of tables at which the games ended."""
    store = SqliteStore(database)
    try:
        for number in range(people):
            entry = Entry(f"p{number}", "account", f"P{number}", 1, f"p{number}")
            await store.write(partial(principal_repository.add, entry=entry))
        await asyncio.gather(*[_end(store, f"t{number:04}", game) for number, game in enumerate(games)])
    finally:
        await store.close()


async def _end(store: SqliteStore, name: str, game: Ended) -> None:
    seats = tuple([SeatEntry(role, "person", holder=who) for role, who in zip(("x", "o"), game.players, strict=True)])
    await store.add(TableEntry(name, "tic_tac_toe", {}, b"", b"", seats, active="x", terms=Terms(rated=True)), 1)
    result = msgspec.json.encode({"ranks": dict(zip(("x", "o"), game.ranks, strict=True))}).decode()
    await store.append(Answer(name, 1, 1, "play", "o", "", "m1", at=game.at - 1, active="x"))
    await store.append(Answer(name, 2, 1, "play", "x", "", "m2", at=game.at, active="", result=result))


def _uncounted(database: Path, count: int) -> int:
    """How many games are in no season yet."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:  # which leaves the log of a crash alone
        (done,) = connection.execute("SELECT count(*) FROM ratings WHERE season IS NOT NULL").fetchone()
    return count - int(done) // 2


def _wrong(database: Path, games: list[Ended]) -> list[str]:
    """Where the stored seasons differ from the games, counted one after another."""
    rounds: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    drawn: Counter[tuple[str, str]] = Counter()
    ratings: dict[tuple[str, str], Rating] = {}
    for game in games:
        keys = [(game.season, each) for each in game.players]
        before = dict(zip("xo", [ratings.get(key, Rating()) for key in keys], strict=True))
        after = rate([("x",), ("o",)], list(game.ranks), before)
        for key, role, rank in zip(keys, "xo", game.ranks, strict=True):
            ratings[key] = after[role]
            rounds[key] += 1
            drawn[key] += game.ranks == (1, 1)
            won[key] += rank == 1 and game.ranks != (1, 1)
    expected = {key: (rounds[key], won[key], drawn[key], ratings[key].mean, ratings[key].deviation) for key in rounds}
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT season, principal, rounds, won, drawn, mean, deviation FROM season_ratings WHERE rounds > 0"
        )
        found = {(row[0], row[1]): tuple(row[2:]) for row in rows}
    differing = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
    return [f"{who} in {season}: {found.get((season, who))}, not {expected.get((season, who))}" for season, who in differing]
