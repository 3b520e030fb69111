"""The tables ``contacts``, ``mail_links`` and ``outbox`` of notifications."""

import sqlalchemy as sa
from alembic import op

revision = "r7"
down_revision = "r6"


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), autoincrement=False, nullable=False)


def _time(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "contacts",
        *[_text(name) for name in ("principal", "address", "lang", "settings", "unsubscribe")],
        _time("confirmed_at", nullable=True),
        sa.PrimaryKeyConstraint("principal"),
        sqlite_with_rowid=False,
    )
    named = sa.text("address <> ''")
    op.create_index("contacts_address", "contacts", ["address"], unique=False, sqlite_where=named, postgresql_where=named)
    op.create_index("contacts_unsubscribe", "contacts", ["unsubscribe"], unique=True)
    op.create_table(
        "mail_links",
        sa.Column("hash", sa.LargeBinary(), autoincrement=False, nullable=False),
        *[_text(name) for name in ("principal", "purpose", "address")],
        _time("expires_at"),
        sa.PrimaryKeyConstraint("hash"),
        sqlite_with_rowid=False,
    )
    op.create_index("mail_links_principal", "mail_links", ["principal"], unique=False)
    op.create_table(
        "outbox",
        *[_text(name) for name in ("principal", "table_id")],
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        *[_text(name) for name in ("kind", "channel", "role", "state", "message")],
        *[_time(name) for name in ("at", "due_at", "claimed_until")],
        sa.Column("tries", sa.Integer(), nullable=False),
        _time("sent_at", nullable=True),
        sa.PrimaryKeyConstraint("principal", "table_id", "turn", "kind", "channel"),
        sqlite_with_rowid=False,
    )
    still = sa.text("state IN ('waiting', 'sending')")
    op.create_index("outbox_open", "outbox", ["due_at"], unique=False, sqlite_where=still, postgresql_where=still)
    op.create_index("outbox_sent", "outbox", ["principal", "channel", "sent_at"], unique=False)
