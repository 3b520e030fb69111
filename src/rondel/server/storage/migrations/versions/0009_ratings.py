"""Ratings, with all that they came from."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
        sa.Column("principal", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("shown", sa.Double, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("latest", sa.Boolean, nullable=False),
        sa.Column("algorithm", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    now = sa.text("latest AND principal <> ''")
    op.create_index("ratings_latest", "ratings", ["principal", "game"], unique=True, sqlite_where=now, postgresql_where=now)
    op.create_index("ratings_board", "ratings", ["game", "shown", "principal"], sqlite_where=now, postgresql_where=now)
    op.create_index("ratings_course", "ratings", ["principal", "game", "at", "table_id", "round"])
