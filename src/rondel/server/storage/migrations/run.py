"""Runs the migrations on a database file."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine

UnknownRevision = CommandError


def config() -> Config:
    """Alembic's configuration, without a file: the scripts lie beside this one."""
    made = Config()
    made.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return made


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
