"""People: guests, accounts and bots, their sessions and tokens, and whose seat is whose."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "principals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text),
        sa.Column("password", sa.Text),
        sa.Column("owner", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("principals_folded", "principals", ["folded"], unique=True)
    op.create_index("principals_owner", "principals", ["owner"])
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("principal", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("sessions_principal", "sessions", ["principal"])
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary, primary_key=True),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("principal", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_id", "tokens", ["id"], unique=True)
    op.create_index("tokens_principal", "tokens", ["principal"])
    op.add_column("seats", sa.Column("holder", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("badge", sa.Text, nullable=False, server_default=""))
    op.create_index("seats_holder", "seats", ["holder"])
