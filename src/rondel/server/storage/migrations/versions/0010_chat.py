"""What was said at tables, and who is to say no more."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "chat",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("channel", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("badge", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("client_id", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    known = sa.text("author <> ''")
    columns = ["table_id", "author", "client_id"]
    op.create_index("chat_client_id", "chat", columns, unique=True, sqlite_where=known, postgresql_where=known)
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("author", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
