"""The table ``searches`` of quick match, which the nodes of a PostgreSQL database share."""

from alembic import op

revision = "r6"
down_revision = "r5"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            """CREATE UNLOGGED TABLE searches (
                who text PRIMARY KEY, name text NOT NULL, badge text NOT NULL, pool text NOT NULL, rating float8 NOT NULL,
                origin text NOT NULL, table_id text NOT NULL, since float8 NOT NULL, seen_at float8 NOT NULL
            )"""
        )
