"""The database's tables, in SQLAlchemy Core, and the functions that create and upgrade a database.

The migrations in ``rondel.server.storage.migrations`` make the schema. The queries are written against the tables here, and a
test compares the two. The queries of tables are in ``table_repository``, those of moves in ``sqlite_writer`` and ``postgres``.
"""

from rondel.server.storage.schema.chat import chat, moderation, mutes, reports
from rondel.server.storage.schema.clock import attendance, deadlines, marks, nodes, outages
from rondel.server.storage.schema.columns import PSEUDONYM, metadata
from rondel.server.storage.schema.company import (
    blocks,
    conversations,
    follows,
    invitations,
    online,
    private_messages,
)
from rondel.server.storage.schema.create import (
    HEAD,
    EmptyDatabase,
    ForeignDatabase,
    OtherVersion,
    as_text,
    check_current,
    check_owner,
    check_version,
    connect,
    engine,
    prepare,
    read_only,
    upgrade,
    version,
)
from rondel.server.storage.schema.identity import identity
from rondel.server.storage.schema.notifications import arena_keys, contacts, mail_links, outbox, push_subscriptions, webhooks
from rondel.server.storage.schema.people import principals, ratings, season_ratings, sessions, tokens
from rondel.server.storage.schema.play import answers, results, seats, set_aside, snapshots, tables
from rondel.server.storage.schema.tournaments import entrants, tournament_games, tournaments
from rondel.server.storage.schema.vacations import vacations

__all__ = [
    "HEAD",
    "PSEUDONYM",
    "EmptyDatabase",
    "ForeignDatabase",
    "OtherVersion",
    "answers",
    "arena_keys",
    "as_text",
    "attendance",
    "blocks",
    "chat",
    "check_current",
    "check_owner",
    "check_version",
    "connect",
    "contacts",
    "conversations",
    "deadlines",
    "engine",
    "entrants",
    "follows",
    "identity",
    "invitations",
    "mail_links",
    "marks",
    "metadata",
    "moderation",
    "mutes",
    "nodes",
    "online",
    "outages",
    "outbox",
    "prepare",
    "principals",
    "private_messages",
    "push_subscriptions",
    "ratings",
    "read_only",
    "reports",
    "results",
    "season_ratings",
    "seats",
    "sessions",
    "set_aside",
    "snapshots",
    "tables",
    "tokens",
    "tournament_games",
    "tournaments",
    "upgrade",
    "vacations",
    "version",
    "webhooks",
]
