"""Tables for principals, sessions, tokens and ratings."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Text

from rondel.server.storage.schema.columns import Bytes, filled, held, key, table, where

principals = table(
    "principals",
    *key("id"),
    *filled(Text, "kind", "name"),
    Column("folded", Text),
    Column("password", Text),
    Column("owner", Text),
    *filled(BigInteger, "created_at"),
    Index("principals_folded", "folded", unique=True),
    Index("principals_owner", "owner"),
)
"""Who there is. ``folded`` is what a name is told from others by, ``password`` its argon2id hash, ``owner`` whose bot it is."""

sessions = table(
    "sessions",
    *key(hash=Bytes),
    *filled(Text, "principal"),
    *filled(BigInteger, "created_at", "used_at"),
    Index("sessions_principal", "principal"),
)
"""In which browsers somebody is; by the SHA-256 of what is in the cookie."""

tokens = table(
    "tokens",
    *key(hash=Bytes),
    *filled(Text, "id", "principal", "label", "scopes"),
    *filled(BigInteger, "created_at", "expires_at"),
    Index("tokens_id", "id", unique=True),
    Index("tokens_principal", "principal"),
)
"""What bots come in with; by the SHA-256 of the token. ``id`` is what its owner calls it by."""

ratings = table(
    "ratings",
    *key("table_id"),
    *key(round=Integer),
    *key("role"),
    Column("principal", Text, nullable=False, info=held(latest=False)),
    *filled(Text, "game"),
    *filled(BigInteger, "at"),
    *filled(Integer, "rank"),
    *filled(Double, "mean", "deviation", "shown"),
    *filled(Integer, "rounds", "won"),
    *filled(Boolean, "latest"),
    *filled(Text, "algorithm"),
    Index("ratings_latest", "principal", "game", unique=True, **where("latest AND principal <> ''")),
    Index("ratings_board", "game", "shown", "principal", **where("latest AND principal <> ''")),
    Index("ratings_course", "principal", "game", "at", "table_id", "round"),
)
"""What was believed of who played in a rated round after it: ``shown`` is what leaderboards go by, ``rounds`` and ``won`` count
up to it. The key has each seat of each round rated once, and of each person's ratings at a game one is the ``latest``."""
