"""The table ``throttles`` of rate limits that the nodes of a PostgreSQL database share."""

from alembic import op

revision = "r4"
down_revision = "r3"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE UNLOGGED TABLE throttles (key bytea PRIMARY KEY, full_at bigint NOT NULL)")
