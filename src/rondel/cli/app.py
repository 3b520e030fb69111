"""The surface of the ``rondel`` command: its commands, their options and help, and the exit codes.

Exit code 0: all is well. 1: it was done, and found something wrong. 2: it was called wrongly. What a command does is in the
module of its name, imported when it is called, so that ``rondel --help`` is quick.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from rondel.cli.admin import admin
from rondel.errors import BadOption, RondelError, UnknownGame, UnknownRole

app = typer.Typer(
    name="rondel",
    help="Write the rules of a board game once, in plain Python, and play them anywhere.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

bga = typer.Typer(
    help="Board Game Arena Studio: what a project's state machine says, what is wrong with it, and how it comes here.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(bga, name="bga")
app.add_typer(admin, name="admin")

CALLED_WRONGLY: Final = (UnknownGame, BadOption, UnknownRole)
"""Errors that are about what was typed, and not about what was found."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name (see `rondel games`), or a Python file with one.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
Seats = Annotated[int | None, typer.Option(help="The number of players, where the game leaves a choice.")]
Lang = Annotated[
    str,
    typer.Option(
        envvar=["LC_ALL", "LC_MESSAGES", "LANG"],
        show_envvar=False,
        show_default=False,
        help="The language to speak (en, de, ja); by default the environment's, or English where that is not there.",
    ),
]
Show = Annotated[
    bool | None,
    typer.Option("--open/--no-open", help="Open the browser, or not; by default where there is a screen.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Studio = Annotated[
    Path, typer.Argument(metavar="PATH", help="The folder of a project for Board Game Arena Studio, or its states.inc.php.")
]


def main() -> None:
    """Run the command with the arguments of the process; ends it with the exit code."""
    try:
        app(prog_name="rondel")
    except CALLED_WRONGLY as error:
        _end(error, 2)
    except RondelError as error:
        _end(error, 2 if error.code == "unknown_bot" else 1)
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception as error:
        from rondel.cli.fault import in_rules, told

        if not in_rules(error):
            raise  # A fault of ours: its traceback helps to mend it.
        sys.stderr.write(f"rondel: the rules of the game broke down: {told(error)}\n")
        raise SystemExit(1) from None


def _end(error: Exception | str, code: int) -> None:
    sys.stderr.write(f"rondel: {error}\n")
    raise SystemExit(code) from None


def _called() -> str:
    """What to type to run this command again: its name, or where it is when its name alone would not find it."""
    import os
    import shutil

    own = Path(sys.argv[0])
    if own.name != "rondel" or shutil.which("rondel") == str(own):
        return "rondel"
    return os.path.relpath(own)  # `make play` starts the one in .venv


@app.command()
def games(
    lang: Lang = "",
    long: Annotated[bool, typer.Option("--long", help="Say also what each is about.")] = False,
    as_json: Json = False,
) -> None:
    """List the games there are.

    For how many each is, the least and the most answers it takes, and whether anything in it is hidden or random; a dash
    stands for what a game does not say, and for a length without an end.
    """
    from rondel.cli.games import games as run

    run(lang=lang, long=long, as_json=as_json)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What programs call it: small letters, digits and _.")],
    folder: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which the files are written.")] = Path(),
) -> None:
    """Begin a game of your own: write a small one that works, NAME.py, and its test, test_NAME.py."""
    from rondel.cli.new import new as run

    run(name, folder)


@app.command()
def play(
    game: GameName,
    role: Annotated[str, typer.Option("--as", metavar="ROLE", help="The role you play; `none` to watch.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who plays the other roles: level:1 to level:5, random, greedy, mcts, mcts:500 (simulations), mcts:2s "
            "(seconds), policy:FILE, or person (at this terminal); several, separated by commas, in the order of the seats. "
            "By default level:3, or random in a game of your own that hides something.",
        ),
    ] = "",
    seed: Annotated[int | None, typer.Option(help="Makes chance and the bots' luck the same each time.")] = None,
    option: Options = None,
    seats: Seats = None,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Write the record of the game to this file; with --web that of the last game, when the server is stopped."
        ),
    ] = None,
    lang: Lang = "",
    web: Annotated[bool, typer.Option("--web", help="Play in the browser instead; the address is printed.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --web, the port; a free one if it is in use.")] = 8000,
    show: Show = None,
) -> None:
    """Play a game in the terminal, or with --web in the browser."""
    if not web:
        from rondel.cli.play import play as run

        run(game, role=role, against=against, seed=seed, options=option or [], seats=seats, record=record, lang=lang)
        return
    from rondel.cli.web import web as run_web
    from rondel.server import CannotServe, NoSuchTable

    try:
        run_web(
            game,
            role=role,
            against=against,
            seed=seed,
            options=option or [],
            seats=seats,
            record=record,
            port=port,
            show=show,
            lang=lang,
        )
    except CannotServe as error:
        _end(error, 2 if isinstance(error, NoSuchTable) else 1)


@app.command()
def dev(
    game: Annotated[
        str, typer.Argument(metavar="FILE", help="A Python file with a game, a package's folder, or a module's dotted name.")
    ],
    role: Annotated[str, typer.Option("--as", metavar="ROLE", help="The role you play against others; `none` to watch.")] = "",
    against: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who plays the other roles: level:1 to level:5, random, greedy, mcts, or person; several, separated by "
            "commas. By default person: you play every role.",
        ),
    ] = "",
    option: Options = None,
    seats: Seats = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; a free one is taken if it is in use.")] = 8000,
    show: Show = None,
) -> None:
    """Try a game while you write it: a table in the browser that follows every change of the file.

    Whenever the file is saved, what was played is played again under the new rules. What no longer fits, and what is wrong in
    the file, is said on the page and here.
    """
    from rondel.cli.dev import dev as run
    from rondel.server import CannotServe, NoSuchTable

    try:
        run(game, role=role, against=against, options=option or [], seats=seats, port=port, show=show)
    except CannotServe as error:
        _end(error, 2 if isinstance(error, NoSuchTable) else 1)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; a free one is taken if it is in use.")] = 8000,
    data: Annotated[Path, typer.Option(help="The folder in which the tables are kept.")] = Path(".rondel"),
    database: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="RONDEL_DATABASE",
            help="Keep the tables in PostgreSQL instead (postgresql://user:password@host/name).",
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="GAME:BOT", help="Open a table against a bot and print its address (reversi:mcts).")
    ] = None,
    game: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="Have this game, too, which is not shipped; its rules run in processes of their own. May be repeated.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy in front of the server, or a network of them (127.0.0.1): what it says of whom it asks for is "
            "believed. May be repeated.",
        ),
    ] = None,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT",
            help="Tell Prometheus how the arena does, at an address of its own (127.0.0.1:9100); not for the public.",
        ),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="FORM", help="How to write the log, on the standard error: plain or json.")
    ] = "plain",
    frame_ancestors: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ORIGIN",
            help="Let pages of this origin (https://club.example.org) show a table in a frame of theirs. May be repeated.",
        ),
    ] = None,
    dev: Annotated[
        bool,
        typer.Option(
            "--dev",
            help="Have the developer's view at /dev/tree: the tree of any game or table, unfolded. It shows what is hidden, to "
            "everybody who can reach the address.",
        ),
    ] = False,
) -> None:
    """Start the arena: tables in the browser, for people and bots."""
    from rondel.server import CannotServe, NoSuchTable, UnusableFolder
    from rondel.server import serve as run
    from rondel.server.developer import Unfold

    unfold: Unfold | None = None
    if dev:
        from rondel.search.unfolding import Unfolding

        unfold = Unfolding
    if log not in ("plain", "json"):
        _end(f"the log is written as plain or as json, and not as {log!r}", 2)
    try:
        run(
            host=host,
            port=port,
            data=data,
            database=database,
            open_table=table,
            proxies=proxy or (),
            games=game or (),
            unfold=unfold,
            metrics=metrics,
            embedders=frame_ancestors or (),
            log="json" if log == "json" else "plain",
        )
    except NoSuchTable as error:
        _end(error, 2)
    except UnusableFolder as error:
        _end(f"{error}\nChoose another folder: {_called()} serve --data FOLDER", 1)
    except CannotServe as error:
        _end(error, 1)


@app.command()
def check(
    game: GameName,
    games: Annotated[
        int, typer.Option("--games", "--playthroughs", min=0, help="How many random games to try each law on.")
    ] = 10,
    seconds: Annotated[
        float | None, typer.Option(min=0, help="Begin no further game after so many seconds; by default all are played.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the first of them.")] = 0,
    limit: Annotated[int, typer.Option(min=1, help="How many answers of each game to follow.")] = 200,
    law: Annotated[list[str] | None, typer.Option("--law", metavar="LAW", help="Only this law; may be repeated.")] = None,
    option: Options = None,
    seats: Seats = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Instead, try the records and snapshots in this folder: which go on, which migrate, which do not.",
        ),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="Instead, list what is not translated into this language.")] = "",
    as_json: Json = False,
) -> None:
    """Check the rules of a game.

    First the definition: states, transitions, actions and texts. Then the laws that hold for every game, on random games:
    moves are listed once and can be played; what is not listed is refused; a push taken back leaves no trace; records, copies
    and snapshots give the same position, also in another process; a rule that asks is the same run in one go; views and
    events are plain JSON data, and their texts can be filled in; nobody learns what is hidden from them; games end, also when
    players leave; the facts declared are so. It does not check that the rules are the ones you meant.

    Each problem is told with the seed and what was played, and with what to type to see it again. What was never reached is
    told as a note.
    """
    if records is not None:
        from rondel.cli.records import records as try_records

        try_records(game, records, as_json=as_json)
        return
    if lang:
        from rondel.cli.untranslated import untranslated

        untranslated(game, lang, as_json=as_json)
        return
    from rondel.cli.check import check as run

    run(
        game,
        games=games,
        seconds=seconds,
        seed=seed,
        limit=limit,
        laws=law or [],
        options=option or [],
        seats=seats,
        as_json=as_json,
    )


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=1, help="How many answers deep to count.")],
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Count the ways to play the first answers of a game, chance's outcomes included."""
    from rondel.cli.perft import perft as run

    run(game, depth=depth, options=option or [], seats=seats, as_json=as_json)


@app.command()
def tree(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, help="How many answers deep to draw.")] = 2,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many moves of one position to draw; JSON has them all.")] = 12,
    solve: Annotated[
        bool, typer.Option("--solve", help="Say what each position is worth with best play: small games.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", dir_okay=False, help="Write a picture to this file.")] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Draw the tree of a game: what may be played, and what may come of it, chance's outcomes included."""
    from rondel.cli.tree import tree as run

    run(
        game,
        depth=depth,
        after=after or [],
        most=most,
        solve=solve,
        svg=svg,
        options=option or [],
        seats=seats,
        as_json=as_json,
    )


@app.command()
def solve(
    game: GameName,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Begin after this move; may be repeated.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="How many answers ahead to look at most.")] = None,
    nodes: Annotated[int, typer.Option(min=1, help="How many positions to look at most.")] = 500_000,
    backwards: Annotated[
        bool, typer.Option("--backwards", help="Solve every position backwards from the ends: for small games that go round.")
    ] = False,
    iterations: Annotated[int, typer.Option(min=1, help="How often to go over a game that hides something.")] = 1_000,
    policy: Annotated[
        Path | None,
        typer.Option(metavar="FILE", dir_okay=False, help="Write how to play what hides something to this file."),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Find out what a game is worth with best play.

    A game of two without chance is searched as far ahead as the limits allow, which is to the end if it is small; where chance
    has its part, or more than two play, four answers ahead or as far as you say. A game that hides something is solved for all
    that its players may know, by CFR+: it tells how much a player who knew the policy could win against it.
    """
    from rondel.cli.solve import solve as run

    run(
        game,
        after=after or [],
        depth=depth,
        nodes=nodes,
        backwards=backwards,
        iterations=iterations,
        policy=policy,
        options=option or [],
        seats=seats,
        as_json=as_json,
    )


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record (JSON), or - for the standard input.")],
    lang: Lang = "",
    as_json: Json = False,
) -> None:
    """Replay the record of a game and show how it stands."""
    from rondel.cli.replay import replay as run

    run(file, lang=lang, as_json=as_json)


@app.command()
def diagram(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game's name, a Python file with one, or the folder or states.inc.php of a project for Board Game Arena.",
        ),
    ],
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="mermaid, svg (a picture) or text.")] = "mermaid",
) -> None:
    """Draw the states of a game: by kind, with their transitions by label.

    In a project for Board Game Arena what is wrong is marked.
    """
    from rondel.cli.diagram import diagram as run

    run(game, form)


@app.command()
def tournament(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="Who plays, separated by commas: bots (random, greedy, mcts:100), programs (pipe:./my_bot), programs that run "
            "already (ws://localhost:9000); NAME=mcts:100 gives one a name.",
        ),
    ],
    number: Annotated[int, typer.Option("--games", min=1, help="Games for each line-up; seats rotate.")] = 10,
    seed: Annotated[
        int, typer.Option(help="Makes the tournament the same each time (not for bots that think by the clock).")
    ] = 0,
    swiss: Annotated[
        int | None, typer.Option(min=1, metavar="ROUNDS", help="So many Swiss rounds, instead of everyone against everyone.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="How long a program may take for an answer.")] = 60.0,
    limit: Annotated[int | None, typer.Option(min=1, help="After so many answers a game is a draw.")] = None,
    memory: Annotated[
        int, typer.Option(min=1, metavar="MB", help="How much memory a program may take: address space, and on Linux only.")
    ] = 4096,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Play on so many processes of this machine; by default on this one.")
    ] = None,
    ray: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, `auto`, or `local` for one of this machine."),
    ] = "",
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Keep the games and write the report there; the same command again goes on where it was broken off.",
        ),
    ] = None,
    option: Options = None,
    seats: Seats = None,
    as_json: Json = False,
) -> None:
    """Let players play each other, everyone against everyone or in Swiss rounds.

    Line-ups that differ only in their seats play the same game, so that luck favours nobody. Who breaks down, takes too long
    or answers what is no move has lost.
    """
    from rondel.cli.tournament import tournament as run

    run(
        game,
        players=players,
        games=number,
        seed=seed,
        options=option or [],
        seats=seats,
        swiss=swiss,
        seconds=seconds,
        limit=limit,
        memory=memory,
        workers=workers,
        ray=ray,
        folder=into,
        as_json=as_json,
    )


@bga.command("check")
def bga_check(
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
def bga_import(
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
    from rondel.cli.bga import bring

    bring(path, as_json=as_json, folder=into, name=name)


@bga.command("walk")
def bga_walk(
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
    from rondel.cli.bga import walk_over

    walk_over(path, walks=walks, players=players, leaving=leaving, seed=seed, as_json=as_json)
