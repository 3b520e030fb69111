"""Tables for time: until when the server was up, outages, and deadlines."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index

from rondel.server.storage.schema.columns import filled, key, table

marks = table("marks", *key("name"), *filled(BigInteger, "at"))
"""Times, in milliseconds since 1970. ``up``: until when the server is known to have been up, while some clock ran; ``stored``:
see `watermark`."""

outages = table("outages", *key(since=BigInteger), *filled(BigInteger, "until"))
"""Periods in which the server was down, or could not store: clocks did not run."""

deadlines = table("deadlines", *key("table_id"), *filled(BigInteger, "at"), Index("deadlines_at", "at"))
"""When to look at a table without open sockets: never after the next flag; earlier where the last answer is younger."""
