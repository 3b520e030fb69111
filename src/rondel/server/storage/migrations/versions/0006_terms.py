"""The terms on which people play at a table, and who has made it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("terms", sa.Text, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("host", sa.Text, nullable=False, server_default=""))
