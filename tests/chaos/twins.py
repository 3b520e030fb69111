"""Twins: two games that are the same to one of their players, and to who watches, and otherwise different.

A game is played by chance for a while, and imagined twice for one of its players; both are played on by the same answers, for
as long as that player still may not know which of them it is. Then each is written down as a table that was played at: its
answers as rows of a log, and what chance gave. The server plays that log as it does any; only its chance is laid down
(`dealing`).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import insert

import rondel
from rondel.engine import CHANCE
from rondel.errors import HiddenInformation
from rondel.server.storage import schema, table_repository
from rondel.server.table.entries import SeatEntry, TableEntry, hashed
from rondel.server.table.log.entries import Answer
from rondel.server.table.table import Table
from rondel.testing import dice as laid_down
from tests.chaos.population import Made, word

LATER: Final = 3
"""Answers that both games of a pair are played on by, where there are so many."""

BEGUN_MS: Final = 1_790_000_000_000


@dataclass(frozen=True)
class Twins:
    """A pair, as it was when both were imagined and some answers later."""

    viewer: str
    """Whom they are the same to."""
    games: tuple[rondel.Game, rondel.Game]
    """As they are after all answers."""
    later: tuple[tuple[str, str], ...]
    """The last answers, ``(role, move)``, which both were given."""
    wrong: tuple[str, ...]
    """Moves that the viewer may not make."""

    def answers(self, number: int) -> list[tuple[str, str]]:
        """All that players have answered in the one or the other of them."""
        return [(role, text) for role, text in self.games[number].record()["answers"] if role != CHANCE]

    def given(self, number: int) -> list[str]:
        """All that chance has given in it."""
        return [text for role, text in self.games[number].record()["answers"] if role == CHANCE]


def twins(name: str, dice: random.Random) -> Twins | None:
    """A pair of that game; None where none was found."""
    for _ in range(20):
        game = rondel.new(name, seed=dice.randbytes(32))
        given = 0
        while not game.is_over and given < 25:
            role = dice.choice(game.active)
            game.push(dice.choice(game.moves(role)), role)
            given += 1
        for _ in range(dice.randint(1, given)):
            game.pop()
        viewer = dice.choice(game.roles)
        try:
            one, other = game.imagine(viewer, dice.randbytes(16)), game.imagine(viewer, dice.randbytes(16))
        except HiddenInformation:
            continue
        # Who answers, and how often, everybody at a table sees by its number, though the rules may not tell: see the contract.
        if one.consistent == other.consistent == "history" and one.key() != other.key() and answerers(one) == answerers(other):
            wrong = _wrong(one, other, viewer, dice)
            later: list[tuple[str, str]] = []
            while len(later) < LATER and (found := _common(one, other, viewer, dice)) is not None:
                later.append(found)
                for each in (one, other):
                    each.push(found[1], found[0])
            return Twins(viewer, (one, other), tuple(later), wrong)
    return None


def answerers(game: rondel.Game) -> list[str]:
    """Who has answered, in order."""
    return [role for role, _ in game.record()["answers"] if role != CHANCE]


def _common(one: rondel.Game, other: rondel.Game, viewer: str, dice: random.Random) -> tuple[str, str] | None:
    """An answer that both games can be given, and that reveals to the viewer nothing by which they differ."""
    if set(one.active) != set(other.active):
        return None
    for role in dice.sample(one.active, len(one.active)):
        there = {move.text for move in other.moves(role)}
        same = [move.text for move in one.moves(role) if move.text in there]
        for text in dice.sample(same, min(5, len(same))):
            known = []
            for each in (one, other):
                each.push(text, role)
                known.append((each.is_over, each.information_state(viewer)))
                each.pop()
            if known[0] == known[1]:
                return role, text
    return None


def _wrong(one: rondel.Game, other: rondel.Game, viewer: str, dice: random.Random) -> tuple[str, ...]:
    """Moves the viewer may not make: nonsense, and such as others may make in the one of them and not in the other."""
    own = {move.text for move in one.moves(viewer)} if viewer in one.active else set()
    theirs = [{move.text for role in game.active for move in game.moves(role)} - own for game in (one, other)]
    telling = sorted(theirs[0] ^ theirs[1])
    return ("no such move", "", *dice.sample(telling, min(3, len(telling))))


def seat(database: Path, pairs: Sequence[Twins], seeds: dict[bytes, list[str]]) -> list[tuple[Made, Made]]:
    """Two tables for each pair, with a person on each seat, at which all was answered but the ``later``. What chance is to give
    there is put under the seeds of the tables."""
    schema.prepare(database)
    engine = schema.engine(database)
    found = []
    with engine.begin() as connection:
        for each in pairs:
            tables = []
            for number, game in enumerate(each.games):
                made = Made(word(16), game.name, {role: word() for role in game.roles})
                seed = secrets.token_bytes(32)
                seeds[seed] = each.given(number)
                seats = tuple([SeatEntry(role, "person", "", role, hashed(token)) for role, token in made.tokens.items()])
                entry = TableEntry(made.table, game.name, {}, seed, hashed(word()), seats, game.version, active="")
                table_repository.add(connection, entry, BEGUN_MS)
                answers = each.answers(number)
                # Whom each row says the table waits for nobody reads here; only that it waits for somebody.
                before = answers[: len(answers) - len(each.later)]
                rows = [
                    Answer(made.table, seq, 1, "play", role, move, f"m{seq}", at=BEGUN_MS + 1000 * seq, active=role)
                    for seq, (role, move) in enumerate(before, 1)
                ]
                if rows:
                    connection.execute(insert(schema.answers), [_stored(row) for row in rows])
                tables.append(made)
            found.append((tables[0], tables[1]))
    engine.dispose()
    return found


def _stored(answer: Answer) -> dict[str, object]:
    """A row of the log as its columns."""
    named = msgspec.structs.asdict(answer)
    return {"table_id": named.pop("table"), **named}


@contextmanager
def dealing(seeds: Mapping[bytes, list[str]]) -> Iterator[None]:
    """As long as this lasts, chance gives at the tables with those seeds what stands under them."""
    honest = Table._new

    def begun(table: Table, seed: bytes) -> rondel.Game:
        if seed not in seeds:
            return honest(table, seed)
        return laid_down(table.name, *seeds[seed], seats=len(table.seats), options=table._options)

    Table._new = begun  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Table._new = honest  # type: ignore[method-assign]
