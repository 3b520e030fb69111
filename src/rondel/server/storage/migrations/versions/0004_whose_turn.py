"""Whom a table waits for after each answer, how a round ended, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_CHANGE = """
    UPDATE tables SET ended_at = CASE NEW.active WHEN '' THEN NEW.at END WHERE id = NEW.table_id;
    UPDATE seats SET over = (NEW.active = '') WHERE table_id = NEW.table_id;
"""
# Whether it is over is another after the answer than it was before. Rows that do not say whom it waits for change nothing.
_TURNS = """
    (NEW.active = '') <> coalesce(
        (SELECT prior.active = '' FROM answers AS prior WHERE prior.table_id = NEW.table_id AND prior.seq = NEW.seq - 1), {no})
"""
SQLITE = f"CREATE TRIGGER answers_over AFTER INSERT ON answers WHEN {_TURNS.format(no=0)} BEGIN {_CHANGE} END"
POSTGRES = (
    f"""CREATE FUNCTION answers_over() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF {_TURNS.format(no="false")} THEN {_CHANGE} END IF; RETURN NULL; END $$""",
    "CREATE TRIGGER answers_over AFTER INSERT ON answers FOR EACH ROW EXECUTE FUNCTION answers_over()",
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("active", sa.Text))
    op.add_column("tables", sa.Column("ended_at", sa.BigInteger))
    op.add_column("seats", sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("answers", sa.Column("active", sa.Text))
    op.add_column("answers", sa.Column("result", sa.Text))
    if op.get_bind().dialect.name == "sqlite":
        op.execute(SQLITE)
    else:
        for statement in POSTGRES:
            op.execute(statement)
