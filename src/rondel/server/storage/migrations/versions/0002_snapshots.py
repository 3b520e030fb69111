"""Snapshots, digests, the rules' version, and what is wrong with a table."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("fault", sa.Text))
    op.add_column("answers", sa.Column("digest", sa.LargeBinary))
    op.add_column("answers", sa.Column("data", sa.Text))
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
