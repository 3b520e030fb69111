"""The tables ``push_subscriptions`` and ``arena_keys``."""

import sqlalchemy as sa
from alembic import op

revision = "r10"
down_revision = "r9"


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        *[sa.Column(name, sa.Text(), autoincrement=False, nullable=False) for name in ("id", "principal")],
        sa.Column("session", sa.LargeBinary(), nullable=False),
        *[sa.Column(name, sa.Text(), nullable=False) for name in ("endpoint", "public", "secret")],
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("push_subscriptions_principal", "push_subscriptions", ["principal"], unique=False)
    op.create_table(
        "arena_keys",
        sa.Column("name", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_with_rowid=False,
    )
