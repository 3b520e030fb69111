"""Tables for time and nodes: who is up and until when, outages, deadlines, and who is connected where.

All times are milliseconds since 1970: by the database's clock where it is PostgreSQL, else by that of the only node.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Text

from rondel.server.storage.schema.columns import filled, key, table

marks = table("marks", *key("name"), *filled(BigInteger, "at"))
"""Times of a database with one node. ``up``: until when it is known to have been up, while some clock ran; ``stored``: see
`watermark`."""

nodes = table(
    "nodes",
    *key("id"),
    *filled(Text, "name"),
    *filled(BigInteger, "began_at", "seen_at"),
    *filled(Integer, "missed"),
    *filled(Boolean, "is_blind"),
)
"""The nodes of a PostgreSQL database, one row per boot: since when each runs and when it was seen last, how often it has missed
messages of others, and whether it does not hear them. Each node writes its own row; one that is not seen is deleted by another.
"""

attendance = table("attendance", *key("table_id", "role", "node"), Index("attendance_node", "node"))
"""At which nodes the holders of seats are connected to tables with a clock or an absence policy. The rows of a node that was
deleted stay as long as its outage may be left out of a clock."""

outages = table(
    "outages",
    *key(since=BigInteger),
    Column("node", Text, primary_key=True, server_default=""),
    *filled(BigInteger, "until"),
    Index("outages_until", "until"),
)
"""Periods in which a node was down, or could not store: no clock ran of who was connected to it. Without a node, of nobody."""

deadlines = table(
    "deadlines",
    *key("table_id"),
    *filled(BigInteger, "at"),
    Column("seq", Integer, nullable=False, server_default="0"),
    Column("claimed_until", BigInteger, nullable=False, server_default="0"),
    Index("deadlines_at", "at"),
)
"""When to look at a table without open sockets: never after the next flag; earlier where the last answer is younger. ``seq`` is
the number of the answer after which that was known, and ``claimed_until`` until when one node alone looks at the table."""
