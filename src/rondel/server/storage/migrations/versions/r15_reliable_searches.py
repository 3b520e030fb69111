"""The columns ``least`` and ``reliable`` of ``searches``: the reliability that a search asks for, and that of who searches."""

from alembic import op

revision = "r15"
down_revision = "r14"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            """ALTER TABLE searches ADD COLUMN least integer NOT NULL DEFAULT 0,
            ADD COLUMN reliable integer NOT NULL DEFAULT 100"""
        )
