"""Runs the migrations on a database file."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine


def config() -> Config:
    """Alembic's configuration, without a file: the scripts lie beside this one."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    made.set_main_option("recursive_version_locations", "true")
    return made


def knows(revision: str) -> bool:
    """Whether there is a migration of that name here; those of a newer program are missing."""
    try:
        return ScriptDirectory.from_config(config()).get_revision(revision) is not None
    except CommandError:
        return False


def upgrade(engine: Engine) -> None:
    """Bring the database to the newest migration, all of it or nothing."""
    try:
        with engine.begin() as connection:
            upgrade_within(connection)
    finally:
        engine.dispose()


def upgrade_within(connection: Connection) -> None:
    """The same, in an open transaction."""
    made = config()
    made.attributes["connection"] = connection
    command.upgrade(made, "head")
