"""The table ``webhooks``."""

import sqlalchemy as sa
from alembic import op

revision = "r12"
down_revision = "r11"


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("principal", sa.Text(), autoincrement=False, nullable=False),
        *[sa.Column(name, sa.Text(), nullable=False) for name in ("url", "secret", "ended")],
        *[sa.Column(name, sa.Integer(), nullable=False) for name in ("failures", "status")],
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("principal"),
        sqlite_with_rowid=False,
    )
