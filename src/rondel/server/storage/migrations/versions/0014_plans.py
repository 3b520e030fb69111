"""What the holder of a seat will answer, as long as the others answer as foreseen."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("seats", sa.Column("plan", sa.Text, nullable=False, server_default=""))
