"""Tables for tournaments: what was announced, who takes part, and the games of each round."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, Text

from rondel.server.storage.schema.columns import PSEUDONYM, filled, held, key, table, where

tournaments = table(
    "tournaments",
    *key("id"),
    *filled(Text, "title", "game"),
    Column("host", Text, nullable=False, info=held()),
    *filled(Text, "state", "reason", "terms"),
    *filled(BigInteger, "created_at", "starts_at", "due_at"),
    Column("ended_at", BigInteger),
    *filled(Integer, "round", "rounds", "revision"),
    Index("tournaments_due", "due_at", **where("state IN ('open', 'running')")),
    Index("tournaments_ended", "ended_at", "id", **where("ended_at IS NOT NULL")),
    Index("tournaments_host", "host"),
)
"""One tournament. ``terms`` are `protocol.TournamentTerms` as JSON. ``state`` is ``open``, ``running``, ``ended`` or
``cancelled``, and ``reason`` why it was cancelled. ``round`` is the last one that was paired, of ``rounds``. ``due_at`` is
when somebody looks next: the start, or the next round. ``revision`` counts all changes; a round is stored only for the
revision it was paired from."""

entrants = table(
    "entrants",
    *key("tournament_id", number=Integer),
    Column("principal", Text, nullable=False, info=held(name=PSEUDONYM, state="withdrawn")),
    *filled(Text, "name", "state"),
    *filled(Integer, "seed"),
    *filled(Double, "rating"),
    *filled(BigInteger, "joined_at"),
    Index("entrants_principal", "tournament_id", "principal", unique=True, **where("principal <> ''")),
    Index("entrants_of", "principal"),
)
"""Who takes part. ``number`` is the order of joining. ``seed`` is the pairing number, 0 before the start. ``state`` is ``in``,
``paused``, ``withdrawn`` or ``removed``."""

tournament_games = table(
    "tournament_games",
    *key("tournament_id", round=Integer),
    *key(board=Integer, game=Integer),
    *filled(Text, "table_id", "players"),
    Column("points", Text),
    *filled(Boolean, "played"),
    *filled(BigInteger, "opened_at"),
    Column("ended_at", BigInteger),
    Index("tournament_games_table", "table_id"),
    Index("tournament_games_open", "tournament_id", **where("points IS NULL")),
)
"""The games of each round, ``game`` 1 or a repetition. ``players`` are the seeds in the order of the seats, and ``points``
those of each, as JSON; without points the game goes on. A bye has one player and no table; a forfeit has no table, or was not
``played`` at it."""
