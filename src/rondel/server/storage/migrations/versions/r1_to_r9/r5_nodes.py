"""The tables ``nodes`` and ``attendance``, the node of an outage, and the answer at which a deadline was set."""

import sqlalchemy as sa
from alembic import op

revision = "r5"
down_revision = "r4"

# SQLite cannot change the key of a table. Its integrity check finds fault where the columns of the key are not the first.
SQLITE = (
    """CREATE TABLE outages_of_nodes (since BIGINT NOT NULL, node TEXT DEFAULT '' NOT NULL, until BIGINT NOT NULL,
    PRIMARY KEY (since, node)) WITHOUT ROWID""",
    "INSERT INTO outages_of_nodes (since, until) SELECT since, until FROM outages",
    "DROP TABLE outages",
    "ALTER TABLE outages_of_nodes RENAME TO outages",
)
# Until when an arena was up that one node kept: what comes after is an outage, as after any other node.
POSTGRES = (
    "ALTER TABLE outages ADD COLUMN node text DEFAULT '' NOT NULL",
    "ALTER TABLE outages DROP CONSTRAINT outages_pkey, ADD PRIMARY KEY (since, node)",
    """INSERT INTO nodes (id, name, began_at, seen_at, missed, is_blind)
    SELECT 'r4', '', at, at, 0, false FROM marks WHERE name = 'up'""",
)


def upgrade() -> None:
    op.create_table(
        "nodes",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("is_blind", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "attendance",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("role", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("node", sa.Text(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "role", "node"),
        sqlite_with_rowid=False,
    )
    op.create_index("attendance_node", "attendance", ["node"], unique=False)
    op.add_column("deadlines", sa.Column("seq", sa.Integer(), server_default="0", nullable=False))
    op.add_column("deadlines", sa.Column("claimed_until", sa.BigInteger(), server_default="0", nullable=False))
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)
    op.create_index("outages_until", "outages", ["until"], unique=False)
