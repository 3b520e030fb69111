"""The table ``vacations``."""

import sqlalchemy as sa
from alembic import op

revision = "r14"
down_revision = "r13"


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("principal", sa.Text(), autoincrement=False, nullable=False),
        *[sa.Column(name, sa.BigInteger(), nullable=False) for name in ("saved", "at", "until")],
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("principal"),
        sqlite_with_rowid=False,
    )
    op.create_index("vacations_until", "vacations", ["until"], unique=False)
