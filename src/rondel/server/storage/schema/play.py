"""Tables for play: tables, seats, the append-only log, snapshots and results."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    false,
    true,
)

from rondel.server.storage.schema.columns import PSEUDONYM, Bytes, filled, held, key, table, where

tables = table(
    "tables",
    *key("id"),
    *filled(Text, "game", "options"),
    *filled(Bytes, "seed", "invite_hash"),
    *filled(BigInteger, "created_at"),
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
    Column("seating", Integer, nullable=False, server_default="1"),
    Index(
        "tables_listed",
        *("created_at", "id", "game", "free", "pace", "rated", "watchable", "public", "ended_at"),
        **where("public AND ended_at IS NULL"),
    ),
    Index("tables_fault", "id", **where("fault IS NOT NULL")),
)
"""One hosted table. ``seed`` is the first round's; it never leaves the server. ``version`` is that of the rules, ``fault`` why
the table is stopped, ``active`` the roles it waits for before its first answer. ``ended_at`` is when its latest round ended,
while no other has begun. ``terms`` are `protocol.Terms` as JSON, and ``host`` is the role of the creator. Conditions of the
lobby have their own columns: some of the terms, and ``free``, the number of open seats. Its index holds the listed
tables only. ``seating`` counts the changes of the seats; an answer is stored only for the count it was stepped with."""

seats = table(
    "seats",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    *key(place=Integer),
    *filled(Text, "role", "kind", "bot", "name"),
    Column("token_hash", Bytes),
    Column(
        "holder",
        Text,
        nullable=False,
        server_default="",
        info=held(name=PSEUDONYM, badge="", token_hash=None, conditional_moves=""),
    ),
    Column("badge", Text, nullable=False, server_default=""),
    Column("over", Boolean, nullable=False, server_default=false()),
    Column("conditional_moves", Text, nullable=False, server_default=""),
    UniqueConstraint("table_id", "role", name="seats_role"),
    Index("seats_token", "token_hash", unique=True),
    Index("seats_holder", "holder"),
    Index("seats_running", "holder", "table_id", **where("holder <> '' AND NOT over")),
)
"""The seats of tables. Only the SHA-256 of a seat's token is stored: a reader of the file cannot take a seat. ``holder`` is the
id of the principal, empty for none. ``over`` tells that the table's latest round has ended, so that the seats of running tables
can be found quickly. ``conditional_moves`` is `conditional_moves.ConditionalMoves` as JSON, or empty."""

answers = table(
    "answers",
    *key("table_id", seq=Integer),
    *filled(Integer, "round"),
    *filled(Text, "kind", "role", "move"),
    Column("client_id", Text),
    Column("seed", Bytes),
    *filled(BigInteger, "at"),
    Column("digest", Bytes),
    Column("data", Text),
    Column("active", Text),
    Column("result", Text),
    Index("answers_client_id", "table_id", "role", "client_id", unique=True),
    Index("answers_ended", "table_id", "round", "seq", **where("active = ''")),
)
"""The append-only log of every table, in gap-free order. No foreign key: the hot path looks nothing up. ``active`` are the
roles the table waits for after the answer. When it becomes empty, or filled again, a trigger writes ``tables.ended_at``,
``seats.over`` and ``results`` in the transaction of the answer, so that they are never stale."""

snapshots = table(
    "snapshots",
    *key("table_id", seq=Integer),
    *filled(Integer, "round", "version"),
    *filled(Bytes, "packed"),
)
"""Positions of games, which save replaying them: a cache, which may be emptied."""

set_aside = table(
    "set_aside",
    *key("table_id", cut_at=BigInteger, seq=Integer),
    *filled(Text, "reason", "answer"),
)
"""Answers that were moved aside when a table was repaired, each as JSON: see `ops.repair`."""

results = table(
    "results",
    *key("table_id"),
    *key(round=Integer),
    *key("role"),
    Column("holder", Text, nullable=False, info=held()),
    *filled(Integer, "seq"),
    *filled(BigInteger, "at"),
    *filled(Boolean, "rated"),
    Column("settled", Boolean, nullable=False, server_default=false()),
    Index("results_holder", "holder", "at", "table_id", "round", "role"),
    Index("results_due", "at", "table_id", "round", **where("rated AND NOT settled")),
)
"""The players of each ended round; the answer ``seq`` holds its result. ``settled`` is set for rated rounds once they have
changed the ratings or were found to be unrated."""
