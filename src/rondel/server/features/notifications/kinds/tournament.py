"""Two kinds of notifications about a tournament: it begins, and a game of a later round waits for the account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, exists, select

from rondel.engine import _, plural
from rondel.engine.text import render
from rondel.server.accounts.mail.contacts import Contact
from rondel.server.catalog.games import title
from rondel.server.features.notifications.kinds.kind import Kind, Note
from rondel.server.features.notifications.parcel import Entry
from rondel.server.features.notifications.schedule import SETTLING, awake
from rondel.server.protocol import NotificationSettings
from rondel.server.storage import schema

_BEGINS: Final = _("The tournament begins: {title}")
_BEGIN: Final = plural("{number} tournament begins", "{number} tournaments begin", "number")
_BEGINS_TEXT: Final = _("The tournament {title} begins, at {game}. You take part.")
_BEGINS_OPEN: Final = _("Open the tournament")
_ROUND: Final = _("Your game in round {round}: {title}")
_ROUNDS: Final = plural("{number} game of a tournament waits for you", "{number} games of tournaments wait for you", "number")
_ROUND_TEXT: Final = _("Round {round} of the tournament {title} begins. Your game of {game} is ready.")
_ROUND_OPEN: Final = _("Open the table")

_events, _entrants, _games, _seats = schema.tournaments.c, schema.entrants.c, schema.tournament_games.c, schema.seats.c


def _begins_at(connection: Connection, entry: Entry, settings: NotificationSettings) -> int | None:
    """Soon, or in the morning, while the tournament is running and the account takes part."""
    takes_part = select(_entrants.number).where(
        _entrants.tournament_id == _events.id, _entrants.principal == entry.key.principal, _entrants.state == "in"
    )
    wanted = select(_events.id).where(_events.id == entry.key.table, _events.state == "running", takes_part.exists())
    return None if connection.execute(wanted).first() is None else _soon(entry, settings)


def _round_at(connection: Connection, entry: Entry, settings: NotificationSettings) -> int | None:
    """Soon, or in the morning, while the game goes on."""
    mine = exists().where(_seats.table_id == _games.table_id, _seats.holder == entry.key.principal, ~_seats.over)
    wanted = select(_games.round).where(_games.table_id == entry.key.table, _games.points.is_(None), mine)
    return None if connection.execute(wanted).first() is None else _soon(entry, settings)


def _soon(entry: Entry, settings: NotificationSettings) -> int:
    return awake(entry.at + SETTLING, settings.quiet)


def _notes(connection: Connection, contact: Contact, entries: Sequence[Entry]) -> Sequence[Note]:
    """One note for each tournament that begins, and one for each game."""
    ids = [each.key.table for each in entries]
    begun = select(_events.id, _events.title, _events.game).where(_events.id.in_(ids)).order_by(_events.starts_at, _events.id)
    rounds = (
        select(_games.table_id, _games.round, _events.title, _events.game)
        .join_from(schema.tournament_games, schema.tournaments, _events.id == _games.tournament_id)
        .where(_games.table_id.in_(ids), _games.table_id != "")
        .order_by(_games.opened_at, _games.table_id)
    )
    begins = [
        _note((_BEGINS, _BEGINS_TEXT, _BEGINS_OPEN), row, f"/tournaments/{row.id}", contact.lang)
        for row in connection.execute(begun)
    ]
    waits = [
        _note((_ROUND, _ROUND_TEXT, _ROUND_OPEN), row, f"/table/{row.table_id}", contact.lang, round=str(row.round))
        for row in connection.execute(rounds)
    ]
    return [*begins, *waits]


def _note(texts: tuple[str, str, str], row: Any, path: str, lang: str, **more: str) -> Note:
    # A title may have a dot; with a word joiner behind it no mail program takes it for an address.
    named = {"title": str(row.title).replace(".", ".\u2060"), "game": render(title(str(row.game)), {}, lang=lang), **more}
    subject, text, link = [render(each, named, lang=lang) for each in texts]
    return Note(subject, text, path, link)


TOURNAMENT: Final = Kind(_begins_at, _notes, _BEGIN)
ROUND: Final = Kind(_round_at, _notes, _ROUNDS)
