"""The ``rondel`` command: its commands in the order of the help, and its entry point.

Exit code 0: success. 1: the command ran and found a fault. 2: wrong usage.
"""

from __future__ import annotations

import platform
from typing import Annotated

import typer

from rondel import __version__
from rondel.cli.commands.admin import admin
from rondel.cli.commands.bga import bga
from rondel.cli.commands.check import check
from rondel.cli.commands.compile import compile_game
from rondel.cli.commands.dev import dev
from rondel.cli.commands.diagram import diagram
from rondel.cli.commands.games import games
from rondel.cli.commands.new import new
from rondel.cli.commands.play import play
from rondel.cli.commands.replay import replay
from rondel.cli.commands.search.perft import perft
from rondel.cli.commands.search.solve import solve
from rondel.cli.commands.search.tree import tree
from rondel.cli.commands.serve import serve
from rondel.cli.commands.site import site
from rondel.cli.commands.tournament import tournament
from rondel.cli.exit_codes import code_of, end
from rondel.errors import RondelError
from rondel.installation import BrokenInstallation, is_compiled

app = typer.Typer(
    name="rondel",
    help="Write the rules of a board game once, in plain Python, and play them anywhere.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _say_version(wanted: bool) -> None:
    if wanted:
        build = "compiled" if is_compiled() else "interpreted"
        print(f"rondel {__version__}, {build}, Python {platform.python_version()} on {platform.system()} {platform.machine()}")
        raise typer.Exit


@app.callback()
def _before(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


for command in (games, new, play, dev, serve, site, check, compile_game, perft, tree, solve, replay, diagram, tournament):
    app.command(command.__name__.removesuffix("_game"))(command)
app.add_typer(bga, name="bga")
app.add_typer(admin, name="admin")


def main() -> None:
    """Run the command with the arguments of the process; ends it with the exit code."""
    try:
        app(prog_name="rondel")
    except RondelError as error:
        end(error, code_of(error))
    except BrokenInstallation as error:
        end(error, 2)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        from rondel.fault import in_rules, told

        if not in_rules(error):
            raise  # A fault of ours: its traceback helps to mend it.
        end(f"the rules of the game broke down: {told(error)}", 1)
