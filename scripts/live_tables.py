"""Tables in the pages of the documentation, which a click begins: the games that pages offer, and the folder that runs them.

A rules page offers its game. Any other page names a game in a comment. The path in it leads from the page to a file with rules,
or to a page with one code block that is a whole game.

    <!-- play: ../examples/nim.py -->
    <!-- show: #/tree/tic_tac_toe the tree of Tic-tac-toe -->

The second form shows an address of the folder.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Final

import rondel
from rondel.door import shipped
from rondel.errors import BadOption
from rondel.server.site.folder import write
from rondel.server.site.page import modules, site_files
from rondel.server.site.shelf import SiteGame, check_imports, site_game
from rondel.server.transport.static import CLIENT

FOLDER: Final = "live"
"""The folder of a version that holds the page, the rules and Python: what `rondel site` writes."""

_OFFER: Final = re.compile(r"^<!-- (?:play: (\S+)|show: (#\S+) (.+)) -->$", re.MULTILINE)
_HEADING: Final = re.compile(r"\A# .+\n")
_CARD: Final = re.compile(r"^(\|.*\| )`(\w+)` \|$", re.MULTILINE)
_GAME: Final = re.compile(r"^class (\w+)\(Game\):$", re.MULTILINE)
_BLOCK: Final = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class LiveTables:
    """The games that pages of one site offer: all shipped ones, and those of the pages' examples."""

    def __init__(self, scratch: Path) -> None:
        """``scratch`` is an empty folder, for rules that stand in a page."""
        self._scratch = scratch
        self._games = {name: site_game(rondel.find(name)) for name in shipped()}

    def on_page(self, text: str, page: Path, root: str) -> str:
        """The text of a page with a table in the place of each comment that offers one; ``root`` leads to the root of the
        version, such as ``../``."""

        def table(offer: re.Match[str]) -> str:
            if offer[2]:
                return _frame(f"Show {offer[3]}", offer[3][:1].upper() + offer[3][1:], offer[2], root)
            return _table(self._example(page.parent / offer[1]), root)

        return _OFFER.sub(table, text)

    def on_rules(self, text: str, game: str, root: str) -> str:
        """The rules of a shipped game, with a table below the heading."""
        return _HEADING.sub(lambda heading: f"{heading[0]}\n{_table(self._games[game], root)}\n", text)

    def in_gallery(self, text: str, root: str) -> str:
        """The gallery, with a link to a table of each game.

        >>> card = "| [Chess](games/chess.md) | checkmate the other king | `chess` |"
        >>> LiveTables(Path()).in_gallery(card, "").partition("king | ")[2]
        '`chess` <a href="live/#/new/chess" aria-label="Play Chess">Play</a> |'
        """

        def card(row: re.Match[str]) -> str:
            title = html.escape(self._games[row[2]].title)
            return f'{row[1]}`{row[2]}` <a href="{root}{FOLDER}/#/new/{row[2]}" aria-label="Play {title}">Play</a> |'

        return _CARD.sub(card, text)

    def write(self, version: Path) -> None:
        """Write the folder in which the games are played. Raises `NotBuilt`, and `RulesError` for an import that it lacks."""
        known = modules(CLIENT)
        for game in self._games.values():
            check_imports(game, known)
        write(version / FOLDER, site_files(CLIENT, list(self._games.values())))

    def _example(self, path: Path) -> SiteGame:
        """The game in a file of rules, or in a page."""
        if path.suffix == ".md":
            [code] = [block for block in _BLOCK.findall(path.read_text(encoding="utf-8")) if _GAME.search(block)]
            name = re.sub(r"(?<!^)(?=[A-Z])", "_", _GAME.findall(code)[0]).lower()
            path = self._scratch / f"{name}.py"
            path.write_text(code, encoding="utf-8")
        game = site_game(rondel.load(path.resolve()))
        if self._games.setdefault(game.name, game) != game:
            raise BadOption(f"{path.name} is called {game.name!r}, as another game of the pages is: give it another name")
        return game


def _table(game: SiteGame, root: str) -> str:
    return _frame(f"Play {game.title}", f"A table of {game.title}", f"#/new/{game.name}", root)


def _frame(label: str, title: str, address: str, root: str) -> str:
    """A link to an address of the folder; the site's script adds a button that shows it there (docs/javascripts/live.js)."""
    label, title, address = map(html.escape, (label, title, f"{root}{FOLDER}/{address}"))
    data = f'data-label="{label}" data-title="{title}"'
    return f'<p class="live" {data}><a href="{address}">{label} on a page of its own</a></p>'
