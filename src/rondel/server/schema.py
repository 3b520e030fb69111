"""The database's tables, in SQLAlchemy Core, and the way a database file gets them.

The migrations in ``rondel.server.migrations`` make the schema; the `MetaData` here is what the cold queries are written
against, and a test compares the two. This module holds no queries: those of the lobby are in ``catalogue``, those of the
moves in ``move_log`` and ``postgres_log``.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Double,
    Engine,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    false,
    inspect,
    text,
    true,
)
from sqlalchemy.pool import QueuePool

BUSY_SECONDS: Final = 5.0
"""How long one waits for another who is writing to the same file, before that is said."""

HEAD: Final = "0015"
"""The newest migration. Kept here so that a start on an up-to-date database need not import Alembic."""

PSEUDONYM: Final = object()
"""Stands for the name that is put in the place of that of somebody who is forgotten."""


def held(**forgotten: object) -> dict[str, object]:
    """What a column says of itself in which principals stand by their ids: what the columns beside it become when somebody is
    forgotten. A guest who gets an account is replaced by it in every such column, and who is forgotten by nobody."""
    return {"forgotten": forgotten}


metadata = MetaData()


def _where(condition: str) -> dict[str, Any]:
    """That an index holds only the rows of which that is true, in every kind of database."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("invite_hash", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("fault", Text),
    Column("active", Text),
    Column("ended_at", BigInteger),
    Column("terms", Text, nullable=False, server_default="{}"),
    Column("host", Text, nullable=False, server_default=""),
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("watchable", Boolean, nullable=False, server_default=true()),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("free", Integer, nullable=False, server_default="0"),
    Index(
        "tables_listed",
        "created_at",
        "id",
        "game",
        "free",
        "pace",
        "rated",
        "watchable",
        "public",
        "ended_at",
        **_where("public AND ended_at IS NULL"),
    ),
    Index("tables_fault", "id", **_where("fault IS NOT NULL")),
    sqlite_with_rowid=False,
)
"""One hosted table. ``seed`` is the first round's; it never leaves the server. ``version`` is that of the rules, ``fault``
why it stands still, ``active`` whom it waits for before its first answer. ``ended_at`` is when its latest round ended, while
no other has begun. ``terms`` are `protocol.Terms` as JSON, and ``host`` is the role of who has made it. What
the lobby looks for has columns of its own: some of the terms, and ``free``, how many seats are open. Its index holds the tables
that it lists and no others."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("role", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("token_hash", LargeBinary),
    Column("holder", Text, nullable=False, server_default="", info=held(name=PSEUDONYM, badge="", token_hash=None, plan="")),
    Column("badge", Text, nullable=False, server_default=""),
    Column("over", Boolean, nullable=False, server_default=false()),
    Column("plan", Text, nullable=False, server_default=""),
    UniqueConstraint("table_id", "role", name="seats_role"),
    Index("seats_token", "token_hash", unique=True),
    Index("seats_holder", "holder"),
    Index("seats_running", "holder", "table_id", **_where("holder <> '' AND NOT over")),
    sqlite_with_rowid=False,
)
"""Who sits where. Only the SHA-256 of a seat's token is stored: whoever reads the file cannot sit down. ``holder`` is the id of
the principal whose seat it is, empty for nobody's. ``over`` says that the table's latest round has ended, so that the seats of
running tables can be found among the many of those that are not. ``plan`` is a `plans.plan.Plan` as JSON, or empty."""

principals = Table(
    "principals",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("folded", Text),
    Column("password", Text),
    Column("owner", Text),
    Column("created_at", BigInteger, nullable=False),
    Index("principals_folded", "folded", unique=True),
    Index("principals_owner", "owner"),
    sqlite_with_rowid=False,
)
"""Who there is. ``folded`` is what a name is told from others by, ``password`` its argon2id hash, ``owner`` whose bot it is."""

sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("principal", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index("sessions_principal", "principal"),
    sqlite_with_rowid=False,
)
"""In which browsers somebody is; by the SHA-256 of what is in the cookie."""

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("id", Text, nullable=False),
    Column("principal", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Index("tokens_id", "id", unique=True),
    Index("tokens_principal", "principal"),
    sqlite_with_rowid=False,
)
"""What bots come in with; by the SHA-256 of the token. ``id`` is what its owner calls it by."""

marks = Table(
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Moments, in milliseconds since 1970. ``up``: until when the server is known to have been up, while some clock ran."""

outages = Table(
    "outages",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Times in which the server was not up, or could not store: nobody's clock ran."""

deadlines = Table(
    "deadlines",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("deadlines_at", "at"),
    sqlite_with_rowid=False,
)
"""When to look at a table at which nobody may be: never after the next flag, and before it where the last answer is younger."""

answers = Table(
    "answers",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("move", Text, nullable=False),
    Column("client_id", Text),
    Column("seed", LargeBinary),
    Column("at", BigInteger, nullable=False),
    Column("digest", LargeBinary),
    Column("data", Text),
    Column("active", Text),
    Column("result", Text),
    Index("answers_client_id", "table_id", "role", "client_id", unique=True),
    Index("answers_ended", "table_id", "round", "seq", **_where("active = ''")),
    sqlite_with_rowid=False,
)
"""The log of every table: what was answered, in one gap-free order. No foreign key: the hot path looks nothing up. ``active``
says whom the table waits for after the answer. Where that becomes nobody, or somebody again, a trigger writes
``tables.ended_at``, ``seats.over`` and ``results`` in the transaction of the answer, so that they are never behind it."""

results = Table(
    "results",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("holder", Text, nullable=False, info=held()),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    Index("results_holder", "holder", "at", "table_id", "round", "role"),
    Index("results_due", "at", "table_id", "round", **_where("rated AND NOT settled")),
    sqlite_with_rowid=False,
)
"""Who played in each round that has ended, of those the arena knows; how it ended says the answer ``seq``. ``settled`` is said
of rated rounds, once they have changed the ratings or were found to be none that may."""

ratings = Table(
    "ratings",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("principal", Text, nullable=False, info=held(latest=False)),
    Column("game", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mean", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("shown", Double, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("latest", Boolean, nullable=False),
    Column("algorithm", Text, nullable=False),
    Index("ratings_latest", "principal", "game", unique=True, **_where("latest AND principal <> ''")),
    Index("ratings_board", "game", "shown", "principal", **_where("latest AND principal <> ''")),
    Index("ratings_course", "principal", "game", "at", "table_id", "round"),
    sqlite_with_rowid=False,
)
"""What was believed of who played in a rated round after it: ``shown`` is what leaderboards go by, ``rounds`` and ``won`` count
up to it. The key has each seat of each round rated once, and of each person's ratings at a game one is the ``latest``."""

chat = Table(
    "chat",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("channel", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("role", Text, nullable=False),
    Column("author", Text, nullable=False, info=held(name=PSEUDONYM, badge="")),
    Column("name", Text, nullable=False),
    Column("badge", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("client_id", Text, nullable=False),
    Index("chat_client_id", "table_id", "author", "client_id", unique=True, **_where("author <> ''")),
    sqlite_with_rowid=False,
)
"""What was said at tables, numbered by channel. ``author`` is the principal, which nobody is told."""

mutes = Table(
    "mutes",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("author", Text, nullable=False, info=held()),
    sqlite_with_rowid=False,
)
"""Who is to say no more in the gallery of a table, and the number of the line for which."""

reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("reporter", Text, nullable=False, info=held()),
    Column("about", Text, nullable=False, info=held(name=PSEUDONYM)),
    Column("name", Text, nullable=False),
    Column("settled_at", BigInteger),
    Index("reports_open", "at", "id", **_where("settled_at IS NULL")),
    Index("reports_about", "about"),
    Index("reports_table", "table_id"),
    sqlite_with_rowid=False,
)
"""What people reported of each other: see `conduct.docket`. Who has reported and who is reported are principals."""

moderation = Table(
    "moderation",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("moderator", Text, nullable=False),
    Column("deed", Text, nullable=False),
    Column("report", Text, nullable=False),
    Column("about", Text, nullable=False, info=held()),
    Column("until", BigInteger),
    Column("note", Text, nullable=False),
    Index("moderation_about", "about", "at"),
    sqlite_with_rowid=False,
)
"""What moderators did, a row for each deed. Triggers refuse to change or delete one, but for ``about`` when that is forgotten.
``until`` is until when the principal is to say nothing, 0 where that was lifted."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Where games were, so that they need not be replayed: a cache, which may be emptied."""


set_aside = Table(
    "set_aside",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("cut_at", BigInteger, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("answer", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""Answers that were moved aside when a table was repaired, each as JSON: see `upkeep.repair`."""


class DatabaseTooNew(Exception):
    """The database was written by a newer Rondel than this one."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection with full durability: a commit returns when the operating system says the log is on the disk."""
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def engine(path: Path) -> Engine:
    """SQLAlchemy's way to the same file, for everything that is not a move. Each transaction says itself how it begins."""
    made = create_engine("sqlite://", creator=lambda: connect(path), poolclass=QueuePool, hide_parameters=True)

    @event.listens_for(made, "begin")
    def begin(connection: Connection) -> None:
        # Python's sqlite3 would begin at the first write only, which may then find that another writer came between.
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return made


def prepare(path: Path) -> None:
    """Bring the database file at ``path`` to `HEAD`, making it when it is not there.

    Raises `DatabaseTooNew` when the file is at a migration this program does not know.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = version(path)
    if found == HEAD:
        return
    from rondel.server.migrations import run  # costs 0.1 s, so only when there is something to do

    try:
        run.upgrade(engine(path))
    except run.UnknownRevision as error:
        raise DatabaseTooNew(
            f"the data in {path} are at version {found!r} and this program knows versions up to {HEAD!r}: "
            "install a newer rondel, or choose another data folder"
        ) from error


def upgrade(connection: Connection) -> None:
    """Bring the database of a connection to `HEAD`, within its transaction. Raises `DatabaseTooNew`."""
    from rondel.server.migrations import run

    # Several nodes may start at once; the first does it, and the others wait for it and find it done.
    connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7340)")
    if not inspect(connection).has_table("alembic_version"):
        found = None
    else:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found == HEAD:
        return
    try:
        run.upgrade_within(connection)
    except run.UnknownRevision as error:
        raise DatabaseTooNew(
            f"the data in this database are at version {found!r} and this program knows versions up to {HEAD!r}: "
            "install a newer rondel, or choose another database"
        ) from error


def version(path: Path) -> str | None:
    """At which migration the database file is; None where it has no schema."""
    connection = connect(path)
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        return None
    finally:
        connection.close()
    return None if row is None else str(row[0])
