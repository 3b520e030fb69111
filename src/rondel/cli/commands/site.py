"""``rondel site``: a folder of static files in which a browser plays games, without an arena."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.named import named
from rondel.errors import BadOption, RondelError, RulesError, UnknownGame
from rondel.extras import need
from rondel.fault import in_rules, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rondel.server.site.shelf import SiteGame


def site(
    into: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="The folder to write: a new one, an empty one, or an earlier site, which is replaced."
        ),
    ],
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME", help="Names of shipped games, and files or folders of your own; by default all shipped games."
        ),
    ] = None,
) -> None:
    """Write a folder of static files in which these games are played, without an arena.

    Any host of static files can serve it, at any path. Rules, tables and bots run in the browser; the page asks no other host
    for anything. The rules of your own games are in the folder as they stand in their files.
    """
    need("server")
    from rondel.door import shipped
    from rondel.server.site.folder import check_replaceable, write
    from rondel.server.site.page import modules, site_files
    from rondel.server.transport.static import CLIENT

    check_replaceable(into)
    known = modules(CLIENT)
    chosen: dict[str, SiteGame] = {}
    for each in games or shipped():
        game = _site_game(each, known)
        if chosen.get(game.name, game) != game:
            raise BadOption(f"{each!r} is called {game.name!r}, as another game of this site is: give it another name")
        chosen[game.name] = game
    files = site_files(CLIENT, list(chosen.values()))
    write(into, files)
    titles = ", ".join([each.title for each in chosen.values()])
    print(f"{into}: {len(chosen)} game{'' if len(chosen) == 1 else 's'} ({titles}), {_size(files)}")
    print(f"Put the folder on any host of static files. To look at it here: python3 -m http.server --directory {into}")


def _site_game(given: str, known: list[str]) -> "SiteGame":
    """The game of that name or in that file. Raises `BadOption`, `UnknownGame`, and `RulesError` with the file's name for rules
    that do not run."""
    from rondel.server.site.shelf import check_imports, site_game

    try:
        game = site_game(named(given))
    except (BadOption, UnknownGame):
        raise
    except Exception as error:
        if not isinstance(error, RondelError) and not in_rules(error):
            raise
        raise RulesError(f"{given}: {told(error)}") from error
    check_imports(game, known)
    return game


def _size(files: "Mapping[str, bytes]") -> str:
    """The size of files on the disk, and as a host sends them.

    >>> _size({"a.js": bytes(2_000_000)})
    '2.0 MB (0.0 MB compressed)'
    """
    import gzip

    sent = sum(len(gzip.compress(each, 6, mtime=0)) for each in files.values())
    return f"{sum(map(len, files.values())) / 1e6:.1f} MB ({sent / 1e6:.1f} MB compressed)"
