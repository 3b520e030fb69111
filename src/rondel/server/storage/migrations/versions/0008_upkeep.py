"""Answers that were moved aside, and the faulted tables found without looking at the others."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "set_aside",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("cut_at", sa.BigInteger, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    faulted = sa.text("fault IS NOT NULL")
    op.create_index("tables_fault", "tables", ["id"], sqlite_where=faulted, postgresql_where=faulted)
