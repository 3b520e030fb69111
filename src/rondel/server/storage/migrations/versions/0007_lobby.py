"""What the lobby lists, and who played in rounds that have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_CHANGE = """
    UPDATE tables SET ended_at = CASE NEW.active WHEN '' THEN NEW.at END WHERE id = NEW.table_id;
    UPDATE seats SET over = (NEW.active = '') WHERE table_id = NEW.table_id;
    DELETE FROM results WHERE table_id = NEW.table_id AND round = NEW.round AND NOT settled;
    INSERT INTO results (table_id, round, role, holder, seq, at, rated)
        SELECT NEW.table_id, NEW.round, seats.role, seats.holder, NEW.seq, NEW.at, tables.rated
        FROM seats JOIN tables ON tables.id = seats.table_id
        WHERE seats.table_id = NEW.table_id AND seats.holder <> '' AND NEW.active = ''
        ON CONFLICT DO NOTHING;
"""
# Whether it is over is another after the answer than it was before. Rows that do not say whom it waits for change nothing.
_TURNS = """
    (NEW.active = '') <> coalesce(
        (SELECT prior.active = '' FROM answers AS prior WHERE prior.table_id = NEW.table_id AND prior.seq = NEW.seq - 1), {no})
"""
SQLITE = (
    "DROP TRIGGER answers_over",
    f"CREATE TRIGGER answers_over AFTER INSERT ON answers WHEN {_TURNS.format(no=0)} BEGIN {_CHANGE} END",
)
POSTGRES = (
    f"""CREATE OR REPLACE FUNCTION answers_over() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF {_TURNS.format(no="false")} THEN {_CHANGE} END IF; RETURN NULL; END $$""",
)


def upgrade() -> None:
    for name, default in (("public", sa.false()), ("rated", sa.false()), ("watchable", sa.true())):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=default))
    op.add_column("tables", sa.Column("pace", sa.Text, nullable=False, server_default="none"))
    op.add_column("tables", sa.Column("free", sa.Integer, nullable=False, server_default="0"))
    _index("tables_listed", "tables", "public AND ended_at IS NULL", "created_at id game free pace rated watchable")
    _index("seats_running", "seats", "holder <> '' AND NOT over", "holder table_id")
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("role", sa.Text, primary_key=True),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False, server_default=sa.false()),
        sqlite_with_rowid=False,
    )
    op.create_index("results_holder", "results", ["holder", "at", "table_id", "round", "role"])
    _index("results_due", "results", "rated AND NOT settled", "at table_id round")
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)


def _index(name: str, table: str, where: str, columns: str) -> None:
    op.create_index(name, table, columns.split(), sqlite_where=sa.text(where), postgresql_where=sa.text(where))
