"""The tables ``tournaments``, ``entrants`` and ``tournament_games``."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "r9"
down_revision = "r8"


def _key(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind(), autoincrement=False, nullable=False)


def _filled(kind: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind(), nullable=False) for name in names]


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def upgrade() -> None:
    op.create_table(
        "tournaments",
        _key("id", sa.Text),
        *_filled(sa.Text, "title", "game", "host", "state", "reason", "terms"),
        *_filled(sa.BigInteger, "created_at", "starts_at", "due_at"),
        sa.Column("ended_at", sa.BigInteger()),
        *_filled(sa.Integer, "round", "rounds", "revision"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("tournaments_due", "tournaments", ["due_at"], **_where("state IN ('open', 'running')"))
    op.create_index("tournaments_ended", "tournaments", ["ended_at", "id"], **_where("ended_at IS NOT NULL"))
    op.create_index("tournaments_host", "tournaments", ["host"])
    op.create_table(
        "entrants",
        _key("tournament_id", sa.Text),
        _key("number", sa.Integer),
        *_filled(sa.Text, "principal", "name", "state"),
        *_filled(sa.Integer, "seed"),
        *_filled(sa.Double, "rating"),
        *_filled(sa.BigInteger, "joined_at"),
        sa.PrimaryKeyConstraint("tournament_id", "number"),
        sqlite_with_rowid=False,
    )
    theirs = _where("principal <> ''")
    op.create_index("entrants_principal", "entrants", ["tournament_id", "principal"], unique=True, **theirs)
    op.create_index("entrants_of", "entrants", ["principal"])
    op.create_table(
        "tournament_games",
        _key("tournament_id", sa.Text),
        *[_key(name, sa.Integer) for name in ("round", "board", "game")],
        *_filled(sa.Text, "table_id", "players"),
        sa.Column("points", sa.Text()),
        *_filled(sa.Boolean, "played"),
        *_filled(sa.BigInteger, "opened_at"),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", "game"),
        sqlite_with_rowid=False,
    )
    op.create_index("tournament_games_table", "tournament_games", ["table_id"])
    op.create_index("tournament_games_open", "tournament_games", ["tournament_id"], **_where("points IS NULL"))
