"""``rondel bga``: projects for Board Game Arena Studio."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.commands.arguments import Json, Studio

bga = typer.Typer(
    help="Board Game Arena Studio: what a project's state machine says, what is wrong with it, and how it comes here.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@bga.command()
def check(
    path: Studio = Path(),
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, github (annotations) or json.")] = "text",
    fail_on: Annotated[
        str, typer.Option(metavar="SEVERITY", help="End with exit code 1 from this on: error, warning, note, or never.")
    ] = "error",
    as_json: Json = False,
) -> None:
    """Check a project: its states, texts and transitions, and its code against them.

    Prints every finding with file, line, severity, the fix and a stable code. An error breaks a table when the game comes by, a
    warning is most likely not meant, a note may be. Nothing is run, and nothing is changed. Exit code 1: there are errors.
    """
    from rondel.cli.bga import check as run

    run(path, form="json" if as_json else form, fail_on=fail_on)


@bga.command("import")
def bring(
    path: Studio,
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="The folder in which the files are written.")] = Path(),
    name: Annotated[str, typer.Option(metavar="NAME", help="What programs call the game; by default as the folder.")] = "",
    as_json: Json = False,
) -> None:
    """Bring the state machine of a project over: write a game, NAME.py, to be filled in, and NAME_porting.md.

    States, actions, transitions and texts are those of the project; methods are TODOs with their lines of PHP, none of which
    is run. NAME_porting.md says what is called what.

    With --json nothing is written, and the machine is printed: `states`, the pairs of id and state in the order of the file,
    with the keys and values that PHP would come to, `clienttranslate` removed; `supplied`, the states 1 and 99 where the file
    leaves them to the framework; and `unread`, what could not be read, with file, line and reason.
    """
    from rondel.cli.bga import bring as run

    run(path, as_json=as_json, folder=into, name=name)


@bga.command()
def walk(
    path: Studio = Path(),
    walks: Annotated[int, typer.Option(min=1, help="How many random games to walk through.")] = 1000,
    players: Annotated[int, typer.Option(min=1, help="How many sit at the table.")] = 3,
    leaving: Annotated[float, typer.Option(min=0, max=1, help="How likely each is to leave before a turn.")] = 0.05,
    seed: Annotated[int, typer.Option(help="Makes the walks the same each time.")] = 0,
    as_json: Json = False,
) -> None:
    """Walk through the state machine of a project at random, with players who leave.

    Prints how often each state was come to, which never, and where a player who has left stops the table. None of the project's
    code is run: a walk takes any transition there is. Exit code 1: a leaver stops the table somewhere.
    """
    from rondel.cli.bga import walk_over as run

    run(path, walks=walks, players=players, leaving=leaving, seed=seed, as_json=as_json)
