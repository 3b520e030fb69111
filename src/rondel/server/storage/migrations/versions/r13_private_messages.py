"""The tables ``conversations`` and ``private_messages``, and the excerpts of reports."""

import sqlalchemy as sa
from alembic import op

revision = "r13"
down_revision = "r12"


def _key(name: str, kind: type[sa.Text] | type[sa.Integer] = sa.Text) -> sa.Column[object]:
    return sa.Column(name, kind(), autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "conversations",
        *[_key(name) for name in ("low", "high")],
        *[sa.Column(name, sa.Integer(), nullable=False) for name in ("last", "read_low", "read_high")],
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("low", "high"),
        sqlite_with_rowid=False,
    )
    op.create_index("conversations_high", "conversations", ["high"], unique=False)
    op.create_table(
        "private_messages",
        *[_key(name) for name in ("low", "high")],
        _key("number", sa.Integer),
        sa.Column("by_low", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        *[sa.Column(name, sa.Text(), nullable=False) for name in ("text", "client_id")],
        sa.PrimaryKeyConstraint("low", "high", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("private_messages_high", "private_messages", ["high"], unique=False)
    op.create_index("private_messages_client_id", "private_messages", ["low", "high", "by_low", "client_id"], unique=True)
    op.add_column("reports", sa.Column("excerpt", sa.Text(), server_default="", nullable=False))
