"""What people report of each other, and the moderators' log, of which nothing is changed or deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_COLUMNS = "id, at, moderator, deed, report, until, note"
_WORDS = "the log of the moderators is only ever added to"
SQLITE = (
    f"""CREATE TRIGGER moderation_unchanged BEFORE UPDATE OF {_COLUMNS} ON moderation
    BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END""",
    f"""CREATE TRIGGER moderation_kept BEFORE DELETE ON moderation
    BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END""",
)
POSTGRES = (
    f"""CREATE FUNCTION moderation_kept() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_WORDS}'; END $$""",
    f"""CREATE TRIGGER moderation_unchanged BEFORE UPDATE OF {_COLUMNS} ON moderation FOR EACH ROW
    EXECUTE FUNCTION moderation_kept()""",
    """CREATE TRIGGER moderation_kept BEFORE DELETE ON moderation FOR EACH ROW EXECUTE FUNCTION moderation_kept()""",
)


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    pending = sa.text("settled_at IS NULL")
    op.create_index("reports_open", "reports", ["at", "id"], sqlite_where=pending, postgresql_where=pending)
    op.create_index("reports_about", "reports", ["about"])
    op.create_index("reports_table", "reports", ["table_id"])
    op.create_table(
        "moderation",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("moderator", sa.Text, nullable=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("note", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("moderation_about", "moderation", ["about", "at"])
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)
