"""The database's tables, in SQLAlchemy Core, and the way a database gets them.

The migrations in ``rondel.server.migrations`` make the schema; what is here is what the cold queries are written against, and a
test compares the two. There are no queries here: those of tables are in ``catalogue``, those of moves in ``move_log`` and
``postgres_store``.
"""

from rondel.server.schema.clock import deadlines, marks, outages
from rondel.server.schema.columns import PSEUDONYM, metadata
from rondel.server.schema.identity import identity
from rondel.server.schema.making import HEAD, DatabaseTooNew, connect, engine, prepare, upgrade, version
from rondel.server.schema.people import principals, ratings, sessions, tokens
from rondel.server.schema.play import answers, results, seats, set_aside, snapshots, tables
from rondel.server.schema.talk import chat, moderation, mutes, reports

__all__ = [
    "HEAD",
    "PSEUDONYM",
    "DatabaseTooNew",
    "answers",
    "chat",
    "connect",
    "deadlines",
    "engine",
    "identity",
    "marks",
    "metadata",
    "moderation",
    "mutes",
    "outages",
    "prepare",
    "principals",
    "ratings",
    "reports",
    "results",
    "seats",
    "sessions",
    "set_aside",
    "snapshots",
    "tables",
    "tokens",
    "upgrade",
    "version",
]
