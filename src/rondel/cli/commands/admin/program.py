"""The program ``rondel admin``: its commands, in the order in which help lists them.

Exit code 0: success. 1: a fault, or the command could not run. 2: wrong usage. Annotations are evaluated
for the reason given in `rondel.cli.commands`.
"""

import typer

from rondel.cli.commands.admin.accounts import password
from rondel.cli.commands.admin.backups import backup, compact, restore
from rondel.cli.commands.admin.nodes import nodes
from rondel.cli.commands.admin.reports import actions, reports, settle
from rondel.cli.commands.admin.sanctions import cancel, remove, suspend, unsuspend, warn
from rondel.cli.commands.admin.tables import forget, repair, table, tables, verify
from rondel.cli.commands.admin.vacation import vacation
from rondel.extras import need

admin = typer.Typer(
    help="For hosts: contents, verification by replay, repair, backups and reports of an arena, running or not.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@admin.callback()
def _before() -> None:
    need("server")


_BY_ID = (table, verify, repair, forget)
"""Commands that take the id of a table, which may begin with a hyphen."""

_KEPT = (tables, table, verify, repair, backup, restore, forget, compact)
_CONDUCT = (reports, settle, actions, warn, suspend, unsuspend, cancel, remove, vacation)
for _command in (*_KEPT, *_CONDUCT, password, nodes):
    admin.command(context_settings={"ignore_unknown_options": True} if _command in _BY_ID else None)(_command)
