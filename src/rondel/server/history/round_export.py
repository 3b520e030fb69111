"""The export of a round as a file: a record, a log, or a notation of the game.

``record`` is Rondel's record, which `rondel replay` plays; ``log`` has the events as text, line by line. Records and notations
hold every answer, so they are only for a viewer who may know all of them; a log is for everybody who may watch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

import rondel
from rondel.engine.records.notation import notations, written
from rondel.engine.text import ENGLISH, read, translate
from rondel.errors import HiddenInformation, quoted
from rondel.server.catalog.opening import open_table
from rondel.server.history.table_actions import TableActions, told
from rondel.server.history.viewer import Openness, allowed, chosen
from rondel.server.protocol.refused import Refusal
from rondel.server.table.entries import TableEntry
from rondel.server.table.log.entries import Answer, Log
from rondel.server.table.log.round_log import RoundLog
from rondel.server.table.table import Table

FORMATS: Final = ("record", "log")
"""The formats of every game."""


class RoundExport(msgspec.Struct, frozen=True):
    """A file with a round."""

    name: str
    media_type: str
    text: str


class ExportQuery(msgspec.Struct, frozen=True):
    """The export that is wanted, and for whom."""

    format: str
    held: tuple[str, ...] = ()
    """The roles that the requester plays at the table."""
    viewer: str = ""
    """The role whose view is wanted, or the observer; empty for the requester's own."""
    lang: str = ENGLISH
    """The language of a log."""


def export(entry: TableEntry, number: int, round_log: RoundLog, query: ExportQuery, openness: Openness) -> RoundExport:
    """The round in that format, with what the viewer may know. Refused as ``hidden_information`` where the format would hold
    more, as ``not_seated`` where the requester is not the viewer, and as ``unknown_format``."""
    table, answers = round_log.opened(round_log.last, lambda log: open_table(entry, log)), round_log.answers
    game, kind, lang = table.game, query.format, query.lang
    viewer, names = chosen(query.viewer, allowed(game.roles, query.held, openness)), _names(table, lang)
    title = f"{entry.game}-{entry.id[:8]}-{number}"
    if kind == "log":
        return RoundExport(f"{title}.txt", "text/plain", _log(entry, answers, viewer, names, lang))
    if kind != "record" and kind not in notations(entry.game):
        there = ", ".join((*FORMATS, *notations(entry.game)))
        raise Refusal("unknown_format", f"there is no format {quoted(kind)} for this game; there is {there}")
    try:
        kept = game.record(viewer)
    except HiddenInformation as error:
        raise Refusal(error.code, str(error)) from error
    if kind == "record":
        known = {"table": entry.id, "round": number, "ended_at": answers[-1].at if table.over else None, "players": names}
        known["actions"] = list(TableActions().of(answers))
        known["outcome"] = table.state.outcome  # where it did not end by the rules
        return RoundExport(f"{title}.json", "application/json", msgspec.json.encode({**kept, **known}).decode())
    if not table.over:
        raise Refusal("not_over", f"a game is written in {kind} when it is over")
    winners = table.view(rondel.OBSERVER)["winners"]  # also after an agreement or a resignation
    began = datetime.fromtimestamp(answers[0].at / 1000, UTC).date().isoformat()
    return RoundExport(f"{title}.{kind}", "text/plain", written(rondel.replay(kept), kind, names, began, winners))


def _names(table: Table, lang: str) -> dict[str, str]:
    """The names of the players; a player without a name has the label of the role."""
    labels = {role["name"]: translate(role["label"], lang) for role in table.game.scene()["roles"]}
    return {seat.role: seat.name or labels[seat.role] for seat in table.seats_shown(())}


def _log(entry: TableEntry, answers: Sequence[Answer], viewer: str, names: Mapping[str, str], lang: str) -> str:
    """The events as text, line by line; table actions with their times."""
    actions, lines, heard = TableActions(), [], 0
    reader = "" if viewer == rondel.OBSERVER else viewer
    head = 1 if answers and answers[0].kind == "again" else 0
    table = open_table(entry, Log((), tuple(answers[:head])))
    for row in (None, *answers[head:]):
        if row is not None:
            table.repeat(row)
            when = datetime.fromtimestamp(row.at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
            for action in actions.of([row]):
                lines += [f"{read(text, names, lang, reader=reader)} ({when})" for text in told(action)]
        fresh = table.game.events(heard, viewer)
        heard += len(fresh)
        lines += [read(event["text"], names, lang, reader=reader) for event in fresh if event["text"]]
    return "".join(f"{number:>4}  {line[:1].upper()}{line[1:]}\n" for number, line in enumerate(lines, 1))
