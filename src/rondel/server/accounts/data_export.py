"""The export of personal data: all stored data of one principal, for that principal.

`EXPORTED` and `WITHHELD` name every column of the database that holds the id of a principal: the former with its field of
`protocol.Export`, the latter with the reason why it is left out. A test compares them with the schema, and with a database in
which a principal has used every feature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Column, Connection, Table, case, or_, select

from rondel.server import protocol
from rondel.server.accounts import bot_accounts, principal_repository, sessions
from rondel.server.accounts.mail import contacts
from rondel.server.storage import row_decoder, schema
from rondel.server.table.conditional_moves import ConditionalMoves

T = TypeVar("T", bound=msgspec.Struct)

EXPORTED: Final = {
    "principals.id": "me",
    "principals.owner": "bots",
    "sessions.principal": "sessions",
    "tokens.principal": "bots",
    "seats.holder": "seats",
    "results.holder": "results",
    "ratings.principal": "ratings",
    "season_ratings.principal": "seasons",
    "chat.author": "chat",
    "mutes.author": "mutes",
    "reports.reporter": "reports",
    "moderation.about": "moderation_actions",
    "contacts.principal": "contact",
    "mail_links.principal": "mail_links",
    "outbox.principal": "notifications",
    "follows.follower": "follows",
    "blocks.blocker": "blocks",
    "online.principal": "online",
    "tournaments.host": "hosted_tournaments",
    "entrants.principal": "tournaments",
    "push_subscriptions.principal": "browsers",
    "invitations.inviter": "invitations",
    "invitations.invited": "invitations",
    "webhooks.principal": "webhook",
    "private_messages.low": "messages",
    "private_messages.high": "messages",
    "conversations.low": "messages",
    "conversations.high": "messages",
    "vacations.principal": "vacation",
}
"""Columns that name principals, with the field of the export that has them."""

WITHHELD: Final = {
    "follows.followed": "who follows somebody is told to nobody; who follows back is shown where both do",
    "blocks.blocked": "nobody is told who has blocked them",
    "reports.about": "what others reported would tell who they are; what came of it is in `moderation_actions`",
}
"""Columns that name principals and are not exported, with the reason."""


def stored(connection: Connection, me: protocol.Me) -> protocol.Export:
    """All stored data of a principal."""
    entry = principal_repository.find(connection, me.id)
    results, ratings, chat = schema.results, schema.ratings, schema.chat
    mutes, reports, moderation = schema.mutes, schema.reports, schema.moderation
    links, outbox, hosted, entries = schema.mail_links, schema.outbox, schema.tournaments, schema.entrants
    browsers, webhooks, seasons = schema.push_subscriptions, schema.webhooks, schema.season_ratings
    return protocol.Export(
        me,
        0 if entry is None else entry.created_at,
        tuple(protocol.OwnSession(each.begun, each.used) for each in sessions.of(connection, me.id)),
        bot_accounts.shown(connection, me.id),
        tuple(row_decoder.sound(principal_repository.seats_of(connection, me.id), _seat)),
        _rows(connection, protocol.OwnResult, results, results.c.holder, me.id, results.c.at),
        _rows(connection, protocol.OwnRating, ratings, ratings.c.principal, me.id, ratings.c.at),
        _rows(connection, protocol.OwnLine, chat, chat.c.author, me.id, chat.c.at),
        _rows(connection, protocol.OwnMute, mutes, mutes.c.author, me.id, mutes.c.number),
        _rows(connection, protocol.OwnReport, reports, reports.c.reporter, me.id, reports.c.at),
        _rows(connection, protocol.ModerationAction, moderation, moderation.c.about, me.id, moderation.c.at),
        _contact(connection, me.id),
        _rows(connection, protocol.OwnLink, links, links.c.principal, me.id, links.c.expires_at),
        _rows(connection, protocol.OwnNotification, outbox, outbox.c.principal, me.id, outbox.c.at),
        _people(connection, schema.follows.c.follower, schema.follows.c.followed, me.id),
        _people(connection, schema.blocks.c.blocker, schema.blocks.c.blocked, me.id),
        _rows(connection, protocol.OwnPresence, schema.online, schema.online.c.principal, me.id, schema.online.c.at),
        _rows(connection, protocol.OwnTournament, hosted, hosted.c.host, me.id, hosted.c.created_at),
        _rows(connection, protocol.OwnEntry, entries, entries.c.principal, me.id, entries.c.joined_at),
        _rows(connection, protocol.OwnBrowser, browsers, browsers.c.principal, me.id, browsers.c.created_at),
        _invitations(connection, me.id),
        _rows(connection, protocol.OwnWebhook, webhooks, webhooks.c.principal, me.id, webhooks.c.created_at),
        _messages(connection, me.id),
        _rows(connection, protocol.OwnVacation, schema.vacations, schema.vacations.c.principal, me.id, schema.vacations.c.at),
        _rows(connection, protocol.OwnSeason, seasons, seasons.c.principal, me.id, seasons.c.season),
    )


_COLUMNS: Final = {"table": "table_id", "id": "client_id", "tournament": "tournament_id"}
"""Fields whose column has another name."""


def _rows(
    connection: Connection, kind: type[T], table: Table, column: Column[Any], principal: str, order: Column[Any]
) -> tuple[T, ...]:
    """The rows of a table whose column names that principal, as structs with the columns of their fields."""
    wanted = [table.c[name if name in table.c else _COLUMNS[name]] for name in kind.__struct_fields__]
    found = connection.execute(select(*wanted).where(column == principal).order_by(order))
    return tuple(
        row_decoder.sound(found, lambda row: row_decoder.decoded(kind, row, f"a row of {table.name} that is {principal!r}'s"))
    )


def _people(connection: Connection, mine: Column[Any], other: Column[Any], principal: str) -> tuple[protocol.OwnFollow, ...]:
    """The accounts in one column beside the principal in another one, by name."""
    names = schema.principals.c
    wanted = select(names.name, mine.table.c.at).join_from(mine.table, schema.principals, names.id == other)
    found = connection.execute(wanted.where(mine == principal).order_by(names.folded))
    what = f"a row of {mine.table.name} that is {principal!r}'s"
    return tuple(row_decoder.sound(found, lambda row: row_decoder.decoded(protocol.OwnFollow, row, what)))


def _invitations(connection: Connection, principal: str) -> tuple[protocol.OwnInvitation, ...]:
    """The invitations by the principal, and to it."""
    found = schema.invitations.c
    columns = (found.table_id, found.role, found.inviter == principal, found.state, found.at, found.expires_at)
    wanted = select(*columns).where(or_(found.inviter == principal, found.invited == principal)).order_by(found.at)
    what = f"an invitation of {principal!r}"

    def decoded(row: Sequence[Any]) -> protocol.OwnInvitation:
        table, role, mine, *rest = row
        return row_decoder.decoded(protocol.OwnInvitation, (table, role, bool(mine), *rest), what)

    return tuple(row_decoder.sound(connection.execute(wanted), decoded))


def _messages(connection: Connection, principal: str) -> tuple[protocol.OwnMessage, ...]:
    """The private messages by the principal and to it, conversation by conversation."""
    said, names = schema.private_messages.c, schema.principals.c
    is_low = said.low == principal
    other = names.id == case((is_low, said.high), else_=said.low)
    mine = case((is_low, said.by_low), else_=~said.by_low)
    wanted = (
        select(names.name, said.number, said.at, mine, said.text)
        .join_from(schema.private_messages, schema.principals, other)
        .where(or_(is_low, said.high == principal))
        .order_by(said.low, said.high, said.number)
    )

    def decoded(row: Sequence[Any]) -> protocol.OwnMessage:
        name, number, at, by_me, text = row
        what = f"a private message of {principal!r}"
        return row_decoder.decoded(protocol.OwnMessage, (name, number, at, bool(by_me), text), what)

    return tuple(row_decoder.sound(connection.execute(wanted), decoded))


def _contact(connection: Connection, principal: str) -> tuple[protocol.OwnContact, ...]:
    """How the principal is reached, if anything is stored of it; without the token that ends its mails."""
    found = contacts.find(connection, principal)
    if found == contacts.Contact(principal):
        return ()
    return (protocol.OwnContact(found.address, found.lang, found.settings, found.confirmed_at),)


def _seat(held: principal_repository.Held) -> protocol.OwnSeat:
    with row_decoder.decoding(held.table):
        lines = ConditionalMoves.of_text(held.conditional_moves).lines if held.conditional_moves else ()
    return protocol.OwnSeat(held.table, held.game, held.role, held.name, lines)
