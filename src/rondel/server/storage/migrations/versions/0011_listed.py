"""The index of the lobby holds all that it looks for, so that what is not shown is passed over without being fetched."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    shown = sa.text("public AND ended_at IS NULL")
    op.drop_index("tables_listed", "tables")
    columns = ["created_at", "id", "game", "free", "pace", "rated", "watchable", "public", "ended_at"]
    op.create_index("tables_listed", "tables", columns, sqlite_where=shown, postgresql_where=shown)
