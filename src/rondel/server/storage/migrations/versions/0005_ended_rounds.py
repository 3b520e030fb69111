"""Where rounds ended is found without reading the log."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    over = sa.text("active = ''")
    op.create_index("answers_ended", "answers", ["table_id", "round", "seq"], sqlite_where=over, postgresql_where=over)
