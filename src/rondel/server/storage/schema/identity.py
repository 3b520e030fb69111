"""The identity of an arena, which distinguishes it from another."""

from __future__ import annotations

from rondel.server.storage.schema.columns import key, table

identity = table("identity", *key("id"))
"""One row: the random id of the arena, made with the table. Every copy of the database has the same."""
