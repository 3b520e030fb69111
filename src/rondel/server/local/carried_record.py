"""Records that leave a browser and come back: a table at which the game of a record goes on.

Chance answers of a table follow from its seed, which a record does not have. So a record of a browser has two more fields
(`carried`): the seed of its round, and the bots. Without a seed, a record is opened where chance was not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

import rondel
from rondel.engine.play.undo.undo import UNDOS
from rondel.engine.text import ENGLISH, translate
from rondel.engine.visibility import CHANCE
from rondel.errors import RondelError
from rondel.server import protocol
from rondel.server.catalog.opening import open_table
from rondel.server.history.round_export import RoundExport
from rondel.server.live.table_maker import TableMaker
from rondel.server.protocol.decode import read
from rondel.server.protocol.refused import Refusal
from rondel.server.table.commands import Setting
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer
from rondel.server.table.log.round_log import RoundLog


class Carried(msgspec.Struct):
    """The parts of a record that a table needs."""

    game: str
    answers: tuple[tuple[str, str], ...]
    options: dict[str, Any] = {}
    position: Any = None
    players: dict[str, str] = {}
    """The names, by role."""
    seed: str = ""
    """In hexadecimal digits; empty where it is not known."""
    bots: dict[str, str] = {}
    """The names of the bots, by role; all other seats are the client's own."""


_carried: Final = msgspec.json.Decoder(Carried)


def carried(entry: TableEntry, log: RoundLog, export: Callable[[], RoundExport]) -> str:
    """The record of a round with what a table needs beside it. It has hidden cards too: whoever has the browser has them."""
    try:
        record = msgspec.json.decode(export().text)
    except Refusal as refusal:
        if refusal.code != "hidden_information":
            raise
        record = log.opened(log.last, lambda part: open_table(entry, part)).game.record()
    seed = (log.answers[0].seed if log.answers else None) or entry.seed
    bots = {seat.role: seat.bot for seat in entry.seats if seat.kind == "bot"}
    return msgspec.json.encode({**record, "seed": seed.hex(), "bots": bots}).decode()


async def opened(text: str, maker: TableMaker, at: int) -> tuple[TableEntry, list[Answer], protocol.Created]:
    """A new table with the answers of a record, and the answer to its creator. Refused where the record does not replay or its
    game cannot go on here."""
    record = read(_carried, text, "the record")
    try:
        game = rondel.replay(msgspec.json.decode(text))
    except RondelError as error:
        raise Refusal(error.code, str(error)) from error
    if record.position is not None:
        raise Refusal("bad_record", "this record does not begin at the start of the game, as every table does")
    if not record.seed and _by_chance(record.answers):  # the seed of a new table may give the same cards now and then
        raise _other_chance()
    wanted = protocol.NewTable(game=record.game, seats=_seats(game, record), options=record.options)
    entry, created = await maker.made(wanted)
    if record.seed:
        entry = msgspec.structs.replace(entry, seed=_seed(record.seed))
    return entry, _answers(entry, record, at), created


def _seats(game: rondel.Game, record: Carried) -> tuple[protocol.NewSeat, ...]:
    labels = {role["name"]: translate(role["label"], ENGLISH) for role in game.scene()["roles"]}
    named = {role: name for role, name in record.players.items() if name != labels.get(role)}
    return tuple(
        [
            protocol.NewSeat(role, "bot", record.bots[role])
            if role in record.bots
            else protocol.NewSeat(role, "me", name=named.get(role, ""))
            for role in game.roles
        ]
    )


def _seed(given: str) -> bytes:
    try:
        return bytes.fromhex(given)
    except ValueError:
        raise Refusal("bad_record", "the seed of this record is not in hexadecimal digits") from None


def _answers(entry: TableEntry, record: Carried, at: int) -> list[Answer]:
    """The record's answers as a table stores them. Refused where chance answers otherwise by the seed of the table."""
    table, setting, stored = open_table(entry), Setting(at, b""), []
    for number, (role, text) in enumerate(record.answers, 1):
        if role == CHANCE:
            continue
        if UNDOS.get(text, (False, False))[1]:
            raise Refusal("bad_record", f"answer {number} of this record takes back a whole turn, which no table does")
        name = protocol.Undo if text in UNDOS else protocol.Play
        message: Any = name(id=f"record {number}", role=role, seq=table.seq, **({} if text in UNDOS else {"move": text}))
        try:
            stored.append(table.step(message, table.game.roles, setting).answer)
        except Refusal as refusal:
            if _by_chance(record.answers):
                raise _other_chance() from refusal
            raise
    if _by_chance(table.game.record()["answers"]) != _by_chance(record.answers):
        raise _other_chance()
    return stored


def _by_chance(answers: Sequence[Sequence[str]]) -> list[str]:
    return [text for role, text in answers if role == CHANCE]


def _other_chance() -> Refusal:
    return Refusal(
        "bad_record",
        "this record has dice or shuffled cards, but not the seed that they came from, so no table can go on from it; "
        "a record that is downloaded in a browser has the seed",
    )
