"""Draws beside the rounds won, and ratings on the scale that people know."""

import sqlalchemy as sa
from alembic import op

revision = "r2"
down_revision = "r1"

# A round in which nobody was behind was drawn; it had been counted as won.
_DRAWN = """
    UPDATE ratings SET drawn = (
        SELECT count(*) FROM ratings AS earlier
        WHERE earlier.principal = ratings.principal AND earlier.game = ratings.game AND earlier.rounds <= ratings.rounds
        AND NOT EXISTS (
            SELECT 1 FROM ratings AS behind
            WHERE behind.table_id = earlier.table_id AND behind.round = earlier.round AND behind.rank > 1
        )
    ) WHERE principal <> ''
"""
_WON = "UPDATE ratings SET won = won - drawn"
# The scale of `rondel.rating`, which this migration must not follow when it changes.
_POINTS = """
    UPDATE ratings SET shown = 1500 + (mean - 25) * 29.480887025826018,
    settled = CASE WHEN deviation * 29.480887025826018 > 190 THEN 0 ELSE 1 END
"""


def upgrade() -> None:
    op.drop_index("ratings_board", "ratings")
    for name in ("drawn", "settled"):
        op.add_column("ratings", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    for statement in (_DRAWN, _WON, _POINTS):
        op.execute(statement)
    op.create_index(
        "ratings_board",
        "ratings",
        ["game", "settled", "shown", "principal"],
        unique=False,
        sqlite_where=sa.text("latest AND principal <> ''"),
        postgresql_where=sa.text("latest AND principal <> ''"),
    )
