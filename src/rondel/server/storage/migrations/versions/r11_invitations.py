"""The table ``invitations`` of accounts to seats."""

import sqlalchemy as sa
from alembic import op

revision = "r11"
down_revision = "r10"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        *[sa.Column(name, sa.Text(), nullable=False) for name in ("table_id", "role", "inviter", "invited", "state")],
        *[sa.Column(name, sa.BigInteger(), nullable=False) for name in ("at", "expires_at")],
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    still = sa.text("state = 'open'")
    op.create_index(
        "invitations_invited",
        "invitations",
        ["invited", "expires_at"],
        unique=False,
        sqlite_where=still,
        postgresql_where=still,
    )
    op.create_index("invitations_inviter", "invitations", ["inviter", "at"], unique=False)
    op.create_index("invitations_table", "invitations", ["table_id"], unique=False)
