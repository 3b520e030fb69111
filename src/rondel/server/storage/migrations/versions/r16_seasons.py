"""The table ``season_ratings``, and the season of each rating: null in the rows that are there, which are counted later."""

import sqlalchemy as sa
from alembic import op

revision = "r16"
down_revision = "r15"


def upgrade() -> None:
    op.add_column("ratings", sa.Column("season", sa.Text()))
    uncounted = sa.text("season IS NULL")
    op.create_index(
        "ratings_uncounted", "ratings", ["at", "table_id", "round"], sqlite_where=uncounted, postgresql_where=uncounted
    )
    op.create_table(
        "season_ratings",
        *[sa.Column(name, sa.Text(), autoincrement=False, nullable=False) for name in ("season", "game", "principal")],
        *[sa.Column(name, sa.Double(), nullable=False) for name in ("mean", "deviation", "shown")],
        *[sa.Column(name, sa.Integer(), nullable=False) for name in ("settled", "rounds", "won", "drawn")],
        sa.PrimaryKeyConstraint("season", "game", "principal"),
        sqlite_with_rowid=False,
    )
    op.create_index("season_ratings_board", "season_ratings", ["game", "season", "settled", "shown", "principal"])
    op.create_index("season_ratings_principal", "season_ratings", ["principal", "season"])
