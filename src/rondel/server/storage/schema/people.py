"""Tables for principals, sessions, tokens and ratings, those of seasons included."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Text

from rondel.server.storage.schema.columns import Bytes, filled, held, key, owned, table, where

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
"""The known principals. ``folded`` is the `skeleton` of the name, ``password`` its argon2id hash, ``owner`` the account of a
bot."""

sessions = table(
    "sessions",
    *key(hash=Bytes),
    *filled(Text, "principal"),
    *filled(BigInteger, "created_at", "used_at"),
    Index("sessions_principal", "principal"),
)
"""The sessions of browsers, by the SHA-256 of the cookie's value."""

tokens = table(
    "tokens",
    *key(hash=Bytes),
    *filled(Text, "id", "principal", "label", "scopes"),
    *filled(BigInteger, "created_at", "expires_at"),
    Index("tokens_id", "id", unique=True),
    Index("tokens_principal", "principal"),
)
"""The tokens of bots, by their SHA-256. ``id`` is shown to the owner."""

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
    Column("drawn", Integer, nullable=False, server_default="0"),
    Column("settled", Integer, nullable=False, server_default="0"),
    *filled(Boolean, "latest"),
    *filled(Text, "algorithm"),
    Column("season", Text),
    Index("ratings_latest", "principal", "game", unique=True, **where("latest AND principal <> ''")),
    Index("ratings_board", "game", "settled", "shown", "principal", **where("latest AND principal <> ''")),
    Index("ratings_course", "principal", "game", "at", "table_id", "round"),
    Index("ratings_uncounted", "at", "table_id", "round", **where("season IS NULL")),
)
"""The ratings after each rated round: leaderboards order by ``settled`` (0 for a provisional rating) and ``shown`` (points);
``rounds``, ``won`` and ``drawn`` count up to it. The key has one
rating per seat and round, and of a principal's ratings at a game one is the ``latest``. ``season`` names the season that the
round is counted in; it is null until then, and empty where there are no seasons."""

season_ratings = table(
    "season_ratings",
    *key("season", "game"),
    Column("principal", Text, primary_key=True, autoincrement=False, info=owned()),
    *filled(Double, "mean", "deviation", "shown"),
    *filled(Integer, "settled", "rounds", "won", "drawn"),
    Index("season_ratings_board", "game", "season", "settled", "shown", "principal"),
    Index("season_ratings_principal", "principal", "season"),
)
"""The rating of each account at each game by the rounds of one season, with its columns as in ``ratings``. It is derived from
the rows of ``ratings`` that name the season."""
