"""``rondel compile``: compiles an author's game beside the compiled engine."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rondel.cli.arguments import Json
from rondel.errors import UnknownGame
from rondel.sources import located

if TYPE_CHECKING:
    from rondel.compiler import Made, Refused


def compile_game(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A Python file with a game, a package's folder, or a module's dotted name.")
    ],
    seconds: Annotated[
        float, typer.Option(min=0.5, help="Share this number of seconds of processor time among the laws, for each build.")
    ] = 5.0,
    again: Annotated[bool, typer.Option("--again", help="Compile it even if its build is current.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Instead, remove its build.")] = False,
    as_json: Json = False,
) -> None:
    """Compile a game of your own, so that it is played at the speed of the shipped ones.

    What the compiler refuses is listed with file, line, column and what to write instead. Then both builds, the file itself
    and the compiled one, must keep all laws of `rondel check` and show the same in random games.

    Every command uses the build from then on, and `rondel.load` too. Once the file, Rondel or Python has changed, the file is
    used and a line says so. With RONDEL_INTERPRETED=1 in the environment builds are left out.
    """
    from rondel.compiler import Refused, build
    from rondel.compiler.game_build import remove as removed

    path = located(file)
    if path.is_relative_to(Path(__file__).parents[2]):
        raise UnknownGame(f"{file!r} comes with Rondel, and is compiled with its engine")
    if remove:
        there = removed(path)
        print(json.dumps({"file": str(path), "removed": there}) if as_json else _REMOVED if there else _NONE)
        return
    try:
        made = build(path, seconds=seconds, again=again)
    except Refused as refused:
        _print_refused(path, refused, as_json=as_json)
        raise SystemExit(1) from None
    _print(path, made, as_json=as_json)


_REMOVED = "the build is removed"
_NONE = "there is no build to remove"


def _print_refused(path: Path, refused: "Refused", *, as_json: bool) -> None:
    if as_json:
        found = [each.to_json() for each in refused.refusals]
        print(json.dumps({"file": str(path), "ok": False, "refusals": found, "message": str(refused)}))
        return
    count = len(refused.refusals)
    what = f"{count} place{'' if count == 1 else 's'} refused" if count else "not compiled"
    print(f"{refused}\n{path.name}: {what}; it is played interpreted, as before")


def _print(path: Path, made: "Made", *, as_json: bool) -> None:
    compared = made.compared
    if as_json:
        data: dict[str, Any] = {
            "file": str(path),
            "ok": True,
            "library": str(made.build.path),
            "seconds": round(made.seconds, 1),
        }
        print(json.dumps({**data, **({} if compared is None else vars(compared))}))
        return
    if compared is None:
        print(f"{path.name}: its build is current")
        return
    count = len(made.build.modules)
    late = f"; no time for {', '.join(compared.untried)}: give it by --seconds" if compared.untried else ""
    print(
        f"{path.name}: compiled in {made.seconds:.1f} s ({count} module{'' if count == 1 else 's'})\n"
        f"  laws: {compared.laws} kept, interpreted and compiled{late}\n"
        f"  random games: the same on both in {compared.answers} positions\n"
        f"  random decisions a second: {compared.interpreted:,.0f} interpreted, {compared.compiled:,.0f} compiled "
        f"({compared.compiled / compared.interpreted:.1f} times), on the compiled engine"
    )
