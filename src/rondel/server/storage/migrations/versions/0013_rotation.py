"""Where the terms say so, who sits at a table moves on by one seat as the next round begins."""

from alembic import op

revision = "0013"
down_revision = "0012"

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
SQLITE = (
    f"""CREATE TRIGGER answers_rotated AFTER INSERT ON answers
    WHEN NEW.kind = 'again' AND EXISTS ({_ROTATES.format(flag="json_extract(terms, '$.rotate')")})
    BEGIN {_MOVE} END""",
)
POSTGRES = (
    f"""CREATE FUNCTION answers_rotated() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
        IF EXISTS ({_ROTATES.format(flag="(terms::jsonb ->> 'rotate')::boolean")}) THEN {_MOVE} END IF;
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER answers_rotated AFTER INSERT ON answers FOR EACH ROW WHEN (NEW.kind = 'again')
    EXECUTE FUNCTION answers_rotated()""",
)


def upgrade() -> None:
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)
