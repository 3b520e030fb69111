"""``tables.seating``, which counts the changes of a table's seats, and the trigger that counts a rotation."""

import sqlalchemy as sa
from alembic import op

revision = "r3"
down_revision = "r2"

# A rotation moves each seat to another place, and so exactly one to the first.
_COUNT = "UPDATE tables SET seating = seating + 1 WHERE id = NEW.table_id;"

SQLITE = (f"CREATE TRIGGER seats_rotated AFTER UPDATE OF place ON seats WHEN NEW.place = 0 BEGIN {_COUNT} END",)
POSTGRES = (
    f"""CREATE FUNCTION seats_rotated() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN {_COUNT} RETURN NULL; END $$""",
    """CREATE TRIGGER seats_rotated AFTER UPDATE OF place ON seats FOR EACH ROW WHEN (NEW.place = 0)
    EXECUTE FUNCTION seats_rotated()""",
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("seating", sa.Integer(), server_default="1", nullable=False))
    for statement in SQLITE if op.get_bind().dialect.name == "sqlite" else POSTGRES:
        op.execute(statement)
