"""The words of notifications: which tables wait, for how long, and how such mails are ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from rondel.engine import _, plural
from rondel.engine.text import render
from rondel.server.accounts.mail.letter import Letter, Paragraph
from rondel.server.accounts.mail.mail_server import MailServer
from rondel.server.catalog.games import title
from rondel.server.features.notifications.outbox import Key, Parcel
from rondel.server.features.notifications.schedule import LATE
from rondel.server.storage import schema

MOST_NAMED: Final = 20
"""Tables that one mail names."""

_SUBJECT: Final = _("It is your turn: {game}")
_SUBJECTS: Final = plural("It is your turn at {number} table", "It is your turn at {number} tables", "number")
_REMINDER: Final = _("Your time runs out: {game}")
_TURN: Final = _("It is your turn at {game} against {names}.")
_ALONE: Final = _("It is your turn at {game}.")
_QUARTER: Final = _("A quarter of your time for this turn is left.")
_MORE: Final = plural("{number} more table waits for you.", "{number} more tables wait for you.", "number")
_OPEN: Final = _("Open the table")
_LATE: Final = _("This mail comes late: the mail server could not be reached.")
_WHY: Final = _("You get such mails because you asked for them. Which ones, and when, you choose in your account.")
_ACCOUNT: Final = _("Your account")
_END: Final = _("This link ends them all.")
_UNSUBSCRIBE: Final = _("No more mails")
_SOMEBODY: Final = _("a guest")


class Waiting(msgspec.Struct, frozen=True):
    """A table that waits for somebody, as a mail names it."""

    table: str
    game: str
    """Its title."""
    others: tuple[str, ...]
    """The names of the others; empty for a guest, whose name may be any text."""


def shown(connection: Connection, parcel: Parcel) -> dict[str, Waiting]:
    """The tables of a message, by their ids."""
    tables, seats = schema.tables.c, schema.seats.c
    ids = sorted({each.key.table for each in parcel.entries})
    games = {row.id: row.game for row in connection.execute(select(tables.id, tables.game).where(tables.id.in_(ids)))}
    others: dict[str, list[str]] = {}
    wanted = select(seats.table_id, seats.name, seats.badge).where(
        seats.table_id.in_(ids), seats.holder != parcel.contact.principal
    )
    for table, name, badge in connection.execute(wanted.order_by(seats.table_id, seats.place)):
        others.setdefault(table, []).append(name if badge and isinstance(name, str) else "")
    return {each: Waiting(each, title(str(games[each])), tuple(others.get(each, ()))) for each in ids if each in games}


def letter(parcel: Parcel, keys: Sequence[Key], tables: dict[str, Waiting], server: MailServer, at: int) -> Letter:
    """The mail about those notifications of a message that are still to be sent."""
    lang = parcel.contact.lang
    reminded = {each.table for each in keys if each.kind == "reminder"}
    named = [tables[each] for each in dict.fromkeys(each.table for each in keys) if each in tables]
    paragraphs = []
    if any(at - each.due_at > LATE or each.tries > 0 for each in parcel.entries):
        paragraphs.append(Paragraph(render(_LATE, {}, lang=lang)))
    for each in named[:MOST_NAMED]:
        text = _sentence(each, lang)
        if each.table in reminded:
            text += " " + render(_QUARTER, {}, lang=lang)
        paragraphs.append(Paragraph(text, f"{server.url}/table/{each.table}", render(_OPEN, {}, lang=lang)))
    if len(named) > MOST_NAMED:
        paragraphs.append(Paragraph(render(_MORE, {"number": len(named) - MOST_NAMED}, lang=lang)))
    paragraphs.append(
        Paragraph(render(_WHY, {}, lang=lang), f"{server.url}/account", render(_ACCOUNT, {}, lang=lang), small=True)
    )
    token = parcel.contact.unsubscribe
    end = f"{server.url}/mail/unsubscribe#{token}"
    paragraphs.append(Paragraph(render(_END, {}, lang=lang), end, render(_UNSUBSCRIBE, {}, lang=lang), small=True))
    unsubscribe = f"{server.url}/api/mail/unsubscribe/{token}"
    return Letter(parcel.contact.address, _subject(named, reminded, lang), paragraphs, lang, parcel.id, unsubscribe)


def _subject(named: Sequence[Waiting], reminded: set[str], lang: str) -> str:
    if len(named) != 1:
        return render(_SUBJECTS, {"number": len(named)}, lang=lang)
    game = render(named[0].game, {}, lang=lang)
    return render(_REMINDER if named[0].table in reminded else _SUBJECT, {"game": game}, lang=lang)


def _sentence(each: Waiting, lang: str) -> str:
    game = render(each.game, {}, lang=lang)
    if not each.others:
        return render(_ALONE, {"game": game}, lang=lang)
    # A name may have a dot; with a word joiner behind it no mail program takes it for an address.
    names = [name.replace(".", ".\u2060") or render(_SOMEBODY, {}, lang=lang) for name in each.others]
    return render(_TURN, {"game": game, "names": ", ".join(names)}, lang=lang)
