"""The random id of the arena, by which its database is told from another's."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    made = op.create_table("identity", sa.Column("id", sa.Text, primary_key=True), sqlite_with_rowid=False)
    op.bulk_insert(made, [{"id": secrets.token_hex(8)}])
