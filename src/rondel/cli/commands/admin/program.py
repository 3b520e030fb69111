"""The program ``rondel admin``: its commands, in the order in which help lists them.

Exit code 0: all is well, or done. 1: something is wrong, or was not done. 2: it was called wrongly. Annotations are evaluated,
and not kept as texts, for the reason told in `rondel.cli.commands`.
"""

import typer

from rondel.cli.commands.admin.accounts import password
from rondel.cli.commands.admin.backups import backup, compact, restore
from rondel.cli.commands.admin.reports import deeds, reports, settle
from rondel.cli.commands.admin.tables import forget, repair, table, tables, verify
from rondel.extras import need

admin = typer.Typer(
    help="For hosts: what is in an arena, whether all of it replays, repair, backups, reports; while the arena runs or not.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@admin.callback()
def _before() -> None:
    need("server")


_BY_ID = (table, verify, repair, forget)
"""Commands that take the id of a table, which may begin with a hyphen."""

for _command in (tables, table, verify, repair, backup, restore, forget, compact, reports, settle, deeds, password):
    admin.command(context_settings={"ignore_unknown_options": True} if _command in _BY_ID else None)(_command)
