"""All tables, and the triggers that update the columns derived from answers."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "r1"
down_revision = None


# -- whether a round is over, and its results
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
_OVER_SQLITE = (f"CREATE TRIGGER answers_over AFTER INSERT ON answers WHEN {_TURNS.format(no=0)} BEGIN {_CHANGE} END",)
_OVER_POSTGRES = (
    f"""CREATE FUNCTION answers_over() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF {_TURNS.format(no="false")} THEN {_CHANGE} END IF; RETURN NULL; END $$""",
    "CREATE TRIGGER answers_over AFTER INSERT ON answers FOR EACH ROW EXECUTE FUNCTION answers_over()",
)

# -- seats that move on with the next round
_COUNT = "(SELECT count(*) FROM seats WHERE table_id = NEW.table_id)"
# First aside, and then each to where the next one was: places and roles are unique at every moment.
_MOVE = f"""
    UPDATE tables SET host = (
        SELECT next.role FROM seats AS here JOIN seats AS next
        ON next.table_id = here.table_id AND next.place = (here.place + 1) % {_COUNT}
        WHERE here.table_id = NEW.table_id AND here.role = tables.host
    ) WHERE id = NEW.table_id AND host <> '';
    UPDATE seats SET place = -1 - place, role = '~' || role WHERE table_id = NEW.table_id;
    UPDATE seats SET place = -1 - there.place, role = there.role
        FROM (SELECT place, substr(role, 2) AS role FROM seats WHERE table_id = NEW.table_id) AS there
        WHERE seats.table_id = NEW.table_id AND there.place = -1 - (-seats.place) % {_COUNT};
"""  # noqa: S608 - constants
_ROTATES = "SELECT 1 FROM tables WHERE id = NEW.table_id AND {flag}"
_ROTATED_SQLITE = (
    f"""CREATE TRIGGER answers_rotated AFTER INSERT ON answers
    WHEN NEW.kind = 'again' AND EXISTS ({_ROTATES.format(flag="json_extract(terms, '$.rotate')")})
    BEGIN {_MOVE} END""",
)
_ROTATED_POSTGRES = (
    f"""CREATE FUNCTION answers_rotated() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF EXISTS ({_ROTATES.format(flag="(terms::jsonb ->> 'rotate')::boolean")}) THEN {_MOVE} END IF;
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER answers_rotated AFTER INSERT ON answers FOR EACH ROW WHEN (NEW.kind = 'again')
    EXECUTE FUNCTION answers_rotated()""",
)

# -- the log of the moderators
_COLUMNS = "id, at, moderator, kind, report, until, note"
_WORDS = "the log of the moderators is only ever added to"
_KEPT_SQLITE = (
    f"""CREATE TRIGGER moderation_unchanged BEFORE UPDATE OF {_COLUMNS} ON moderation
    BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END""",
    f"""CREATE TRIGGER moderation_kept BEFORE DELETE ON moderation
    BEGIN SELECT RAISE(ABORT, '{_WORDS}'); END""",
)
_KEPT_POSTGRES = (
    f"""CREATE FUNCTION moderation_kept() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '{_WORDS}'; END $$""",
    f"""CREATE TRIGGER moderation_unchanged BEFORE UPDATE OF {_COLUMNS} ON moderation FOR EACH ROW
    EXECUTE FUNCTION moderation_kept()""",
    """CREATE TRIGGER moderation_kept BEFORE DELETE ON moderation FOR EACH ROW EXECUTE FUNCTION moderation_kept()""",
)

SQLITE = (*_OVER_SQLITE, *_ROTATED_SQLITE, *_KEPT_SQLITE)
POSTGRES = (*_OVER_POSTGRES, *_ROTATED_POSTGRES, *_KEPT_POSTGRES)


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=True),
        sa.Column("data", sa.Text(), nullable=True),
        sa.Column("active", sa.Text(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_index("answers_client_id", "answers", ["table_id", "role", "client_id"], unique=True)
    op.create_index(
        "answers_ended",
        "answers",
        ["table_id", "round", "seq"],
        unique=False,
        sqlite_where=sa.text("active = ''"),
        postgresql_where=sa.text("active = ''"),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("badge", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "channel", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "chat_client_id",
        "chat",
        ["table_id", "author", "client_id"],
        unique=True,
        sqlite_where=sa.text("author <> ''"),
        postgresql_where=sa.text("author <> ''"),
    )
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("deadlines_at", "deadlines", ["at"], unique=False)
    made = op.create_table(
        "identity",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "moderation",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moderator", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("moderation_about", "moderation", ["about", "at"], unique=False)
    op.create_table(
        "mutes",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("since"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "principals",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("principals_folded", "principals", ["folded"], unique=True)
    op.create_index("principals_owner", "principals", ["owner"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("principal", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("mean", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("shown", sa.Double(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("latest", sa.Boolean(), nullable=False),
        sa.Column("algorithm", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round", "role"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ratings_board",
        "ratings",
        ["game", "shown", "principal"],
        unique=False,
        sqlite_where=sa.text("latest AND principal <> ''"),
        postgresql_where=sa.text("latest AND principal <> ''"),
    )
    op.create_index("ratings_course", "ratings", ["principal", "game", "at", "table_id", "round"], unique=False)
    op.create_index(
        "ratings_latest",
        "ratings",
        ["principal", "game"],
        unique=True,
        sqlite_where=sa.text("latest AND principal <> ''"),
        postgresql_where=sa.text("latest AND principal <> ''"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("reporter", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index("reports_about", "reports", ["about"], unique=False)
    op.create_index(
        "reports_open",
        "reports",
        ["at", "id"],
        unique=False,
        sqlite_where=sa.text("settled_at IS NULL"),
        postgresql_where=sa.text("settled_at IS NULL"),
    )
    op.create_index("reports_table", "reports", ["table_id"], unique=False)
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "round", "role"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "results_due",
        "results",
        ["at", "table_id", "round"],
        unique=False,
        sqlite_where=sa.text("rated AND NOT settled"),
        postgresql_where=sa.text("rated AND NOT settled"),
    )
    op.create_index("results_holder", "results", ["holder", "at", "table_id", "round", "role"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(), autoincrement=False, nullable=False),
        sa.Column("principal", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
        sqlite_with_rowid=False,
    )
    op.create_index("sessions_principal", "sessions", ["principal"], unique=False)
    op.create_table(
        "set_aside",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("cut_at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "cut_at", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("invite_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.Column("active", sa.Text(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("terms", sa.Text(), server_default="{}", nullable=False),
        sa.Column("host", sa.Text(), server_default="", nullable=False),
        sa.Column("public", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("watchable", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("pace", sa.Text(), server_default="none", nullable=False),
        sa.Column("free", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "tables_fault",
        "tables",
        ["id"],
        unique=False,
        sqlite_where=sa.text("fault IS NOT NULL"),
        postgresql_where=sa.text("fault IS NOT NULL"),
    )
    op.create_index(
        "tables_listed",
        "tables",
        ["created_at", "id", "game", "free", "pace", "rated", "watchable", "public", "ended_at"],
        unique=False,
        sqlite_where=sa.text("public AND ended_at IS NULL"),
        postgresql_where=sa.text("public AND ended_at IS NULL"),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.LargeBinary(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("principal", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_id", "tokens", ["id"], unique=True)
    op.create_index("tokens_principal", "tokens", ["principal"], unique=False)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=True),
        sa.Column("holder", sa.Text(), server_default="", nullable=False),
        sa.Column("badge", sa.Text(), server_default="", nullable=False),
        sa.Column("over", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("conditional_moves", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "place"),
        sa.UniqueConstraint("table_id", "role", name="seats_role"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_holder", "seats", ["holder"], unique=False)
    op.create_index(
        "seats_running",
        "seats",
        ["holder", "table_id"],
        unique=False,
        sqlite_where=sa.text("holder <> '' AND NOT over"),
        postgresql_where=sa.text("holder <> '' AND NOT over"),
    )
    op.create_index("seats_token", "seats", ["token_hash"], unique=True)
    op.bulk_insert(made, [{"id": secrets.token_hex(8)}])  # the id of this arena
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)
