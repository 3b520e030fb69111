"""The tables ``follows``, ``blocks`` and ``online`` of the company that accounts keep."""

import sqlalchemy as sa
from alembic import op

revision = "r8"
down_revision = "r7"


def _account(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), autoincrement=False, nullable=False)


def upgrade() -> None:
    for name, one, other in (("follows", "follower", "followed"), ("blocks", "blocker", "blocked")):
        op.create_table(
            name,
            _account(one),
            _account(other),
            sa.Column("at", sa.BigInteger(), nullable=False),
            sa.PrimaryKeyConstraint(one, other),
            sqlite_with_rowid=False,
        )
        op.create_index(f"{name}_{other}", name, [other], unique=False)
    op.create_table(
        "online",
        _account("principal"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("principal"),
        sqlite_with_rowid=False,
    )
